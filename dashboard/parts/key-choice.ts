import { html } from 'htm/preact'
import { chosen, key, keys, nameOf } from '../state/keys.ts'

/** Which key a tab is about. Without one, what to do to get one. */
export function KeyChoice() {
  if (key.value === undefined)
    return html`<p class="empty">No key has called yet: make a call, and it appears here.</p>`
  return html`<p class="controls"><label>Key of
    <select value=${key.value.partner} onChange=${choose}>
      ${keys.value.map((one) => html`<option value=${one.partner}>${nameOf(one)}</option>`)}
    </select></label>
    <span class="quiet">SHA-256 <code>${key.value.digest.slice(0, 12)}…</code></span>
  </p>`
}

function choose({ currentTarget }: Event & { currentTarget: HTMLSelectElement }): void {
  chosen.value = currentTarget.value
}
