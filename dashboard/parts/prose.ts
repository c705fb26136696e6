import { html } from 'htm/preact'

/** A sentence in which names are between backticks. */
export function Prose({ text }: { text: string }) {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
}
