import type { TimelineEntry } from '../../contract/report/report.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'

/** What happened to one order, by its exchanges. */
export type OrderLife = {
  readonly partner: string
  readonly partnerReference: string
  readonly sku: string
  /** The exchanges about it, oldest first. */
  readonly exchanges: readonly Exchange[]
  /** The same for a picture: milliseconds since the first of them arrived. */
  readonly timeline: readonly TimelineEntry[]
  readonly durationMs: number
  /** What the last answer that was decided said; null before that. */
  readonly status: string | null
  /** While it is PROCESSING: from when it may be asked for again, in milliseconds since 1970. */
  readonly askFrom: number | null
}

type Summary = { readonly status: string; readonly pollAfterSeconds: number | null }

/** The orders that some exchanges are about, latest first. */
export function ordersIn(exchanges: readonly Exchange[]): readonly OrderLife[] {
  const groups = Map.groupBy(
    exchanges.filter(({ order }) => order !== null),
    ({ partner, order }) => JSON.stringify([partner, order?.partnerReference]),
  )
  return [...groups.values()].flatMap((about) => lifeOf(about) ?? []).reverse()
}

function lifeOf(exchanges: readonly Exchange[]): OrderLife | undefined {
  const [first] = exchanges
  const last = exchanges.findLast((exchange) => summaryIn(exchange) !== undefined)
  const summary = last && summaryIn(last)
  if (first?.order == null) return undefined
  const timeline = withWaits(exchanges.map((exchange) => entryOf(exchange, first.arrivedMs)))
  const { partnerReference, sku } = first.order
  return {
    partner: first.partner ?? '',
    partnerReference,
    sku,
    exchanges,
    timeline,
    durationMs: Math.max(...timeline.map(({ arrivedMs, deliveredMs }) => deliveredMs ?? arrivedMs)),
    status: summary?.status ?? null,
    askFrom: last === undefined || summary === undefined ? null : askFrom(last, summary),
  }
}

function askFrom({ at, arrivedMs, response, delivery }: Exchange, summary: Summary): number | null {
  const handedMs = delivery?.atMs ?? response?.answeredMs
  if (summary.status !== PROCESSING || summary.pollAfterSeconds === null || handedMs === undefined)
    return null
  return Date.parse(at) + handedMs - arrivedMs + summary.pollAfterSeconds * 1000
}

function entryOf(exchange: Exchange, beganMs: number): TimelineEntry {
  const { seq, arrivedMs, request, operation, response, delivery, order, fault } = exchange
  const summary = summaryIn(exchange)
  const since = (milliseconds: number | undefined) =>
    milliseconds === undefined ? null : milliseconds - beganMs
  return {
    seq,
    arrivedMs: arrivedMs - beganMs,
    answeredMs: since(response?.answeredMs),
    deliveredMs: since(delivery?.atMs),
    delivery: delivery?.outcome ?? null,
    method: request.method,
    target: request.target,
    operation,
    httpStatus: response?.status ?? null,
    fault: fault && { at: fault.at, does: fault.does },
    partnerReference: order?.partnerReference ?? null,
    effect: order?.effect ?? null,
    orderStatus: summary?.status ?? null,
    pollAfterSeconds: summary?.pollAfterSeconds ?? null,
    allowedFromMs: null,
    breaks: [],
  }
}

/** Each request with the moment from which it was allowed, by the last answer that arrived before it (§8.1). */
function withWaits(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  let allowedFromMs: number | null = null
  return entries.map((entry) => {
    const waited = { ...entry, allowedFromMs }
    const { delivery, deliveredMs, orderStatus, pollAfterSeconds } = entry
    if (delivery === 'delivered' && deliveredMs !== null && orderStatus !== null)
      allowedFromMs = pollAfterSeconds === null ? null : deliveredMs + pollAfterSeconds * 1000
    return waited
  })
}

/** Where the summary is in an answer (§4.1). */
const SUMMARY_AT: Partial<Record<NonNullable<Exchange['operation']>, string>> = {
  createOrder: '/data/order/order',
  lookupOrder: '/data/order',
}

/** The summary in the answer of an exchange. */
function summaryIn({ operation, response }: Exchange): Summary | undefined {
  const pointer = operation === null ? undefined : SUMMARY_AT[operation]
  if (pointer === undefined) return undefined
  const body = parseJson(response?.body ?? '')
  const [status, seconds] = ['status', 'pollAfterSeconds'].map((name) =>
    readPointer(body, `${pointer}/${name}`),
  )
  if (typeof status !== 'string') return undefined
  return { status, pollAfterSeconds: typeof seconds === 'number' ? seconds : null }
}
