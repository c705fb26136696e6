import type { GapId } from '../../../contract/reference/gaps.ts'
import type { Decisions } from '../client/decisions.ts'

/** A client that is correct in another way than the usual one. */
export type Variation = {
  readonly says: string
  readonly change: Partial<Decisions>
  /** The id of the remark that the client gets, if any. */
  readonly remark?: string
  /** The gap that the client answers differently from the profile. It can't be certified, and breaks nothing. */
  readonly gap?: GapId
}

/** Correct clients without a remark or another answer to a gap: their names, and their decisions. */
export function plain(changes: Readonly<Record<string, Variation['change']>>): readonly Variation[] {
  return Object.entries(changes).map(([says, change]) => ({ says, change }))
}
