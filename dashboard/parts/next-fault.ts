import { html } from 'htm/preact'
import { command } from '../api.ts'
import { chosen, key } from '../state/keys.ts'
import { say } from '../state/notice.ts'
import { refreshKeys } from './use-keys.ts'

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
export function NextFault({ pageToken }: { pageToken: string }) {
  const { value } = key
  if (value === undefined) return null
  const order = async (fault: string, label: string) => {
    chosen.value = value.partner
    const answer = await command('POST', 'next', pageToken, { key: value.digest, fault })
    if (answer !== undefined) say(`The next purchase of ${value.partner} meets: ${label.toLowerCase()}.`)
    await refreshKeys()
  }
  const withdraw = async () => {
    if ((await command('DELETE', `next?key=${value.digest}`, pageToken)) !== undefined) say('No fault waits.')
    await refreshKeys()
  }
  return html`<section aria-labelledby="next">
    <h2 id="next">The next purchase of ${value.partner} meets …</h2>
    <div class="tiles">${FAULTS.map(
      ([fault, label, story]) => html`<div class="card">
        <button type="button" aria-pressed=${value.next === fault} onClick=${() => order(fault, label)}>${label}</button>
        <p class="quiet">${story}</p>
      </div>`,
    )}</div>
    <p class="actions" role="status">${
      value.next === null
        ? html`<span class="quiet">Nothing waits: it is served as its card says.</span>`
        : html`<span>Waits for the next purchase: <b>${value.next}</b></span><button type="button" onClick=${withdraw}>Take it back</button>`
    }</p>
  </section>`
}
