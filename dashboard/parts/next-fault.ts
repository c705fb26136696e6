import { html } from 'htm/preact'
import { command } from '../api.ts'
import { received } from '../state/exchanges.ts'
import { userKey } from '../state/facts.ts'
import { chosen, type KeyFacts, key } from '../state/keys.ts'
import { say } from '../state/notice.ts'
import { refreshKeys } from './hooks.ts'

/** The faults that can be ordered, and what the client sees. */
const FAULTS: readonly [fault: string, label: string, story: string][] = [
  ['lost-before', 'Lose the request', 'reset before the order is recorded: nothing is bought'],
  ['lost-after', 'Lose the answer', 'the order is recorded, its answer lost by a reset'],
  ['cut', 'Cut the answer', 'the order is recorded, its answer ends in the middle'],
  ['stalled', 'Stall', 'the order is recorded, its answer comes after 90 seconds'],
  ['unavailable', 'Unavailable', 'refused as unavailable: nothing is bought'],
  ['rate-limited', 'Rate limit', 'refused by the rate limit, to be sent again after 2 seconds'],
]

/** "The next purchase of this key meets …": one fault, once, whatever card it buys. */
export function NextFault() {
  const { partner, digest, next } = target()
  const order = async (fault: string, label: string) => {
    const answer = await command<{ partner: string }>('POST', 'next', { key: digest, fault })
    await refreshKeys()
    if (answer === undefined) return
    chosen.value = answer.partner
    say(`The next purchase of ${partner} meets: ${label.toLowerCase()}.`)
  }
  const withdraw = async () => {
    if ((await command('DELETE', `next?key=${digest}`)) !== undefined) say('No fault waits.')
    await refreshKeys()
  }
  return html`<section aria-labelledby="next">
    <h2 id="next">The next purchase of ${partner} meets …</h2>
    <div class="tiles">${FAULTS.map(
      ([fault, label, story]) => html`<div class="card">
        <button type="button" aria-pressed=${next === fault} onClick=${() => order(fault, label)}>${label}</button>
        <p class="quiet">${story}</p>
      </div>`,
    )}</div>
    <p class="actions" role="status">${
      next === null
        ? html`<span class="quiet">Nothing waits: it is served as its card says.</span>`
        : html`<span>Waits for the next purchase: <b>${next}</b></span><button type="button" onClick=${withdraw}>Take it back</button>`
    }</p>
  </section>`
}

/** The chosen key; before any call and choice, the one that the reader is about to use. */
function target(): Pick<KeyFacts, 'partner' | 'digest' | 'next'> {
  const isUnused = chosen.value === '' && received.value.exchanges.length === 0
  const own = { partner: userKey.value, digest: userKey.value, next: null }
  return isUnused ? own : (key.value ?? own)
}
