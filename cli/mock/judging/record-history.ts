import { journalOf } from '../../../certification/runner/recording.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { KeyHistory } from '../../../mock-server/sandbox/judge-port.ts'
import { trialsOf } from './trials-of-history.ts'

/** No certification: nobody planned what is in it. */
const NOT_A_RUN = 'This is what one key did at a mock, and no run of a certification.'
const CLOCK_CHANGED = `${NOT_A_RUN} The clock of the key was changed: its waits are not what they seem.`

/**
 * What a key did, as the recording of a certification that was not finished: `judge` gives a verdict on each clause that can
 * be seen in it, and certifies nothing.
 *
 * @returns undefined where nothing was bought.
 */
export function recordHistory(history: KeyHistory, baseUrl: string): string | undefined {
  const { trials, beganAt, endedMs } = trialsOf(history)
  if (trials.length === 0) return undefined
  const chosen = trials.map(({ scenario }) => scenario)
  const others = SCENARIOS.filter(({ sku }) => chosen.every((one) => one.sku !== sku))
  return journalOf(
    { profile: history.profile, scenarios: [...chosen, ...others], chosen, command: null, stated: {} },
    {
      trials,
      baseUrl,
      startedAt: beganAt,
      durationMs: endedMs,
      ending: history.isClockChanged ? CLOCK_CHANGED : NOT_A_RUN,
    },
  )
}
