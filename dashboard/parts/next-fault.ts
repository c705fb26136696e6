import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import type { WaitingFault } from '../../contract/wire/ordered-fault.ts'
import { command } from '../api.ts'
import { received } from '../state/exchanges.ts'
import { userKey } from '../state/facts.ts'
import { chosen, type KeyFacts, key } from '../state/keys.ts'
import { say } from '../state/notice.ts'
import { typedInto } from './controls.ts'
import { refreshKeys } from './hooks.ts'

const FAULTS: readonly [fault: string, label: string, story: string][] = [
  ['lost-before', 'Lose the request', 'reset before the order is recorded: nothing is bought'],
  ['lost-after', 'Lose the answer', 'the order is recorded, its answer lost by a reset'],
  ['cut', 'Cut the answer', 'the order is recorded, its answer ends in the middle'],
  ['stalled', 'Stall', 'the order is recorded, its answer comes after 90 seconds'],
  ['trickle', 'Trickle', 'the order is recorded, its answer comes byte by byte'],
  ['unavailable', 'Unavailable', 'refused as unavailable: nothing is bought'],
  ['internal-error', 'Internal error', 'answered 500: nothing is bought'],
  ['bad-gateway', 'Bad gateway', 'answered 502: nothing is bought'],
  ['rate-limited', 'Rate limit', 'refused by the rate limit, to be sent again after 2 seconds'],
]

/** "The next purchase of this key meets …": one fault, once, whatever card it buys; or a later one, or a lookup. */
export function NextFault() {
  const { partner, digest, next, waiting } = target()
  const on = useSignal<'purchase' | 'lookup'>('purchase')
  const at = useSignal(1)
  const request = requestName(on.value, at.value)
  const order = async (fault: string, label: string) => {
    const asked = { key: digest, fault, on: on.value, at: at.value }
    const answer = await command<{ partner: string }>('POST', 'next', asked)
    await refreshKeys()
    if (answer === undefined) return
    chosen.value = answer.partner
    say(`The ${request} of ${partner} meets: ${label.toLowerCase()}.`)
  }
  const withdraw = async () => {
    if ((await command('DELETE', `next?key=${digest}`)) !== undefined) say('The fault is taken back.')
    await refreshKeys()
  }
  return html`<section aria-labelledby="next">
    <h2 id="next">The ${request} of ${partner} meets …</h2>
    <p class="actions">
      <label>Request <select value=${on.value} onChange=${typedInto(on)}><option>purchase</option><option>lookup</option></select></label>
      <label>number <input type="number" min="1" max="1000" value=${at.value} onInput=${(event: Event) => {
        at.value = Math.max(1, (event.target as HTMLInputElement).valueAsNumber || 1)
      }} /></label> <span class="quiet">from now on</span>
    </p>
    <div class="tiles">${FAULTS.map(
      ([fault, label, story]) => html`<div class="card">
        <button type="button" aria-pressed=${on.value === 'purchase' && at.value === 1 && next === fault} onClick=${() => order(fault, label)}>${label}</button>
        <p class="quiet">${story}</p>
      </div>`,
    )}</div>
    <p class="actions" role="status">${
      waiting.length === 0
        ? html`<span class="quiet">No fault is set. The card's own scenario applies.</span>`
        : html`${waiting.map(waits)}<button type="button" onClick=${withdraw}>Take it back</button>`
    }</p>
  </section>`
}

function waits({ operation, at, fault }: WaitingFault) {
  const request = requestName(operation === 'createOrder' ? 'purchase' : 'lookup', at)
  return html`<span>Waits for the ${request}: <b>${fault}</b></span>`
}

function requestName(on: 'purchase' | 'lookup', at: number): string {
  return at === 1 ? `next ${on}` : `${on} number ${at} from now on`
}

/** The chosen key; before any call and choice, the one that the reader is about to use. */
function target(): Pick<KeyFacts, 'partner' | 'digest' | 'next' | 'waiting'> {
  const isUnused = chosen.value === '' && received.value.exchanges.length === 0
  const own = { partner: userKey.value, digest: userKey.value, next: null, waiting: [] }
  return isUnused ? own : (key.value ?? own)
}
