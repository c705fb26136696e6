import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { CheckReport, ClauseReport, Report, TimelineEntry } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { saidOf } from './said.ts'
import { scenarioOf } from './verdict-words.ts'

/**
 * The clauses whose breach pays twice or for nothing, the most expensive first: those of clients, then those of
 * services.
 */
export const COSTLY: readonly string[] = [
  'timeout-is-not-failure',
  'retry-identical-body',
  'one-reference-per-purchase',
  'same-body-same-purchase',
  'purchase-survives-timeout',
  'new-reference-new-purchase',
] satisfies (ClientClauseId | ServerClauseId)[]

/** The verdicts in the order for people. */
const ORDER = ['broken', 'not-observed', 'warning', 'out-of-reach', 'kept'] as const

/**
 * Sorts a report for people: the most expensive mistake first, then the other broken musts, then what was not observed,
 * then warnings. The checks of each clause begin with the simplest scenario. Kept clauses stay in the order of the
 * reference, and report.json is not sorted.
 */
export function worstFirst<R extends Report | Harmless<Report>>(report: R): R {
  const clauses = report.clauses
    .map((clause) => ({ ...clause, checks: simplestFirst(clause.checks, report) }))
    .toSorted((one, other) => compare(rankOf(one), rankOf(other)))
  return { ...report, clauses }
}

function rankOf(clause: ClauseReport): readonly number[] {
  const said = saidOf(clause)
  const cost = COSTLY.indexOf(clause.id)
  return [ORDER.indexOf(said), said === 'broken' && cost >= 0 ? cost : COSTLY.length]
}

function simplestFirst(checks: readonly CheckReport[], report: Report): CheckReport[] {
  const ranked = checks.map((check) => ({ check, effort: effortOf(check, report) }))
  return ranked.toSorted((one, other) => compare(one.effort, other.effort)).map(({ check }) => check)
}

/** How much a reader has to follow: cards, purchases and faults. Among equal ones, the most expensive comes first. */
function effortOf(check: CheckReport, report: Report): readonly number[] {
  const { purchases = 1, timeline = [] } = scenarioOf(check, report) ?? {}
  const count = (wanted: (entry: TimelineEntry) => boolean) => timeline.filter(wanted).length
  return [
    purchases,
    count(({ operation }) => operation === 'createOrder'),
    count(({ fault }) => fault !== null),
    -count(({ effect }) => effect === 'recorded'),
  ]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
