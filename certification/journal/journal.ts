import type { Trial } from '../trial.ts'
import type { RunHead } from './journal-schema.ts'

/** The recording of a client's run: all that judging needs, now or later. */
export type Recording = {
  readonly head: RunHead
  /** The trials that finished, in the order of the table. */
  readonly trials: readonly Trial[]
}
