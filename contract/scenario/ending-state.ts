import type { Profile } from '../profile/profile.ts'
import type { Ending } from './scenario.ts'

/** The state that an ending leads to: the first such state of the profile, or the one that it names. */
export function endingState(ending: Ending, states: Profile['states']): string {
  // Both lists hold at least one state: the profile's schema says so.
  return typeof ending === 'string' ? (states[ending][0] as string) : ending.state
}
