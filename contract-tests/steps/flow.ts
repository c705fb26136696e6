import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { Answer } from '../analysis/answer.ts'
import type { Bought } from './measured.ts'

/** How following an order ended. */
export type FlowEnd =
  | { readonly kind: 'settled' }
  /** It was still `PROCESSING`, and asked for a wait longer than the profile allows for an order. */
  | {
      readonly kind: 'gave-up'
      readonly polls: number
      readonly askedSeconds: number
      readonly waitedMs: number
    }
  /** Its polls were not answered, or not with a summary. */
  | { readonly kind: 'failed' }

/** An order as it was polled, as often as the API asked for. */
export type Flow = {
  readonly order: OrderRequest
  /** The first answer that showed the purchase, and every poll, in order of arrival. */
  readonly answers: readonly Answer[]
  readonly ended: FlowEnd
  /** Lookups after the order was settled. */
  readonly afterwards: readonly Answer[]
  /** Answers to its identical body: sent instead of a poll while it was PROCESSING, and once it was settled. */
  readonly repeats: readonly Bought[]
}

/** An order that is to be followed. */
export type Followed = {
  readonly order: OrderRequest
  readonly from: Answer
  /** The numbers of the polls that are replaced by the identical body, each allowed by `repeatAllowed`. */
  readonly repeatAtPolls: readonly number[]
  /** Whether its body is sent again once it is settled: the budget covers that already. */
  readonly repeatOnceSettled: boolean
}
