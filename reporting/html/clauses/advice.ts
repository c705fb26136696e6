import { html, type Markup } from '../../markup/markup.ts'
import { prose, quoted } from '../../markup/phrasing.ts'
import { type AdviceRow, isCode, isCommand, isQuoted } from '../../text/advice.ts'

/** What each row is styled as. */
const KINDS: Readonly<Record<AdviceRow['label'], string>> = {
  'Near miss': 'cause',
  'It wrote': 'cause',
  Consequence: 'consequence',
  'Usual cause': 'cause',
  'Likely line': 'cause',
  'Smallest fix': 'remedy',
  'As code': 'code',
  'Run it alone': 'command',
  'Run it again': 'command',
}

/** Advice as a list of terms. */
export function adviceList(rows: readonly AdviceRow[]): Markup {
  return html`<dl class="lesson">${rows.map(row)}
</dl>`
}

function row({ label, text }: AdviceRow): Markup {
  return html`\n<div class="${KINDS[label]}"><dt>${label}</dt><dd>${described(label, text)}</dd></div>`
}

/** A text of the rules may quote the client. */
function described(label: AdviceRow['label'], text: string): Markup {
  if (isCommand({ label })) return html`<code data-copy="${text}" data-as="Copy the command">${text}</code>`
  if (isCode({ label })) return html`<pre><code>${text}</code></pre>`
  return isQuoted({ label }) ? html`<code>${quoted(text)}</code>` : html`<bdi>${prose(text)}</bdi>`
}
