import type { Profile } from '../../contract/profile/profile.ts'
import { envelope, orderSummary } from '../../contract/wire/bodies.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import { type Answer, isServed } from './answer.ts'
import { NotObserved } from './verdict-errors.ts'

/** What an answer says in a few words: `GET /ping answered 200`. */
export function describeAnswer({ exchange, status, failure }: Answer): string {
  const asked = `${exchange.request.method} ${exchange.request.target}`
  return status === null ? `${asked} was not answered (${failure})` : `${asked} answered ${status}`
}

/** The `data` object of a served answer. If it is missing, nothing else can be judged; another clause reports that. */
export function dataOf(answer: Answer): Record<string, unknown> {
  const parsed = envelope.safeParse(answer.json)
  if (parsed.success) return parsed.data.data
  const reason = `${describeAnswer(answer)} without a top-level data object (see data-envelope), so that nothing in it can be read.`
  throw new NotObserved(reason, [answer.exchange])
}

/** An order summary as a client needs it. */
export type ReadSummary = { readonly status: string; readonly pollAfterSeconds: unknown }

/** The summary of a purchase at `data.order.order`, or undefined (§4.1). */
export function purchaseSummary(answer: Answer): ReadSummary | undefined {
  return isServed(answer) ? summaryAt(answer, '/data/order/order') : undefined
}

/** The summary of a lookup at `data.order`, or undefined (§4.1). */
export function lookupSummary(answer: Answer): ReadSummary | undefined {
  return isServed(answer) ? summaryAt(answer, '/data/order') : undefined
}

/** The summary in an answer, at the position of its operation. */
export function summaryIn(answer: Answer): ReadSummary | undefined {
  return answer.exchange.operation === 'createOrder' ? purchaseSummary(answer) : lookupSummary(answer)
}

/** Whether a summary asks to be polled. */
export function isProcessing(summary: ReadSummary | undefined): boolean {
  return summary?.status === PROCESSING
}

/** Whether a value is what §3.1 documents: a number of seconds. */
export function isPollAfter(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function summaryAt(answer: Answer, position: string): ReadSummary | undefined {
  const parsed = orderSummary.safeParse(readPointer(answer.json, position))
  if (!parsed.success) return undefined
  return { status: parsed.data.status, pollAfterSeconds: parsed.data.pollAfterSeconds }
}

/** Statuses that refuse the caller, not the request: the profile names them, the reference does not. */
const CALLER_REFUSALS = ['unauthenticated', 'ipNotAllowed', 'rateLimited', 'unavailable'] as const

/** Why a refusal says nothing about a clause: by the profile its status is about the caller. Otherwise undefined. */
export function callerRefusal(answer: Answer, profile: Profile): string | undefined {
  const key = CALLER_REFUSALS.find((name) => profile.errors[name] === answer.status)
  if (key === undefined) return undefined
  return `${describeAnswer(answer)}, which the profile reads as errors.${key}`
}
