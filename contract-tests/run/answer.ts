import { is2xx } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { type OrderSummary, summaryAt } from '../../contract/wire/bodies.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type JsonPointer, readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'

/** What came back for a request, parsed once. */
export type Answer = {
  /** Its record, redacted. */
  readonly exchange: Exchange
  /** Null when no answer arrived: `failure` says why. */
  readonly status: number | null
  /** The body, parsed; undefined when it is not JSON. */
  readonly json: unknown
  /** Why no answer arrived, in a few words. */
  readonly failure: string | null
}

/** Whether a request was served. */
export function isServed(answer: Answer | undefined): boolean {
  return is2xx(answer?.status ?? null)
}

/** What an answer says in a few words: `GET /ping answered 200`. */
export function describeAnswer({ exchange, status, failure }: Answer): string {
  const asked = `${exchange.request.method} ${exchange.request.target}`
  return status === null ? `${asked} was not answered (${failure})` : `${asked} answered ${status}`
}

/** An amount in an answer, in minor units; undefined where none can be read at that place. */
export function amountIn({ json }: Answer, place: JsonPointer, money: Profile['money']): number | undefined {
  return parseAmount(readPointer(json, place), money)
}

/** An order summary as a client needs it. */
export type ReadSummary = Pick<OrderSummary, 'status' | 'pollAfterSeconds'>

/** The summary in an answer that is served, at the position of its operation (§4.1). */
export function summaryIn(answer: Answer): ReadSummary | undefined {
  return isServed(answer) ? summaryAt(answer.json, answer.exchange.operation) : undefined
}

/** Whether a summary asks to be polled. */
export function isProcessing(summary: ReadSummary | undefined): boolean {
  return summary?.status === PROCESSING
}

/** Whether a summary has a state in which orders are settled, by the profile. */
export function isSettled({ status }: ReadSummary, { states }: Pick<Profile, 'states'>): boolean {
  return [...states.success, ...states.failure].includes(status)
}
