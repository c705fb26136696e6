import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'

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
