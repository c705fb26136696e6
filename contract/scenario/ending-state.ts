import type { Profile } from '../profile/profile.ts'
import type { Ending } from './scenario.ts'

export function endingState(ending: Ending, states: Profile['states']): string {
  // Both lists hold at least one state: the profile's schema says so.
  return typeof ending === 'string' ? (states[ending][0] as string) : ending.state
}
