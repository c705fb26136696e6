import type { Profile } from '../../contract/profile/profile.ts'
import { lookupBody, type OrderSummary, purchaseBody } from '../../contract/wire/bodies.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'

/** An order summary, as an answer carried it at its documented position. */
export type Summary = {
  readonly status: string
  readonly isProcessing: boolean
  /** Seconds; null where there was none. */
  readonly pollAfterSeconds: number | null
}

/** What a client was told by the answer to a request about an order, and when, in milliseconds of the trial's clock. */
export type Answer =
  | {
      readonly kind: 'summary'
      readonly summary: Summary
      readonly knownMs: number
      /** When it was handed to the socket: a busy kit may note its delivery much later than a client reads it. */
      readonly handedMs: number
    }
  /** An error that is the caller's. The reference documents none that means "not bought". */
  | { readonly kind: 'refused'; readonly status: number; readonly knownMs: number }
  /** A 5xx, or what the profile has for unavailable: it tells nothing of the purchase. */
  | { readonly kind: 'failed'; readonly status: number; readonly knownMs: number }
  /** A success without a summary that could be read. */
  | { readonly kind: 'unreadable'; readonly knownMs: number }
  /** It did not arrive, or not whole. */
  | { readonly kind: 'missing'; readonly knownMs: number }
  /** It was still under way when nobody looked any more. */
  | { readonly kind: 'pending'; readonly knownMs: number }

/** Which answer it is: its summary's position differs (§4.1). */
export type Position = 'purchase' | 'lookup'

/** What an exchange about an order told its client. Where nobody looked, what was decided counts as delivered. */
export function readAnswer(exchange: Exchange, position: Position, { errors }: Profile): Answer {
  const { response, delivery, fault } = exchange
  if (delivery !== null && delivery.outcome !== 'delivered')
    return { kind: 'missing', knownMs: delivery.atMs }
  // An answer that a fault holds back is decided long before anybody is handed it.
  const isHeld = delivery === null && fault !== null
  if (response === null || isHeld) return { kind: 'pending', knownMs: Number.POSITIVE_INFINITY }
  const knownMs = delivery?.atMs ?? response.answeredMs
  const { status } = response
  if (status >= 500 || status === errors.unavailable) return { kind: 'failed', status, knownMs }
  if (status < 200 || status >= 300) return { kind: 'refused', status, knownMs }
  const summary = readSummary(response.body, position)
  if (summary === undefined) return { kind: 'unreadable', knownMs }
  const handedMs = fault === null ? Math.min(response.answeredMs, knownMs) : knownMs
  return { kind: 'summary', summary, knownMs, handedMs }
}

/** The summary that a decided answer carries, whether it arrived or not; undefined where it carries none. */
export function readSummary(body: string, position: Position): Summary | undefined {
  const document = parsedJson(body)
  const found = position === 'purchase' ? atPurchase(document) : atLookup(document)
  if (found === undefined) return undefined
  const { status, pollAfterSeconds } = found
  const isPause = typeof pollAfterSeconds === 'number' && pollAfterSeconds >= 0
  return {
    status,
    isProcessing: status === PROCESSING,
    pollAfterSeconds: isPause ? pollAfterSeconds : null,
  }
}

/** A JSON document, or undefined where a text is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function atPurchase(document: unknown): OrderSummary | undefined {
  return purchaseBody.safeParse(document).data?.data.order.order
}

function atLookup(document: unknown): OrderSummary | undefined {
  return lookupBody.safeParse(document).data?.data.order
}
