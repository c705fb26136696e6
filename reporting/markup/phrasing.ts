import { legible } from '../../contract/text/harmless.ts'
import { redact } from '../../contract/text/redact.ts'
import { type Content, html, type Markup } from './markup.ts'

/** The longest message that is shown whole, in characters. */
const MESSAGE_LIMIT = 2_000

/** Renders a text of the kit. Names between backticks become code. */
export function prose(text: string): Markup {
  const runs = text.split('`')
  const isPaired = runs.length % 2 === 1
  return html`${runs.map((run, index) => (isPaired && index % 2 === 1 ? html`<code>${run}</code>` : run))}`
}

export function inRow(contents: readonly Content[]): Markup {
  return html`${contents.map((one, index) => (index === 0 ? one : html`, ${one}`))}`
}

/** Renders a text that may quote a target, so that its text direction does not affect what follows. */
export function quoted(text: string): Markup {
  const { text: shown, isCut } = excerpt(text, MESSAGE_LIMIT)
  return html`<bdi>${shown}</bdi>${isCut ? CUT : null}`
}

/** Says that a text was cut, and where the rest of it is. */
export const CUT = html`<span class="cut">… (cut here; the rest is in report.json)</span>`

/** The id of an element, as the fragment of a link. */
export function linkTarget(id: string): string {
  return encodeURIComponent(legible(id))
}

export function linkTo(id: string, content: Markup | string): Markup {
  return html`<a href="#${linkTarget(id)}">${content}</a>`
}

export function scenarioId(sku: string): string {
  return `scenario/${sku}`
}

export function assumptionId(gap: string): string {
  return `assumption/${gap}`
}

export function sectionSign(section: string): string {
  return `§\u{a0}${section.replaceAll(' ', '\u{a0}')}`
}

type Excerpt = { readonly text: string; readonly isCut: boolean }

/** Cuts a text at `limit` UTF-16 code units, or at a number of lines. */
export function excerpt(text: string, limit: number, lines = Number.POSITIVE_INFINITY): Excerpt {
  // Redacts before it cuts, since half a key would not be recognised.
  const clean = redact(text)
  const end = Math.min(limit, endOfLine(clean, lines))
  return { text: clean.slice(0, end), isCut: end < clean.length }
}

function endOfLine(text: string, lines: number): number {
  let end = -1
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return text.length
  }
  return end
}

/** A duration in words, such as '4.7 s'. */
export function duration(milliseconds: number): string {
  if (milliseconds < 9.95) return `${Number(milliseconds.toFixed(1))} ms`
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A time to the second, in UTC. */
export function instant(iso: string): string {
  return iso.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/, '$1 $2 UTC')
}
