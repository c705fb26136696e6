import { signal } from '@preact/signals'
import type { Dropped } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { failureOf } from '../../contract/wire/exchange-facts.ts'

export const MOST_SHOWN = 10_000

/** What the page knows of the calls of the mock, oldest first. */
export type KnownExchanges = {
  readonly exchanges: readonly Exchange[]
  /** How many exchanges are not here: the stream left them out, or they are older than those that are kept. */
  readonly missing: number
}

export const NOTHING: KnownExchanges = { exchanges: [], missing: 0 }

/** A part of the stream: exchanges, oldest first, and how many were left out before them. */
export type Batch = {
  readonly exchanges: readonly Exchange[]
  readonly skipped: number
}

/** Adds a part of the stream. An exchange that is known already is replaced: more is known of it now. */
export function withBatch({ exchanges, missing }: KnownExchanges, batch: Batch): KnownExchanges {
  const last = exchanges.at(-1)?.seq ?? -1
  const isLater = (batch.exchanges[0]?.seq ?? 0) > last
  const all = isLater ? [...exchanges, ...batch.exchanges] : merged(exchanges, batch.exchanges)
  const kept = all.slice(-MOST_SHOWN)
  return {
    exchanges: kept,
    missing: missing + batch.skipped + all.length - kept.length,
  }
}

/** Forgets the exchanges of a partner that arrived before one: its sandbox was reset. */
export function withoutPartner(known: KnownExchanges, partner: string, beforeSeq: number): KnownExchanges {
  const isKept = (exchange: Exchange) => exchange.partner !== partner || exchange.seq >= beforeSeq
  return { ...known, exchanges: known.exchanges.filter(isKept) }
}

function merged(known: readonly Exchange[], later: readonly Exchange[]): Exchange[] {
  const bySeq = new Map([...known, ...later].map((exchange) => [exchange.seq, exchange]))
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq)
}

export const received = signal<KnownExchanges>(NOTHING)

/** What the journal of the mock itself no longer has. */
export const dropped = signal<Dropped | null>(null)

export const OUTCOMES = ['served', 'replayed', 'refused', 'failed', 'undelivered'] as const
export type CallOutcome = (typeof OUTCOMES)[number]

/** What a reader wants to see. An empty text selects everything. */
export type Filter = {
  readonly partner: string
  readonly operation: string
  readonly outcome: string
  readonly text: string
}

export const NO_FILTER: Filter = { partner: '', operation: '', outcome: '', text: '' }

/** How a call ended: whether its answer arrived comes before what the answer says. */
export function callOutcomeOf(exchange: Exchange): CallOutcome {
  const { response, order } = exchange
  if (response === null || failureOf(exchange) !== null) return 'undelivered'
  if (response.status >= 500) return 'failed'
  if (response.status >= 400) return 'refused'
  return order?.effect === 'replayed' ? 'replayed' : 'served'
}

export function filtered(exchanges: readonly Exchange[], filter: Filter): readonly Exchange[] {
  const { partner, operation, outcome } = filter
  const text = filter.text.trim().toLowerCase()
  if (partner === '' && operation === '' && outcome === '' && text === '') return exchanges
  return exchanges.filter(
    (exchange) =>
      (partner === '' || exchange.partner === partner) &&
      (operation === '' || exchange.operation === operation) &&
      (outcome === '' || callOutcomeOf(exchange) === outcome) &&
      (text === '' || textOf(exchange).includes(text)),
  )
}

/** Where a search looks: the request, the answer, and what the mock noticed. */
function textOf({ request, response, order, fault, nearMiss }: Exchange): string {
  const parts = [
    `${request.method} ${request.target}`,
    request.body,
    response && `${response.status} ${response.body}`,
    order && `${order.partnerReference} ${order.sku} ${order.effect}`,
    fault && `${fault.at} ${fault.does}`,
    ...(nearMiss?.differs ?? []),
  ]
  return parts.filter(Boolean).join('\n').toLowerCase()
}
