import { is2xx } from '../../contract/judging/said.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { lookupBody, type OrderSummary, purchaseBody } from '../../contract/wire/bodies.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'

/** An order summary, as an answer carried it at its documented position. */
export type Summary = {
  readonly status: string
  readonly isProcessing: boolean
  /** Seconds; null when there is none. */
  readonly pollAfterSeconds: number | null
}

/** What the answer to a request about an order said, and when, in milliseconds of the trial's clock. */
export type OrderAnswer =
  | {
      readonly kind: 'summary'
      readonly summary: Summary
      readonly knownMs: number
      /** When it was written to the socket: a busy kit may record its delivery much later than the client reads it. */
      readonly handedMs: number
    }
  /** A client error. The reference documents no error that means "not bought". */
  | { readonly kind: 'refused'; readonly status: number; readonly knownMs: number }
  /** A 5xx, or the profile's status for unavailable: it says nothing about the purchase. */
  | { readonly kind: 'failed'; readonly status: number; readonly knownMs: number }
  /** A success without a readable summary. */
  | { readonly kind: 'unreadable'; readonly knownMs: number }
  /** It did not arrive, or only in part. */
  | { readonly kind: 'missing'; readonly knownMs: number }
  /** It was still under way when the recording ended. */
  | { readonly kind: 'pending'; readonly knownMs: number }

/** The answer's operation: purchase and lookup have the summary at different positions (§4.1). */
export type Position = 'purchase' | 'lookup'

/** Reads the answer of an exchange about an order. Without a recorded delivery, the decided answer counts as delivered. */
export function readAnswer(exchange: Exchange, position: Position, { errors }: Profile): OrderAnswer {
  const { response, delivery, fault } = exchange
  if (delivery !== null && delivery.outcome !== 'delivered')
    return { kind: 'missing', knownMs: delivery.atMs }
  // A delayed answer is decided long before it is sent.
  const isHeld = delivery === null && fault !== null
  if (response === null || isHeld) return { kind: 'pending', knownMs: Number.POSITIVE_INFINITY }
  const knownMs = delivery?.atMs ?? response.answeredMs
  const { status } = response
  // Not `whatIsSaid`, which tells what a service means: this is what its client must doubt. That is every 5xx, also one
  // that a profile means as a refusal, and no 3xx or 4xx that only sends it away: a redirect, 401, 403, 408, 425, 429.
  const isFailure = status >= 500 || status === errors.unavailable
  if (!is2xx(status)) return { kind: isFailure ? 'failed' : 'refused', status, knownMs }
  const summary = readSummary(response.body, position)
  if (summary === undefined) return { kind: 'unreadable', knownMs }
  const handedMs = fault === null ? Math.min(response.answeredMs, knownMs) : knownMs
  return { kind: 'summary', summary, knownMs, handedMs }
}

/** The summary in the decided answer of an exchange, whether it arrived or not. Only a success has one. */
export function summaryIn({ operation, response }: Exchange): Summary | undefined {
  const position = POSITIONS[operation ?? '']
  if (response === null || position === undefined || !is2xx(response.status)) return undefined
  return readSummary(response.body, position)
}

const POSITIONS: { readonly [operation: string]: Position } = {
  createOrder: 'purchase',
  lookupOrder: 'lookup',
}

function readSummary(body: string, position: Position): Summary | undefined {
  const document = parseJson(body)
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

function atPurchase(document: unknown): OrderSummary | undefined {
  return purchaseBody.safeParse(document).data?.data.order.order
}

function atLookup(document: unknown): OrderSummary | undefined {
  return lookupBody.safeParse(document).data?.data.order
}
