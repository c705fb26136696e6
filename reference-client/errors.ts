import { moneyWords } from '../contract/wire/money.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import type { ClientProfileKey } from './client-profile.ts'
import type { Money } from './money.ts'

/** The failed operation: one of the six of the reference, or one that the client builds from them. */
export type ClientOperation = OperationId | 'createClient' | 'follow' | 'purchase'

/** The base class of every error of the client. None of them contains the API key. */
export class PartnerPurchaseError extends Error {
  override readonly name: string = 'PartnerPurchaseError'
  readonly operation: ClientOperation

  constructor(operation: ClientOperation, message: string, options?: { readonly cause: unknown }) {
    super(message, options)
    this.operation = operation
  }
}

/** The client was given something that it cannot use. Nothing was sent. */
export class UsageError extends PartnerPurchaseError {
  override readonly name = 'UsageError'
}

/** The request that an error is about. */
export type FailedRequest = {
  readonly operation: ClientOperation
  /** Method and path, such as `GET /balance`. */
  readonly request: string
}

/** What to do after a request whose answer did not come, or cannot be used. */
function adviceAfter(operation: ClientOperation): string {
  return operation === 'createOrder'
    ? 'The purchase may have been made: look it up, or send the identical body again; never buy under a new reference.'
    : 'This request bought nothing; it can be made again.'
}

/** No connection, or one that broke before the answer was complete. On a purchase this does not mean failure (§4.3). */
export class ConnectionError extends PartnerPurchaseError {
  override readonly name = 'ConnectionError'

  constructor({ operation, request, cause }: FailedRequest & { readonly cause: Error }) {
    super(operation, `${request} got no complete answer: ${cause.message}. ${adviceAfter(operation)}`, {
      cause,
    })
  }
}

/** No complete answer came in time. On a purchase this does not mean failure (§4.3). */
export class TimeoutError extends PartnerPurchaseError {
  override readonly name = 'TimeoutError'
  /** In milliseconds. */
  readonly timeoutMs: number

  constructor({ operation, request, timeoutMs }: FailedRequest & { readonly timeoutMs: number }) {
    super(operation, `${request} was not answered within ${timeoutMs} ms. ${adviceAfter(operation)}`)
    this.timeoutMs = timeoutMs
  }
}

type UnexpectedResponse = FailedRequest &
  Pick<UnexpectedResponseError, 'status' | 'position' | 'profileKey'> & {
    /** What was found, and what belongs there. */
    readonly found: string
  }

/** An answer that is neither a refusal nor what the reference and the profile describe. */
export class UnexpectedResponseError extends PartnerPurchaseError {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number
  /** JSON Pointer (RFC 6901) to what differs, `''` for the whole body; `null` when it is not the body. */
  readonly position: string | null
  /** The key of the profile that says so; `null` when the reference does. */
  readonly profileKey: ClientProfileKey | null

  constructor(answer: UnexpectedResponse) {
    const { operation, request, status, position, profileKey, found } = answer
    const remedy =
      profileKey === null ? '' : ` If the service does so on purpose, set ${profileKey} in the profile.`
    super(operation, `${request} was answered ${status}, but ${found}. ${adviceAfter(operation)}${remedy}`)
    this.status = status
    this.position = position
    this.profileKey = profileKey
  }
}

type ErrorAnswer = FailedRequest &
  Pick<AnsweredError, 'status' | 'code' | 'title' | 'detail' | 'retryAfterSeconds'>

/** The service answered with an error status. What its body says is bounded, and without the key. */
export abstract class AnsweredError extends PartnerPurchaseError {
  readonly status: number
  readonly code: string | null
  readonly title: string | null
  readonly detail: string | null
  /** What `Retry-After` asks for, in seconds or until a date; `null` when it asks for nothing. */
  readonly retryAfterSeconds: number | null

  constructor(answer: ErrorAnswer, remedy: string) {
    const { operation, request, status, code, title, detail } = answer
    const said = [code, title, detail].filter((part) => part !== null).join(': ')
    super(operation, `${request} was answered ${status}${said === '' ? '' : ` (${said})`}. ${remedy}`)
    this.status = status
    this.code = code
    this.title = title
    this.detail = detail
    this.retryAfterSeconds = answer.retryAfterSeconds
  }
}

/** The service failed: a 5xx. On a purchase it may have failed after the purchase was made. */
export class ServerError extends AnsweredError {
  override readonly name = 'ServerError'

  constructor(answer: ErrorAnswer) {
    super(answer, adviceAfter(answer.operation))
  }
}

/** The service refused the request: a 4xx. */
export class RefusedError extends AnsweredError {
  override readonly name: string = 'RefusedError'

  constructor(
    answer: ErrorAnswer,
    remedy = 'Check the key, the request and the profile; unchanged, it will be refused again.',
  ) {
    super(answer, remedy)
  }
}

/** The service was called too often. */
export class RateLimitedError extends RefusedError {
  override readonly name = 'RateLimitedError'

  constructor(answer: ErrorAnswer) {
    const { retryAfterSeconds } = answer
    const pause = retryAfterSeconds === null ? 'a while' : `${retryAfterSeconds} seconds`
    super(answer, `Wait ${pause}, then send the identical request again.`)
  }
}

/** The service refused this purchase request. Correct what it names, and keep the reference. */
export class OrderRefusedError extends RefusedError {
  override readonly name = 'OrderRefusedError'

  constructor(answer: ErrorAnswer) {
    super(answer, 'Correct what it names; for the same purchase keep the same reference.')
  }
}

/** The service knows no order of this reference, at this moment. */
export class OrderNotFoundError extends RefusedError {
  override readonly name = 'OrderNotFoundError'
  readonly partnerReference: string

  constructor(answer: ErrorAnswer & { readonly partnerReference: string }) {
    super(
      answer,
      'No order of this reference is known now. If one was sent, send the identical body again; if orders are looked up elsewhere, set lookup in the profile.',
    )
    this.partnerReference = answer.partnerReference
  }
}

/** The balance does not cover the price: the purchase was not sent. */
export class InsufficientBalanceError extends PartnerPurchaseError {
  override readonly name = 'InsufficientBalanceError'
  readonly price: Money
  readonly balance: Money

  constructor({ price, balance }: { readonly price: Money; readonly balance: Money }) {
    super(
      'purchase',
      `The price is ${moneyWords(price.minorUnits, price)}, the balance ${moneyWords(balance.minorUnits, balance)}. ` +
        'This call sent no purchase. Top the balance up, then purchase again under the same reference; ' +
        'if an earlier call sent it already, look it up instead.',
    )
    this.price = price
    this.balance = balance
  }
}

type UnknownOutcome = Pick<OutcomeUnknownError, 'operation' | 'partnerReference' | 'sku' | 'attempts'> & {
  /** The last failure, or the reason of the abort. */
  readonly cause: unknown
}

/** The client could not find out whether the purchase was made, or how it ended. It may have been made. */
export class OutcomeUnknownError extends PartnerPurchaseError {
  override readonly name = 'OutcomeUnknownError'
  readonly partnerReference: string
  /** `null` when only a reference was followed. */
  readonly sku: string | null
  /** How many times this call sent the purchase. */
  readonly attempts: number
  /** After how many seconds to look again, as the last answer asked; `null` when it asked for nothing. */
  readonly retryAfterSeconds: number | null

  constructor({ operation, partnerReference, sku, attempts, cause }: UnknownOutcome) {
    const item = sku === null ? '' : ` (sku ${sku}, sent ${attempts} ${attempts === 1 ? 'time' : 'times'})`
    const asked = cause instanceof AnsweredError ? cause.retryAfterSeconds : null
    const when = asked === null ? 'Later' : `Not sooner than in ${asked} seconds`
    super(
      operation,
      `The outcome of the purchase ${partnerReference}${item} is not known: it may have been made. ` +
        `${when}, look it up by this reference, or send the identical body again; never buy it under a new reference.`,
      { cause },
    )
    this.partnerReference = partnerReference
    this.sku = sku
    this.attempts = attempts
    this.retryAfterSeconds = asked
  }
}
