import type { OrderSummary } from '../contract/wire/bodies.ts'

/** How following an order ended. `unnamed` is a state that the profile does not name. */
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
  /** What the first answer with a summary said, and when it came. */
  summary?: OrderSummary
  boughtMs?: number
  /** Whether a client of it went away before the answer. */
  isAbandoned?: boolean
  /** Whether its body was sent several times at the same time. */
  isCrowded?: boolean
  /** When a lookup last saw it PROCESSING. */
  processingMs?: number
  ending?: Ending
  following?: Promise<void>
}
