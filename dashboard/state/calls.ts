import { computed, signal } from '@preact/signals'
import type { Dropped } from '../../contract/wire/dropped.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { failureOf, refusalCodeOf, type Summary, summaryOf } from '../../contract/wire/exchange-facts.ts'

/** As many as the journal keeps of one key. */
const MOST_KNOWN = 2_000
/** A filter finds older calls. */
export const MOST_DRAWN = 500

/** One event of the stream: calls, oldest first, and how many the mock skipped before them. */
export type Batch = { readonly exchanges: readonly Exchange[]; readonly skipped: number }

/** The calls that the page has, oldest first, and how many more only the journal has. */
export type Calls = { readonly known: readonly Exchange[]; readonly missing: number }

export const NO_CALLS: Calls = { known: [], missing: 0 }
export const calls = signal(NO_CALLS)

/** What the journal itself no longer has. */
export const dropped = signal<Dropped | null>(null)

/** The partner that called last; empty before any call with an accepted key. */
export const lastCaller = computed(
  () => calls.value.known.findLast(({ partner }) => partner !== null)?.partner ?? '',
)

/** Adds an event of the stream. A call that comes again replaces the earlier one, of which less was known. */
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

/** The name of a call: its operation, or method and path if it is none of the six. */
export function operationOf({ operation, request }: Exchange): string {
  return operation ?? `${request.method} ${request.target}`
}

/** The status that the caller got, or what became of the answer. */
export function answerOf(call: Exchange): string {
  return failureOf(call) ?? String(call.response?.status ?? 'under way')
}

/** What the mock did with the order, and its status in the answer, or why the call was refused. */
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

/** The filter above the list. An empty text selects everything. */
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

/** The text that a search covers: request, answer, and what the mock noticed. */
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
