import type { TimelineEntry } from '../../contract/report/report.ts'
import { timelineEntry } from '../../contract/report/timeline-entry.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type Summary, summaryOf } from '../../contract/wire/exchange-facts.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'

/** What happened to one order, by its exchanges. */
export type OrderLife = {
  readonly partner: string
  readonly partnerReference: string
  readonly sku: string
  /** The exchanges about it, oldest first. */
  readonly exchanges: readonly Exchange[]
  /** The same for a timeline: milliseconds since the first of them arrived. */
  readonly timeline: readonly TimelineEntry[]
  readonly durationMs: number
  /** What the last answer that arrived said, which is all that the caller knows; null before that. */
  readonly status: string | null
  /** While it is PROCESSING: from when it may be asked for again, in milliseconds since 1970. */
  readonly askFrom: number | null
}

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
  const last = exchanges.findLast(
    (exchange) => exchange.delivery?.outcome === 'delivered' && summaryOf(exchange) !== undefined,
  )
  const summary = last && summaryOf(last)
  if (first?.order == null) return undefined
  const timeline = withWaits(
    exchanges.map((exchange) => timelineEntry(exchange, first.arrivedMs, summaryOf(exchange))),
  )
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
