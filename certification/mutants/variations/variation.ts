import type { GapId } from '../../../contract/reference/gaps.ts'
import type { Decisions } from '../client/decisions.ts'

/** A client that does the right thing in another way than the usual one. */
export type Variation = {
  readonly says: string
  readonly change: Partial<Decisions>
  /** The id of the remark that is made on it, if one is. */
  readonly remark?: string
  /** The gap that it answers in another way than the profile: it can't be certified, and is blamed for nothing. */
  readonly gap?: GapId
}

/** Clients that nothing is remarked on, and that answer no gap in another way: what each does, and its decisions. */
export function plain(changes: Readonly<Record<string, Variation['change']>>): readonly Variation[] {
  return Object.entries(changes).map(([says, change]) => ({ says, change }))
}
