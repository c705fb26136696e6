import { signal } from '@preact/signals'
import type { Dropped } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'

/** How many exchanges the page keeps. */
export const MOST_SHOWN = 10_000

/** What the page knows of the calls of the mock, oldest first. */
export type KnownExchanges = {
  readonly exchanges: readonly Exchange[]
  /** How many exchanges are not here: the stream left them out, or they are older than those that are kept. */
  readonly missing: number
}

export const NOTHING: KnownExchanges = { exchanges: [], missing: 0 }

/** A part of the stream: exchanges, oldest first, and how many were left out before them. */
export type Batch = { readonly exchanges: readonly Exchange[]; readonly skipped: number }

/** Adds a part of the stream. An exchange that is known already is replaced: more is known of it now. */
export function withBatch({ exchanges, missing }: KnownExchanges, batch: Batch): KnownExchanges {
  const last = exchanges.at(-1)?.seq ?? -1
  const isLater = (batch.exchanges[0]?.seq ?? 0) > last
  const all = isLater ? [...exchanges, ...batch.exchanges] : merged(exchanges, batch.exchanges)
  const kept = all.slice(-MOST_SHOWN)
  return { exchanges: kept, missing: missing + batch.skipped + all.length - kept.length }
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

/** What the page has received. */
export const received = signal<KnownExchanges>(NOTHING)

/** What the journal of the mock itself no longer has. */
export const dropped = signal<Dropped | null>(null)
