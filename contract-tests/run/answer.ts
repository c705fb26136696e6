import { is2xx } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { orderSummary } from '../../contract/wire/bodies.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
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

/** An order summary as a client needs it. */
export type ReadSummary = { readonly status: string; readonly pollAfterSeconds: unknown }

/** The summary of a lookup at `data.order`, or undefined (§4.1). */
export function lookupSummary(answer: Answer): ReadSummary | undefined {
  return summaryAt(answer, '/data/order')
}

/** The summary in an answer, at the position of its operation: of a purchase at `data.order.order` (§4.1). */
export function summaryIn(answer: Answer): ReadSummary | undefined {
  const isPurchase = answer.exchange.operation === 'createOrder'
  return isPurchase ? summaryAt(answer, '/data/order/order') : lookupSummary(answer)
}

/** Whether a summary asks to be polled. */
export function isProcessing(summary: ReadSummary | undefined): boolean {
  return summary?.status === PROCESSING
}

/** Whether a summary has a state in which orders are settled, by the profile. */
export function isSettled({ status }: ReadSummary, { states }: Pick<Profile, 'states'>): boolean {
  return [...states.success, ...states.failure].includes(status)
}

function summaryAt(answer: Answer, position: string): ReadSummary | undefined {
  if (!isServed(answer)) return undefined
  const { data } = orderSummary.safeParse(readPointer(answer.json, position))
  return data && { status: data.status, pollAfterSeconds: data.pollAfterSeconds }
}
