import { useSignal } from '@preact/signals'
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

/** A button for what can't be taken back: it asks in its own place, and acts at the second press. */
export function SureButton(props: {
  readonly label: string
  readonly lost: string
  readonly act: () => unknown
}) {
  const isAsking = useSignal(false)
  const press = () => {
    isAsking.value = !isAsking.value
    if (!isAsking.value) props.act()
  }
  return html`<button type="button" class="destructive" aria-live="polite" onClick=${press}
    onBlur=${() => {
      isAsking.value = false
    }}>${isAsking.value ? `${props.label}: ${props.lost}. Sure?` : props.label}</button>`
}
