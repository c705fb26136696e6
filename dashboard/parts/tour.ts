import { signal } from '@preact/signals'
import { html } from 'htm/preact'
import { type Tab, tab } from '../state/shown.ts'

const STEPS: readonly [tab: Tab, text: string][] = [
  [
    'exchanges',
    'Each call of your client appears here as it comes, with what was wrong about it. Unfold one.',
  ],
  ['scenarios', 'Each card does one thing: it settles at once, takes long, fails. Buy one with Send.'],
  ['scenarios', 'Lose the answer to the next purchase of your key. Does your client buy the card twice?'],
  ['orders', 'What the caller knows of each order, what is so in the mock, and what it cost.'],
  ['clock', 'You need not wait: freeze the clock of a key, and advance it to the next change.'],
  ['judgement', 'Which rules your client broke, the usual cause, and the smallest fix.'],
]

const DONE = 'tour-is-done'

const step = signal(globalThis.localStorage?.getItem(DONE) === null ? 0 : STEPS.length)

function show(next: number): void {
  step.value = next
  const to = STEPS[next]?.[0]
  if (to === undefined) localStorage.setItem(DONE, '')
  else tab.value = to
}

/** Six steps through the page, at the first visit of a browser, and whenever it is asked for. */
export function Tour() {
  const current = STEPS[step.value]
  if (current === undefined) return null
  const isLast = step.value === STEPS.length - 1
  return html`<aside class="tour" aria-label="Tour">
    <p><b>${step.value + 1} of ${STEPS.length}</b> ${current[1]}</p>
    <p class="actions">
      ${!isLast && html`<button type="button" onClick=${() => show(STEPS.length)}>Skip</button>`}
      <button type="button" class="main" onClick=${() => show(step.value + 1)}>${isLast ? 'Done' : 'Next'}</button>
    </p>
  </aside>`
}

export function TourButton() {
  if (STEPS[step.value] !== undefined) return null
  return html`<button type="button" onClick=${() => show(0)}>Tour</button>`
}
