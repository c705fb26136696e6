import { computed, signal } from '@preact/signals'
import type { Dropped } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { failureOf, refusalCodeOf, type Summary, summaryOf } from '../../contract/wire/exchange-facts.ts'

/** As many as the journal keeps of one key. */
const MOST_KNOWN = 2_000
/** Older calls are not drawn: a filter finds them. */
export const MOST_DRAWN = 500

/** A part of the stream: calls, oldest first, and how many were left out before them. */
export type Batch = { readonly exchanges: readonly Exchange[]; readonly skipped: number }

/** What the page knows of the calls of the mock, oldest first, and how many are in the journal alone. */
export type Calls = { readonly known: readonly Exchange[]; readonly missing: number }

export const NO_CALLS: Calls = { known: [], missing: 0 }
export const calls = signal(NO_CALLS)

/** What the journal of the mock itself no longer has. */
export const dropped = signal<Dropped | null>(null)

/** The partner that called last; empty before any call with an accepted key. */
export const lastCaller = computed(
  () => calls.value.known.findLast(({ partner }) => partner !== null)?.partner ?? '',
)

/** Adds a part of the stream. A call that is known already is replaced: more is known of it now. */
export function withBatch({ known, missing }: Calls, { exchanges, skipped }: Batch): Calls {
  const isLater = (exchanges[0]?.seq ?? 0) > (known.at(-1)?.seq ?? -1)
  const all = isLater ? [...known, ...exchanges] : merged(known, exchanges)
  const kept = all.slice(-MOST_KNOWN)
  return { known: kept, missing: missing + skipped + all.length - kept.length }
}

function merged(known: readonly Exchange[], later: readonly Exchange[]): Exchange[] {
  const bySeq = new Map([...known, ...later].map((call) => [call.seq, call]))
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq)
}

/** Forgets the calls of a partner before one: its sandbox was reset. */
export function withoutPartner({ known, missing }: Calls, partner: string, beforeSeq: number): Calls {
  return { known: known.filter((call) => call.partner !== partner || call.seq >= beforeSeq), missing }
}

/** How a call is named: as the journal does, or by method and path where it is none of the six operations. */
export function operationOf({ operation, request }: Exchange): string {
  return operation ?? `${request.method} ${request.target}`
}

/** The status that the caller got; what became of the answer where it got none. */
export function answerOf(call: Exchange): string {
  return failureOf(call) ?? String(call.response?.status ?? 'under way')
}

/** What the mock did with the order, and what the answer says of it; or why the call was refused. */
export function stateOf(call: Exchange): string {
  const effect = call.order?.effect
  const status = summaryIn(call)?.status ?? refusalCodeOf(call)
  return [effect === 'none' ? undefined : effect, status].filter((word) => word !== undefined).join(', ')
}

const summaries = new WeakMap<Exchange, { readonly summary: Summary | undefined }>()

/** What the answer to a call says of its order. An answer is read once. */
export function summaryIn(call: Exchange): Summary | undefined {
  const read = summaries.get(call) ?? { summary: summaryOf(call) }
  summaries.set(call, read)
  return read.summary
}

/** What a reader wants to see, in the words of the rows. An empty text selects everything. */
export type Filter = { readonly operation: string; readonly answer: string; readonly text: string }

export const NO_FILTER: Filter = { operation: '', answer: '', text: '' }

export function selected(known: readonly Exchange[], partner: string, filter: Filter): readonly Exchange[] {
  const text = filter.text.trim().toLowerCase()
  return known.filter(
    (call) =>
      (partner === '' || call.partner === partner) &&
      (filter.operation === '' || operationOf(call) === filter.operation) &&
      (filter.answer === '' || answerOf(call) === filter.answer) &&
      (text === '' || textOf(call).includes(text)),
  )
}

/** Where a search looks: the request, the answer, and what the mock noticed. */
function textOf(call: Exchange): string {
  const { request, response, order, fault, nearMiss } = call
  const parts = [
    `${request.method} ${request.target}`,
    request.body,
    response?.body,
    order && `${order.partnerReference} ${order.sku} ${order.effect}`,
    fault && `${fault.at} ${fault.does}`,
    ...(nearMiss?.differs ?? []),
  ]
  return [operationOf(call), answerOf(call), ...parts].filter(Boolean).join('\n').toLowerCase()
}
