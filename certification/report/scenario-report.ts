import { isDeepStrictEqual } from 'node:util'
import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { Report, ScenarioReport, TimelineEntry } from '../../contract/report/report.ts'
import { since, timelineEntry } from '../../contract/report/timeline-entry.ts'
import { type Scenario, scenarioSchema } from '../../contract/scenario/scenario.ts'
import { listed } from '../../contract/text/listed.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { RESTARTS, SCENARIOS } from '../../fixtures/scenarios.ts'
import { balanceAfter } from '../balance.ts'
import { summaryIn } from '../orders.ts'
import { scenarioOutcome } from '../outcome.ts'
import { CLIENT_CLAUSE_IDS, type JudgedTrial } from '../rules.ts'
import { sealDigest } from '../sealed-lines.ts'
import { namesOf } from '../trial.ts'

export function scenarioReport(judgement: JudgedTrial): ScenarioReport {
  const { trial, profile } = judgement.analysis
  const { name, story, purchases } = trial.scenario
  const { entries, omitted } = timelineOf(judgement)
  return {
    ...namesOf(trial),
    name,
    story,
    ...(purchases > 1 && { purchases }),
    outcome: scenarioOutcome(judgement),
    clauses: Object.fromEntries(CLIENT_CLAUSE_IDS.map((id) => [id, judgement.findings[id].verdict])),
    durationMs: Math.max(0, trial.endedMs - trial.beganMs),
    exit: trial.exit === null ? null : { ...trial.exit, atMs: Math.max(0, trial.exit.atMs - trial.beganMs) },
    balance: {
      before: moneyWords(trial.openingBalance, profile.money),
      after: moneyWords(balanceAfter(trial, profile), profile.money),
    },
    timeline: entries,
    omitted,
    ...(trial.output !== undefined && { output: trial.output }),
  }
}

/** A scenario table, compared with the built-in scenarios. */
type ScenarioTable = NonNullable<Report['scenarioTable']> & {
  /** The SKUs of the built-in scenarios that are missing from the table or changed in it. */
  readonly changed: readonly string[]
}

/**
 * Compares a table with the built-in scenarios by value. Further scenarios of the user don't matter. The scenarios that
 * kill the client may all be missing.
 */
export function compareWithBuiltIn(table: readonly Scenario[]): ScenarioTable {
  const recorded = table.map((scenario) => scenarioSchema.parse(scenario))
  const others = new Set(recorded.map(({ sku }) => sku))
  const isThere = (builtIn: Scenario) => recorded.some((scenario) => isDeepStrictEqual(scenario, builtIn))
  const wanted = [...SCENARIOS, ...RESTARTS.filter(({ sku }) => others.has(sku))]
  const changed = wanted.filter((builtIn) => !isThere(builtIn)).map(({ sku }) => sku)
  const inOrder = recorded.toSorted((one, other) => (one.sku < other.sku ? -1 : 1))
  return { digest: sealDigest(JSON.stringify(inOrder)), builtIn: changed.length === 0, changed }
}

const NAMED = 5

export function changedWords(changed: readonly string[]): string {
  return `A certificate requires every built-in scenario as it is. This run changed or left out ${listed(changed, NAMED)}: give scenarios of your own other SKUs.`
}

const MOST = 200
/** How many of these places are reserved for requests that break a clause, wherever they are in a flood. */
const FOR_BREACHES = 40

function timelineOf(judgement: JudgedTrial): {
  readonly entries: TimelineEntry[]
  readonly omitted: number
} {
  const { trial, waits, requests } = judgement.analysis
  const { exchanges, unrecorded = 0, beganMs } = trial
  const breaks = breaksOf(judgement)
  const shown = selected(exchanges, breaks)
  const allowed = new Map(waits.map(({ request, allowedFromMs }) => [request.exchange.seq, allowedFromMs]))
  const references = new Map(requests.map(({ exchange, reference }) => [exchange.seq, reference]))
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
