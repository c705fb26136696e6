import type { Exchange } from './exchange.ts'
import { isObject, readPointer } from './json-pointer.ts'
import { SUMMARY_AT } from './summary-position.ts'

/** An order summary (§2): a status, and any other fields that the service adds. */
export type OrderSummary = {
  readonly status: string
  readonly pollAfterSeconds?: unknown
  readonly [field: string]: unknown
}

/** The summary in the body of an answer, at the position of its operation (§4.1); undefined where there is none. */
export function summaryAt(json: unknown, operation: Exchange['operation']): OrderSummary | undefined {
  if (!hasSummary(operation)) return undefined
  const found = readPointer(json, SUMMARY_AT[operation])
  return isSummary(found) ? found : undefined
}

function isSummary(value: unknown): value is OrderSummary {
  return isObject(value) && typeof value.status === 'string' && value.status !== ''
}

export type Summary = { readonly status: string; readonly pollAfterSeconds: number | null }

export function hasSummary(operation: Exchange['operation']): operation is keyof typeof SUMMARY_AT {
  return operation === 'createOrder' || operation === 'lookupOrder'
}

/** The summary in the answer of an exchange, whatever the status of the answer. */
export function summaryOf({ operation, response }: Exchange): Summary | undefined {
  if (response === null) return undefined
  const { status, pollAfterSeconds: seconds } = summaryAt(documentIn(response), operation) ?? {}
  return status === undefined
    ? undefined
    : { status, pollAfterSeconds: typeof seconds === 'number' ? seconds : null }
}

export function orderStatusOf(exchange: Exchange): string | undefined {
  return summaryOf(exchange)?.status
}

export function refusalCodeOf({ response }: Exchange): string | undefined {
  if (response === null || response.status < 400) return undefined
  return textAt(response, '/error/code') ?? textAt(response, '/type')?.split(':').at(-1)
}

/** How the answer failed to arrive whole; null where it arrived, or where that is not known. */
export function failureOf({ delivery }: Exchange): string | null {
  return delivery === null || delivery.outcome === 'delivered' ? null : delivery.outcome
}

/** How long an exchange took: until its delivery was known, else until it was answered. */
export function durationMsOf({ arrivedMs, delivery, response }: Exchange): number | null {
  const endedMs = delivery?.atMs ?? response?.answeredMs
  return endedMs === undefined ? null : Math.round(endedMs - arrivedMs)
}

/** The local time of day, to the millisecond. */
export function timeOfDay(at: string | number): string {
  const date = new Date(at)
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

function headerOf({ request }: Exchange, name: string): string | undefined {
  return Object.entries(request.headers).find(([one]) => one.toLowerCase() === name)?.[1]
}

/** As https://www.w3.org/TR/trace-context/#traceparent-header says. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}/

export function traceOf(
  exchange: Exchange,
): { readonly traceId: string; readonly spanId: string } | undefined {
  const [, traceId, spanId] = TRACEPARENT.exec(headerOf(exchange, 'traceparent') ?? '') ?? []
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId }
}

const LONGEST_ID = 200

/** What a request is called in logs: as its sender says, else by its number in the journal. */
export function requestIdOf(exchange: Exchange): string {
  return headerOf(exchange, 'x-request-id')?.slice(0, LONGEST_ID) ?? String(exchange.seq)
}

function textAt(response: NonNullable<Exchange['response']>, pointer: string): string | undefined {
  const value = readPointer(documentIn(response), pointer)
  return typeof value === 'string' ? value : undefined
}

function documentIn({ body }: NonNullable<Exchange['response']>): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
