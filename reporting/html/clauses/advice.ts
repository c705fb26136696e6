import { html, type Markup } from '../../markup/markup.ts'
import { prose, quoted } from '../../markup/phrasing.ts'
import { ADVICE, type AdviceRow } from '../../text/advice.ts'

/** Advice as a list of terms. */
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
  quotation: (text: string) => html`<code>${quoted(text)}</code>`,
  code: (text: string) => html`<pre><code>${text}</code></pre>`,
  command: (text: string) => html`<code data-copy="${text}" data-as="Copy the command">${text}</code>`,
}
