import type { Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { prose, quoted } from '../../markup/phrasing.ts'
import { type StartRow, startFailureRows } from '../../text/start-failure.ts'
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
<dl class="lesson">${startFailureRows(startFailure).map(row)}
</dl>
</div>
<p class="mark">${verdictLabel('not-observed')}</p>
</article>`,
  ]
}

/** What each row is styled as. */
const KINDS: Readonly<Record<StartRow['label'], string>> = {
  'Near miss': 'cause',
  'It wrote': 'cause',
  'Smallest fix': 'remedy',
  'Run it alone': 'command',
}

function row({ label, text }: StartRow): Markup {
  return html`<div class="${KINDS[label]}"><dt>${label}</dt><dd>${described(label, text)}</dd></div>`
}

function described(label: StartRow['label'], text: string): Markup {
  if (label === 'Run it alone')
    return html`<code data-copy="${text}" data-as="Copy the command">${text}</code>`
  return label === 'It wrote' ? html`<code>${quoted(text)}</code>` : html`<bdi>${prose(text)}</bdi>`
}
