import { html } from 'htm/preact'
import { KeyChoice } from '../parts/controls.ts'
import { commandKey, useKeys } from '../parts/hooks.ts'
import { chosen, type KeyFacts, key } from '../state/keys.ts'

const STEPS: readonly [label: string, seconds: number][] = [
  ['1 second', 1],
  ['10 seconds', 10],
  ['1 minute', 60],
  ['1 hour', 3600],
]
const SPEEDS = [1, 10, 60, 3600]

export function ClockTab() {
  useKeys()
  const { value } = key
  return html`<${KeyChoice} />${value !== undefined && html`<${Clock} of=${value} />`}`
}

function Clock({ of }: { of: KeyFacts }) {
  const { now, frozen, speed } = of.clock
  const due = of.nextChange === null ? null : (Date.parse(of.nextChange) - Date.parse(now)) / 1000
  const change = (body: object, done: string) => {
    chosen.value = of.partner
    return commandKey('clock', { key: of.digest, ...body }, done)
  }
  return html`<p class="big"><time>${now.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time></p>
    <p class="quiet">${frozen ? 'frozen' : speed === 1 ? 'runs at the normal speed' : `runs ${speed} times as fast`}${
      due === null
        ? '; nothing is due'
        : `; the next change of an order is due in ${Math.max(0, due).toFixed(1)} s of this clock`
    }</p>
    <p class="actions">
      <button type="button" class="main" disabled=${due === null}
        onClick=${() => change({ advanceSeconds: Math.max(0, due ?? 0) }, 'Advanced to the next change.')}>Advance to the next change</button>
      ${STEPS.map(([label, advanceSeconds]) => html`<button type="button" onClick=${() => change({ advanceSeconds }, `Advanced by ${label}.`)}>+ ${label}</button>`)}
    </p>
    <p class="actions">
      ${
        frozen
          ? html`<button type="button" onClick=${() => change({ resume: true }, 'It runs again.')}>Let it run</button>`
          : html`<button type="button" onClick=${() => change({ freeze: true }, 'It is frozen.')}>Freeze</button>`
      }
      ${SPEEDS.map((rate) => html`<button type="button" aria-pressed=${!frozen && speed === rate} onClick=${() => change({ speed: rate }, `It runs at ${rate} times the speed.`)}>× ${rate}</button>`)}
    </p>
    <p class="note">The time never goes back. To begin again, reset the key under Partners.</p>`
}
