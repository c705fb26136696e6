import type { DeliveryOutcome, Exchange, NearMiss } from '../../contract/wire/exchange.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import type { CompleteAnswer } from '../message/complete-answer.ts'

/** An exchange in progress: in the journal since its request arrived, and completed as more is known of it. */
export type ExchangeRecording = {
  identify(partner: string): void
  operation(id: OperationId): void
  /** The body of the request, as it arrived. */
  body(text: string): void
  /** The headers after a body in chunks: names and values alternately. */
  trailers(raw: readonly string[]): void
  /** The order that the request was about, as it was sent, and the effect. */
  order(order: NonNullable<Exchange['order']>): void
  fault(fault: NonNullable<Exchange['fault']>): void
  /** It must not contain a key. */
  nearMiss(nearMiss: NearMiss): void
  /** The answer that was decided, whether it arrives or not. It must not contain a key. */
  answer(response: CompleteAnswer): void
  /** How far the answer got, which completes the exchange: the first call counts. */
  deliver(outcome: DeliveryOutcome): void
  /** Resolves when the exchange is complete. */
  readonly completed: Promise<void>
}
