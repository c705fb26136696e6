import { type OrderSummary, summaryAt } from '../contract/wire/exchange-facts.ts'
import { isObject } from '../contract/wire/json-pointer.ts'
import { PROCESSING } from '../contract/wire/processing.ts'
import { is2xx, isOfTheMoment } from '../contract/wire/status.ts'
import { type Answer, describeAnswer } from './target/exchange.ts'

/** The key that a request carried: the run's own, a key whose allowlist excludes this address, or no valid key. */
export type KeyUsed = 'own' | 'blocked' | 'invalid'

/** One request of a run, and its answer. Times are milliseconds since the run began. */
export type Call = Answer & {
  readonly key: KeyUsed
  /** The reference and the card that the request is about; null if it is about none. */
  readonly reference: string | null
  readonly sku: string | null
  readonly sentMs: number
  /** When the answer came, or the wait for it ended. */
  readonly endedMs: number
  /** Whether the client disconnected before the answer came. */
  readonly isAbandoned: boolean
  /** For a purchase: whether its body had been sent before. */
  readonly isRepeated: boolean
}

/** A kind of failure that has its own advice: a call was refused, or something was paid for. */
export type Fault = 'refused' | 'charged'

/** These calls show something that a clause excludes. */
export class Broken extends Error {
  override readonly name = 'Broken'
  readonly calls: readonly Call[]
  readonly fault: Fault | null

  constructor(message: string, calls: readonly Call[], fault: Fault | null = null) {
    super(message)
    this.calls = calls
    this.fault = fault
  }
}

/** The check could not see what it looks for. */
export class NotObserved extends Error {
  override readonly name = 'NotObserved'
}

/** The check needs something that the user has not given, or that the service does not accept. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach'
}

/** Statuses that may refuse a body while the same body is in progress (RFC 9110, section 15.5.10; RFC 4918, section 11.3). */
const IN_PROGRESS: readonly number[] = [409, 423]

/**
 * True if the same request may soon get another answer: none came, or one that asks to come again (RFC 9110, section
 * 10.2.3).
 */
export function mayChange(call: Pick<Call, 'status' | 'exchange'>): boolean {
  const { status, exchange } = call
  if (status !== null && status < 400) return false
  return saysNothing(status) || exchange.response?.headers['retry-after'] !== undefined
}

function saysNothing(status: number | null): boolean {
  return status === null || isOfTheMoment(status)
}

/** True if a refusal may only mean that the same body is in progress. */
export function mayBeInProgress({ status }: Pick<Call, 'status'>): boolean {
  return status !== null && IN_PROGRESS.includes(status)
}

/** Statuses that refuse the caller or its Accept header, and not the request itself (RFC 9110, section 15.5). */
const OF_THE_CALLER: readonly number[] = [401, 403, 406]

/**
 * `yes` is any 2xx, and `no` a 4xx that refuses the request. Everything else says nothing: no answer, a redirect, a
 * 5xx, a status that asks to come again, or one that refuses the caller (401, 403, 406).
 */
export function says({ status }: Pick<Call, 'status'>): 'yes' | 'no' | 'nothing' {
  if (is2xx(status)) return 'yes'
  const isRefusal = status !== null && status >= 400 && !OF_THE_CALLER.includes(status)
  return isRefusal && !saysNothing(status) ? 'no' : 'nothing'
}

/** The top-level `data` object of a success (§2). */
export function dataOf(call: Call): Readonly<Record<string, unknown>> | undefined {
  if (says(call) !== 'yes' || !isObject(call.json)) return undefined
  return isObject(call.json.data) ? call.json.data : undefined
}

/** Why the answer of a success has no top-level `data` object, as the end of a sentence. */
export function withoutData({ json }: Pick<Call, 'json'>): string {
  return json === undefined ? 'with a body that is not JSON' : 'without a top-level data object'
}

/** The order summary of a success, at the position of its operation (§4.1). */
export function summaryOf(call: Call): OrderSummary | undefined {
  return says(call) === 'yes' ? summaryAt(call.json, call.exchange.operation) : undefined
}

export function isProcessing(call: Call): boolean {
  return summaryOf(call)?.status === PROCESSING
}

/** True if a lookup finds no order: it is refused, or a success without an order. The reference does not show which. */
export function findsNothing(call: Call): boolean {
  if (says(call) !== 'yes') return says(call) === 'no'
  if (call.json === undefined) return call.exchange.response?.body === ''
  if (!isObject(call.json)) return false
  const { data } = call.json
  // A status directly in `data` is a summary in another place, not a missing order.
  return data === null || (isObject(data) && (data.order ?? null) === null && typeof data.status !== 'string')
}

/** The request and its answer in a few words: `POST /orders answered 409`. */
export function described(call: Call): string {
  return call.isAbandoned
    ? `${call.exchange.request.method} ${call.exchange.request.target}, abandoned`
    : describeAnswer(call)
}

/**
 * Expects a call to be served.
 *
 * @throws {Broken} if it is refused, or always fails (a 503 only asks to come again).
 * @throws {NotObserved} if the answer says nothing.
 */
export function mustBeServed(call: Call, what: string): void {
  if (says(call) === 'yes') return
  const { status } = call
  const isFault = status !== null && status >= 500 && status !== 503
  if (says(call) === 'no' || isFault)
    throw new Broken(`Expected ${what} to be served; ${described(call)}.`, [call], 'refused')
  throw new NotObserved(`${described(call)}${explained(call)}.`)
}

/**
 * Expects a call to be served, and returns its data.
 *
 * @throws {Broken | NotObserved} if it has none.
 */
export function mustHaveData(call: Call, what: string): Readonly<Record<string, unknown>> {
  mustBeServed(call, what)
  const data = dataOf(call)
  if (data === undefined)
    throw new NotObserved(`${described(call)} without a top-level data object: see data-envelope.`)
  return data
}

/**
 * Expects a purchase or a lookup to be served, and returns its summary. A summary at another position is judged by the
 * clause of the position.
 *
 * @throws {Broken | NotObserved} if there is none.
 */
export function mustHaveSummary(call: Call, what: string): OrderSummary {
  mustHaveData(call, what)
  const summary = summaryOf(call)
  const clause = call.exchange.operation === 'createOrder' ? 'purchase-position' : 'lookup-position'
  if (summary === undefined)
    throw new NotObserved(`${described(call)} without a summary at its position: see ${clause}.`)
  return summary
}

/** What to do about an answer that says nothing about its request. */
function explained({ status, exchange }: Call): string {
  if (status === 401 || status === 403)
    return '. The key was not accepted. If it is valid, the profile may send it the wrong way: change auth, or run npx partner-purchase-kit discover'
  if (status !== null && status < 400)
    return `, to ${exchange.response?.headers.location ?? 'an address that it does not name'}. No redirect is followed, since the key would travel with it. Give the address that serves in --base-url`
  return ', even when it was sent again'
}
