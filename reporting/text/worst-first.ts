import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { CheckReport, ClauseReport, Report, TimelineEntry } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { saidOf } from './said.ts'
import { scenarioOf } from './verdict-words.ts'

/** The mistakes that pay twice, or for nothing, the most expensive first: of a client, and of a service. */
export const COSTLY: readonly string[] = [
  'timeout-is-not-failure',
  'retry-identical-body',
  'one-reference-per-purchase',
  'same-body-same-purchase',
  'purchase-survives-timeout',
  'new-reference-new-purchase',
] satisfies (ClientClauseId | ServerClauseId)[]

/** What is said of a clause, in the order for people. */
const ORDER = ['broken', 'not-observed', 'warning', 'out-of-reach', 'kept'] as const

/**
 * A report in the order for people: the most expensive mistake first, then the rest of what must be kept, what was not
 * observed, and warnings; and of each clause of a client the simplest scenario in which it broke. What is kept stays in the
 * order of the reference, and so does report.json.
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

/** What a reader has to follow: cards, purchases, faults; of equal ones, first the one that cost most. */
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
