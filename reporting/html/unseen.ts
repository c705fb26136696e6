import type { ClauseReport, Report } from '../../contract/report/report.ts'
import { counted } from '../../contract/text/listed.ts'
import { html, type Markup } from '../markup/markup.ts'
import { prose, quoted } from '../markup/phrasing.ts'
import { startFailureRows } from '../text/causes.ts'
import { saidOf } from '../text/said.ts'
import { type UnseenGroup, unseenAdvice, unseenGroups, unseenMessages } from '../text/what-to-do.ts'
import { adviceList } from './clause.ts'
import { verdictLabel } from './verdict-label.ts'

const MOST_MESSAGES = 3

/** Clauses that were not observed or are out of reach, grouped by cause. */
export function unseenPanels(clauses: readonly ClauseReport[], report: Report): Markup[] {
  return unseenGroups(clauses, report).map((group) => unseenPanel(group, report))
}

function unseenPanel(group: UnseenGroup, report: Report): Markup {
  const [first] = group
  const said = saidOf(first)
  const messages = unseenMessages(group, report)
  const name = group.length === 1 ? first.id : `${counted(group.length, 'clause')}, for one cause`
  const more = messages.length - MOST_MESSAGES
  return html`
<details class="panel ${said}">
<summary>${verdictLabel(said)}<h2>${name}</h2></summary>
<div class="inside">
${messages.slice(0, MOST_MESSAGES).map((message) => html`<p class="message">${quoted(message)}</p>`)}${more > 0 ? html`<p>And ${counted(more, 'more cause')}, in report.json.</p>` : null}
<p><b>${prose(unseenAdvice(group, report))}</b></p>
<ul class="small">${group.map(({ id, text }) => html`\n<li id="${id}"><b>${id}</b> <span class="quiet">${prose(text)}</span></li>`)}
</ul>
</div>
</details>`
}

/** Why no scenario got as far as a purchase: the only thing to fix. */
export function startFailurePanel({ startFailure }: Report): Markup | null {
  if (startFailure === undefined) return null
  return html`
<section class="panel not-observed" id="start-failure">
<h2>The client could not begin</h2>
<p class="message">${quoted(startFailure.message)}</p>
${adviceList(startFailureRows(startFailure))}
</section>`
}
