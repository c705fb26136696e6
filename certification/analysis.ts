import type { Profile } from '../contract/profile/profile.ts'
import { type Behaviour, behaviourIn } from './behaviour.ts'
import { unreadSteps } from './reading.ts'
import type { ClientStep } from './steps.ts'
import type { Trial } from './trial.ts'

/** All that a rule knows of one trial: what the client did in it, and what the whole run shows that it does not read. */
export type Analysis = Behaviour & {
  /** The steps whose summary it does not read: of those, only that is judged. */
  readonly unread: ReadonlySet<ClientStep>
}

/** Analyses the trials of one run, in their order. */
export function readRun(trials: readonly Trial[], profile: Profile, isTimed = true): readonly Analysis[] {
  return analysesOf(trials.map((trial) => behaviourIn(trial, profile, isTimed)))
}

/** What the trials of one run show together. */
export function analysesOf(run: readonly Behaviour[]): readonly Analysis[] {
  const unread = unreadSteps(run)
  return run.map((behaviour) => ({ ...behaviour, unread }))
}
