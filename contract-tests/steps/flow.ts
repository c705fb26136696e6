import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { Answer } from '../analysis/answer.ts'
import type { Bought } from './measured.ts'

/** How following an order ended. */
export type Ending =
  | { readonly kind: 'settled' }
  /** It was still `PROCESSING`, and asked for a wait beyond the time that the profile gives an order. */
  | {
      readonly kind: 'gave-up'
      readonly polls: number
      readonly askedSeconds: number
      readonly waitedMs: number
    }
  /** Its polls were not answered, or not with a summary. */
  | { readonly kind: 'failed' }

/** An order as it was followed, at the pace that the API asked for. */
export type Flow = {
  readonly order: OrderRequest
  /** The answer that showed it bought, and every poll, in the order of their arrival. */
  readonly answers: readonly Answer[]
  readonly ended: Ending
  /** Lookups after the order was settled. */
  readonly afterwards: readonly Answer[]
  /** Its identical body, sent while it was PROCESSING in the place of a poll, and once it was settled. */
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
