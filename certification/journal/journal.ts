import type { Trial } from '../trial.ts'
import type { RunHead } from './journal-schema.ts'

/** A run of a client as it is recorded: all that it can be judged by, now or later. */
export type Recording = {
  readonly head: RunHead
  /** Those that came to their end, in the order of the table. */
  readonly trials: readonly Trial[]
}
