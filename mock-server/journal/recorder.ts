import type { DeliveryOutcome, Exchange, NearMiss } from '../../contract/wire/exchange.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { Answer } from '../message/answer.ts'

/** An exchange under way: in the journal since its request arrived, filled in as more is known of it. */
export type Recording = {
  identify(partner: string): void
  operation(id: OperationId): void
  /** The body of the request, as it arrived. */
  body(text: string): void
  /** What the request said about an order, as it arrived, and what came of it. */
  order(order: NonNullable<Exchange['order']>): void
  fault(fault: NonNullable<Exchange['fault']>): void
  /** It may hold no key. */
  nearMiss(nearMiss: NearMiss): void
  /** What is decided to be answered, whether it arrives or not. It may hold no key. */
  answer(response: Answer): void
  /** How far the answer got, which completes the exchange: the first word counts. */
  deliver(outcome: DeliveryOutcome): void
  /** Resolves when the exchange is complete. */
  readonly completed: Promise<void>
}
