import { splitTrials } from '../../../certification/runner/listening/split-trials.ts'
import type { Trial } from '../../../certification/trial.ts'
import type { KeyHistory } from '../../../mock-server/sandbox/judge-port.ts'
import { onOneClock } from './one-clock.ts'

/** What a key did as the trials of a certification: a card that was bought is a scenario. */
export function trialsOf(history: KeyHistory): {
  readonly trials: readonly Trial[]
  /** The `seq` that an exchange has in the journal, by that in the trials. */
  readonly seqs: readonly number[]
  /** Milliseconds since the Unix epoch. */
  readonly beganAt: number
  readonly endedMs: number
} {
  const { exchanges, seqs, beganAt } = onOneClock(history.exchanges)
  const { scenarios, profile, openingBalance, omitted: unrecorded } = history
  const endedMs = Math.max(0, history.endedAt - beganAt)
  const trials = splitTrials({ exchanges, scenarios, profile, endedMs, openingBalance, unrecorded })
  return { trials, seqs, beganAt, endedMs }
}
