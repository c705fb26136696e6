import type { OrderSummary } from '../contract/wire/exchange-facts.ts'

/** How an order ended while it was polled. `unnamed` is a state that the profile does not list. */
export type Ending =
  | 'succeeded'
  | 'failed'
  | 'unnamed'
  | 'still-processing'
  | 'too-slow'
  | 'never-found'
  | 'unreadable'
  | 'unanswered'

/** Endings of orders that have left PROCESSING. */
export const ENDED: readonly (Ending | undefined)[] = ['succeeded', 'failed', 'unnamed']

/** An intended purchase of the run. Times are milliseconds since the run began. */
export type Order = {
  readonly reference: string
  readonly sku: string
  /** How often its body was sent. */
  sent: number
  /** The first summary, and when it came. */
  summary?: OrderSummary
  boughtMs?: number
  /** Whether a client disconnected before the answer to its purchase. */
  isAbandoned?: boolean
  /** Whether its body was sent several times at the same time. */
  isCrowded?: boolean
  /** When a lookup last saw it PROCESSING. */
  processingMs?: number
  ending?: Ending
  following?: Promise<void>
}
