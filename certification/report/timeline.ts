import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { TimelineEntry } from '../../contract/report/report.ts'
import { since, timelineEntry } from '../../contract/report/timeline-entry.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { summaryIn } from '../analysis/order-answer.ts'
import { CLIENT_CLAUSE_IDS, type JudgedTrial } from '../rules.ts'

const MOST = 200
/** How many of those are reserved for requests that break a clause, at any position in a flood. */
const FOR_BREACHES = 40

/** The requests of a client, up to the limit of a report; and how many requests it omits. */
export function timelineOf(judgement: JudgedTrial): {
  readonly entries: TimelineEntry[]
  readonly omitted: number
} {
  const { trial, waits, purchases, lookups } = judgement.analysis
  const { exchanges, unrecorded = 0, beganMs } = trial
  const breaks = breaksOf(judgement)
  const shown = selected(exchanges, breaks)
  const allowed = new Map(waits.map(({ request, allowedFromMs }) => [request.exchange.seq, allowedFromMs]))
  const references = new Map(
    [...purchases, ...lookups].map(({ exchange, reference }) => [exchange.seq, reference]),
  )
  return {
    omitted: exchanges.length - shown.length + unrecorded,
    entries: shown.map((exchange) => ({
      ...timelineEntry(exchange, beganMs, summaryIn(exchange)),
      partnerReference: exchange.order?.partnerReference ?? references.get(exchange.seq) ?? null,
      allowedFromMs: since(beganMs, allowed.get(exchange.seq)),
      breaks: breaks.get(exchange.seq) ?? [],
    })),
  }
}

function selected(exchanges: readonly Exchange[], breaks: ReadonlyMap<number, unknown>): readonly Exchange[] {
  if (exchanges.length <= MOST) return exchanges
  const breaching = exchanges.filter(({ seq }) => breaks.has(seq)).slice(0, FOR_BREACHES)
  const seqs = new Set(breaching.map(({ seq }) => seq))
  for (const { seq } of exchanges) {
    if (seqs.size === MOST) break
    seqs.add(seq)
  }
  return exchanges.filter(({ seq }) => seqs.has(seq))
}

function breaksOf({ findings }: JudgedTrial): ReadonlyMap<number, ClientClauseId[]> {
  const breaks = new Map<number, ClientClauseId[]>()
  for (const id of CLIENT_CLAUSE_IDS) {
    for (const seq of new Set(findings[id].breaks)) breaks.set(seq, [...(breaks.get(seq) ?? []), id])
  }
  return breaks
}
