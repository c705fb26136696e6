import type { Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { quoted } from '../../markup/phrasing.ts'
import { startFailureRows } from '../../text/advice.ts'
import { adviceList } from '../clauses/advice.ts'
import { verdictLabel } from '../verdict-label.ts'

/** Why no scenario could begin, and what to do; nothing where one could. */
export function startFailureItems({ startFailure }: Report): Markup[] {
  if (startFailure === undefined) return []
  return [
    html`
<article class="ledger clause" id="start-failure">
<div>
<h3>The client could not begin</h3>
<p class="message">${quoted(startFailure.message)}</p>
${adviceList(startFailureRows(startFailure))}
</div>
<p class="mark">${verdictLabel('not-observed')}</p>
</article>`,
  ]
}
