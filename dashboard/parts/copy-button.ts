import { html } from 'htm/preact'
import { complain, say } from '../state/notice.ts'

/** Copies a text, which is made when the button is pressed. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  return html`<button type="button" onClick=${() => copy(label, text())}>${label}</button>`
}

async function copy(label: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(`Copied: ${label.replace(/^Copy (?:as )?/, '')}.`)
  } catch {
    complain('This browser does not let a page copy here. Select the text, and copy it by hand.')
  }
}
