import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import type { CheckReport, ClauseReport, Report, TimelineEntry } from '../../contract/report/report.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { isWarning } from './said.ts'
import { scenarioOf } from './verdict-words.ts'

/** The mistakes that pay twice, or for nothing, the most expensive first. */
const COSTLY: readonly string[] = [
  'timeout-is-not-failure',
  'retry-identical-body',
  'one-reference-per-purchase',
] satisfies ClientClauseId[]

/**
 * A certification in the order for people: the most expensive mistake first, then the rest of what must be kept, then
 * warnings; and of each clause the simplest scenario in which it broke. What is kept stays in the order of the reference, and
 * so does report.json.
 */
export function worstFirst<R extends Report | Harmless<Report>>(report: R): R {
  if (report.kind !== 'certify') return report
  const clauses = report.clauses
    .map((clause) => ({ ...clause, checks: simplestFirst(clause.checks, report) }))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  return { ...report, clauses }
}

function rankOf(clause: ClauseReport): number {
  if (clause.verdict !== 'broken') return COSTLY.length + 2
  if (isWarning(clause)) return COSTLY.length + 1
  const rank = COSTLY.indexOf(clause.id)
  return rank < 0 ? COSTLY.length : rank
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
