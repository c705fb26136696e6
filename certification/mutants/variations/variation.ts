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
