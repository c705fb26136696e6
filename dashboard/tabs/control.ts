import { useSignal } from '@preact/signals'
import { html } from 'htm/preact'
import type { OrderedFault, WaitingFault } from '../../contract/wire/ordered-fault.ts'
import { command } from '../mock.ts'
import { SureButton } from '../parts/controls.ts'
import { commandKey, refresh } from '../refresh.ts'
import { calls } from '../state/calls.ts'
import { chosen, type KeyFacts, key, nameOf } from '../state/keys.ts'
import { complain, say, showCall } from '../state/view.ts'

const FAULTS: readonly [fault: OrderedFault, label: string, story: string][] = [
  ['lost-after', 'Lose the answer', 'The order is recorded. A reset takes its answer.'],
  ['lost-before', 'Lose the request', 'A reset before the order is recorded: nothing is bought.'],
  ['cut', 'Cut the answer', 'The order is recorded. Its answer ends in the middle.'],
  ['stalled', 'Stall the answer', 'The order is recorded. Its answer comes after 90 seconds.'],
  ['trickle', 'Slow the answer', 'The order is recorded. Its answer comes byte by byte.'],
  ['unavailable', 'Unavailable', 'Refused as unavailable: nothing is bought.'],
  ['unavailable-after', 'Unavailable, but bought', 'The order is recorded, and answered as unavailable.'],
  ['internal-error', 'Internal error', 'Answered with 500: nothing is bought.'],
  ['rate-limited', 'Rate limit', 'Refused by the rate limit for 2 seconds: nothing is bought.'],
]

/** The key of the examples, for a mock that no key has called. */
const FIRST_KEY = 'pk_test_me'

const WORDS = { createOrder: 'purchase', lookupOrder: 'lookup' } as const

export function ControlTab() {
  const { value: of } = key
  return html`<${Faults} of=${of} />
    ${of === undefined ? html`<p class="quiet">Clock and money of a key stand here once it has called.</p>` : html`<${Clock} of=${of} /><${Key} of=${of} />`}`
}

function Faults({ of }: { of: KeyFacts | undefined }) {
  const name = of === undefined ? FIRST_KEY : nameOf(of.partner)
  const set = async (fault: OrderedFault, label: string) => {
    const asked = { key: of?.digest ?? FIRST_KEY, fault }
    const answer = await command<{ partner: string }>('POST', 'next', asked)
    if (answer === undefined) return
    chosen.value = answer.partner
    say(`Set for the next purchase of ${name}: ${label.toLowerCase()}.`)
    await refresh()
  }
  return html`<section aria-labelledby="faults">
    <h2 id="faults">Set a fault for the next purchase of ${name}</h2>
    <div class="tiles">${FAULTS.map(
      ([
        fault,
        label,
        story,
      ]) => html`<div><button type="button" onClick=${() => set(fault, label)}>${label}</button>
        <p class="quiet">${story}</p></div>`,
    )}</div>
    ${of !== undefined && html`<${Waiting} of=${of} />`}
  </section>`
}

function Waiting({ of }: { of: KeyFacts }) {
  const struck = calls.value.known.findLast(
    ({ partner, fault }) => partner === of.partner && fault?.ordered !== undefined,
  )
  const withdraw = async () => {
    if ((await command('DELETE', `next?key=${of.digest}`)) !== undefined) say('The fault is taken back.')
    await refresh()
  }
  return html`<p class="actions" role="status">
    ${
      of.waiting.length === 0
        ? html`<span class="quiet">No fault is set. The card's own scenario applies.</span>`
        : html`${of.waiting.map((fault) => html`<span>${waitingWords(fault)}</span>`)}<button type="button" onClick=${withdraw}>Take it back</button>`
    }
    ${struck !== undefined && html`<button type="button" class="seen" onClick=${() => showCall(struck.seq)}>see call #${struck.seq}, which met the last one</button>`}
  </p>`
}

function waitingWords({ operation, at, fault }: WaitingFault): string {
  const nth = at === 1 ? 'next' : `${at}th`
  return `Set for the ${nth} ${WORDS[operation]}: ${fault}`
}

const STEPS: readonly [label: string, seconds: number][] = [
  ['+ 1 s', 1],
  ['+ 10 s', 10],
  ['+ 1 min', 60],
  ['+ 1 h', 3600],
]

function Clock({ of }: { of: KeyFacts }) {
  const { now, frozen, speed } = of.clock
  const due = of.nextChange === null ? null : Math.max(0, Date.parse(of.nextChange) - Date.parse(now)) / 1000
  const move = (body: object, done: string) => {
    chosen.value = of.partner
    return commandKey('clock', { key: of.digest, ...body }, done)
  }
  const pace = frozen ? 'stands still' : speed === 1 ? 'runs' : `runs ${speed} times as fast`
  return html`<section aria-labelledby="clock">
    <h2 id="clock">Clock of ${nameOf(of.partner)}</h2>
    <p><time>${now.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>, ${pace}. ${
      due === null ? 'No order is about to change.' : `The next order changes in ${due.toFixed(1)} s.`
    }</p>
    <p class="actions">
      <button type="button" class="main" disabled=${due === null} onClick=${() => move({ advanceSeconds: due ?? 0 }, 'Advanced to the next change.')}>Advance to the next change</button>
      ${STEPS.map(([label, advanceSeconds]) => html`<button type="button" onClick=${() => move({ advanceSeconds }, `Advanced: ${label}.`)}>${label}</button>`)}
      ${
        frozen
          ? html`<button type="button" onClick=${() => move({ resume: true }, 'The clock runs.')}>Let it run</button>`
          : html`<button type="button" onClick=${() => move({ freeze: true }, 'The clock stands still.')}>Freeze</button>`
      }
    </p>
  </section>`
}

function Key({ of }: { of: KeyFacts }) {
  const { digest, partner, balance, orders, isRevoked } = of
  const name = nameOf(partner)
  const amount = useSignal('100.00')
  const give = (path: string, body: object, done: string) => {
    chosen.value = partner
    return commandKey(path, { key: digest, ...body }, done)
  }
  const topUp = () =>
    /^\d+(?:\.\d+)?$/.test(amount.value.trim())
      ? give('top-up', { amount: amount.value.trim() }, `Topped up ${name}.`)
      : complain('Write the amount as a decimal number, such as 100.00.')
  return html`<section aria-labelledby="key">
    <h2 id="key">Key of ${name}</h2>
    <p>Balance <b>${balance}</b>, ${orders} ${orders === 1 ? 'order' : 'orders'}${isRevoked && html`, <b class="bad">revoked</b>`}. SHA-256 <code>${digest.slice(0, 12)}…</code></p>
    <p class="actions">
      <label>Amount <input size="8" value=${amount.value} inputmode="decimal" onInput=${({
        currentTarget,
      }: Event & { currentTarget: HTMLInputElement }) => {
        amount.value = currentTarget.value
      }} /></label>
      <button type="button" onClick=${topUp}>Top up</button>
      <button type="button" onClick=${() => give('revoke', { revoked: !isRevoked }, isRevoked ? `${name} is served again.` : `Revoked the key of ${name}.`)}>${isRevoked ? 'Restore the key' : 'Revoke the key'}</button>
      <${SureButton} label="Reset" lost="deletes its orders and its calls" act=${() => give('reset', {}, `Reset ${name}.`)} />
    </p>
  </section>`
}
