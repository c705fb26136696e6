import type { Profile } from '../contract/profile/profile.ts'
import { type Behaviour, behaviourIn } from './behaviour.ts'
import { unreadSteps } from './reading.ts'
import type { ClientStep } from './steps.ts'
import type { Trial } from './trial.ts'

/**
 * All that a rule may look at: what the client did in one trial, and which summaries the whole run shows it to miss.
 */
export type Analysis = Behaviour & {
  /**
   * Steps whose summary the client does not read. The two clauses on positions judge them, and no other clause does.
   */
  readonly unread: ReadonlySet<ClientStep>
}

/** Analyses the trials of one run, in their order. */
export function readRun(trials: readonly Trial[], profile: Profile, isTimed = true): readonly Analysis[] {
  return analysesOf(trials.map((trial) => behaviourIn(trial, profile, isTimed)))
}

/** Adds to each trial what only all trials of the run together can show. */
export function analysesOf(run: readonly Behaviour[]): readonly Analysis[] {
  const unread = unreadSteps(run)
  return run.map((behaviour) => ({ ...behaviour, unread }))
}
