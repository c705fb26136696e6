import { GAPS } from '../../contract/reference/gaps.ts'
import { STATEMENTS } from '../../contract/reference/statements.ts'
import { html, type Markup } from '../../reporting/markup/markup.ts'
import { prose, sectionSign } from '../../reporting/markup/phrasing.ts'
import type { AssumptionMark, Marks } from '../marks.ts'

export type Marked = Partial<Marks>

/** Every object of a document, itself first. */
export function everyPart(node: unknown): readonly Marked[] {
  if (typeof node !== 'object' || node === null) return []
  const parts = Object.values(node).flatMap(everyPart)
  return Array.isArray(node) ? parts : [node, ...parts]
}

/** What a part is based on: the sentences of the reference, then what it does not show. */
export function originOf(part: Marked): Markup {
  const clauses = part['x-clause'] ?? []
  return html`${clauses.length === 0 ? null : documented(clauses)}${assumptionsOf(part).map(assumed)}${(
    part['x-open'] ?? []
  ).map(open)}`
}

export function assumptionsOf(part: Marked): readonly AssumptionMark[] {
  const marks = part['x-assumption'] ?? []
  return 'gap' in marks ? [marks] : marks
}

/** What is said of a part in its own words: the marks follow in paragraphs of their own. */
export function originText({ description = '' }: Marked): Markup {
  return prose(description.split('\n\n')[0] ?? '')
}

function documented(clauses: readonly string[]): Markup {
  const sentences = STATEMENTS.filter((statement) => statement.clauses.some((id) => clauses.includes(id)))
  return html`<div class="origin documented"><p><b>Documented</b> ${clauses.map((id) => html`<code>${id}</code> `)}</p>
<details><summary>${sentences.length === 1 ? 'The sentence' : `${sentences.length} sentences`} of the reference</summary>${sentences.map(
    ({ text, section }) => html`<p>“${text}” <cite>${sectionSign(section)}</cite></p>`,
  )}</details></div>`
}

function assumed({ gap, profileKey, provenance }: AssumptionMark): Markup {
  return html`<div class="origin ${provenance}"><p><b>${capital(provenance)}</b> <a href="#gap-${gap}"><code>${gap}</code></a>, answered by <code>${profileKey}</code> of the profile</p></div>`
}

function open(gap: string): Markup {
  return html`<div class="origin open"><p><b>Open</b> <a href="#gap-${gap}"><code>${gap}</code></a></p></div>`
}

export function gapsTable(marks: readonly AssumptionMark[]): Markup {
  const provenances = new Map(marks.map(({ gap, provenance }) => [gap as string, provenance]))
  const rows = Object.values(GAPS).map(({ id, text, section, ...answered }) => {
    const provenance = provenances.get(id)
    const answer =
      answered.profileKey === null
        ? html`${prose(answered.reason)}`
        : html`<code>${answered.profileKey}</code>`
    return html`<li id="gap-${id}" class="origin ${provenance ?? 'open'}"><p><b>${capital(provenance ?? 'open')}</b> <code>${id}</code> <cite>${sectionSign(section)}</cite></p><p>${prose(text)}${answer}</p></li>`
  })
  return html`<ul>${rows}</ul>`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
