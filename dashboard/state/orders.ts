import type { TimelineEntry } from '../../contract/report/report.ts'
import { timelineEntry } from '../../contract/report/timeline-entry.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { summaryOf } from '../../contract/wire/exchange-facts.ts'
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
  if (first?.order == null) return undefined
  const timeline = withWaits(
    exchanges.map((exchange) => timelineEntry(exchange, first.arrivedMs, summaryOf(exchange))),
  )
  const heard = timeline.findLast(isHeard)
  const waitsMs = heard?.orderStatus === PROCESSING ? allowedAfter(heard) : null
  return {
    partner: first.partner ?? '',
    partnerReference: first.order.partnerReference,
    sku: first.order.sku,
    exchanges,
    timeline,
    durationMs: Math.max(...timeline.map(({ arrivedMs, deliveredMs }) => deliveredMs ?? arrivedMs)),
    status: heard?.orderStatus ?? null,
    askFrom: waitsMs === null ? null : Date.parse(first.at) + waitsMs,
  }
}

/** Whether its answer arrived, and said something of the order. */
function isHeard({ delivery, orderStatus }: TimelineEntry): boolean {
  return delivery === 'delivered' && orderStatus !== null
}

function allowedAfter({ deliveredMs, pollAfterSeconds }: TimelineEntry): number | null {
  return deliveredMs === null || pollAfterSeconds === null ? null : deliveredMs + pollAfterSeconds * 1000
}

/** Each request with the moment from which it was allowed, by the last answer that arrived before it (§8.1). */
function withWaits(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  let allowedFromMs: number | null = null
  return entries.map((entry) => {
    const waited = { ...entry, allowedFromMs }
    if (isHeard(entry)) allowedFromMs = allowedAfter(entry)
    return waited
  })
}
