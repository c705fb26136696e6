import type { CheckReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { counted } from '../../../contract/text/listed.ts'
import { html, type Markup, scenarioId } from '../../markup/markup.ts'
import { linkTo, prose, quoted } from '../../markup/phrasing.ts'
import { ADVICE, type AdviceRow, type Cause, causesOf, lessonRows } from '../../text/causes.ts'
import { scenarioOf } from '../../text/verdict-words.ts'
import { requestExcerpt } from '../requests.ts'

const MOST_CAUSES = 3
const MOST_PLACES = 3

export function causeList(clause: ClauseReport, report: Report): Markup {
  // What is excused need not be fixed now.
  const causes = causesOf(clause).map((one) => (clause.excused === null ? one : { ...one, lesson: null }))
  const said = new Set<string>()
  return html`${causes.slice(0, MOST_CAUSES).map((cause) => causeItem(cause, clause.id, report, said))}${moreCauses(causes.length - MOST_CAUSES)}`
}

export function moreCauses(count: number): Markup | null {
  return count > 0 ? html`<p class="message">And ${counted(count, 'cause')} more: see each check.</p>` : null
}

function causeItem(
  { message, checks, lesson }: Cause,
  clause: string,
  report: Report,
  said: Set<string>,
): Markup {
  const isFirst = said.size === 0
  const shown = isFirst && lesson !== null ? checks[0] && scenarioOf(checks[0], report) : undefined
  const rows = lessonRows(lesson, report).filter((row) => !isRepeated(row, said))
  const isNew = !said.has(message)
  said.add(message)
  return html`${isNew ? html`<p class="message">${quoted(message)}</p>\n` : null}${places(checks, report)}${shown === undefined ? null : requestExcerpt(shown, clause)}${rows.length === 0 ? null : adviceList(rows)}`
}

/** Whether an earlier cause of the clause has the same consequence: once is enough. */
function isRepeated({ label, text }: AdviceRow, said: Set<string>): boolean {
  const isTold = said.has(text)
  said.add(text)
  return isTold && label === 'Consequence'
}

/** Links to the scenarios of some checks, the first few in sight; nothing where they have none. */
export function places(checks: readonly CheckReport[], report: Report): Markup | null {
  const skus = [...new Set(checks.flatMap((check) => scenarioOf(check, report)?.sku ?? []))]
  if (skus.length === 0) return null
  const links = skus.map((sku) => html`${linkTo(scenarioId(sku), sku)} `)
  // One more takes no more room than to say that there is one.
  if (skus.length <= MOST_PLACES + 1) return html`<p class="places">In ${links}</p>`
  return html`<div class="places">In ${links.slice(0, MOST_PLACES)}<details class="more keep"><summary>and ${skus.length - MOST_PLACES} more</summary><p>${links.slice(MOST_PLACES)}</p></details></div>`
}

export function adviceList(rows: readonly AdviceRow[]): Markup {
  return html`<dl class="lesson">${rows.map(row)}
</dl>`
}

function row({ label, text }: AdviceRow): Markup {
  return html`\n<div class="${ADVICE[label].about}"><dt>${label}</dt><dd>${DESCRIBED[ADVICE[label].form](text)}</dd></div>`
}

/** A text of the rules may quote the client. */
const DESCRIBED = {
  prose: (text: string) => html`<bdi>${prose(text)}</bdi>`,
  output: (text: string) => html`<pre><code>${text}</code></pre>`,
  command: (text: string) => html`<code data-copy="${text}" data-as="Copy the command">${text}</code>`,
}
