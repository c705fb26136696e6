import { CLIENT_CLAUSES } from '../../contract/reference/client-clauses.ts'
import { SERVER_CLAUSES } from '../../contract/reference/server-clauses.ts'
import type { BaselineReport, ClauseReport } from '../../contract/report/report.ts'
import type { AssumptionVerdict, Outcome, Verdict } from '../../contract/report/verdict.ts'

/** The weight of a broken clause: a broken must is `broken`, and a broken should is a `warning`. */
export type Blame = 'broken' | 'warning'

const SHOULDS: ReadonlySet<string> = new Set(
  Object.values({ ...CLIENT_CLAUSES, ...SERVER_CLAUSES })
    .filter(({ level }) => level === 'should')
    .map(({ id }) => id),
)

/** The weight of a request that breaks these clauses. A clause that this version does not know counts as a must. */
export function blameOf(breaks: readonly string[]): Blame | null {
  if (breaks.length === 0) return null
  return breaks.every((id) => SHOULDS.has(id)) ? 'warning' : 'broken'
}

export function isWarning({ level, verdict }: Pick<ClauseReport, 'level' | 'verdict'>): boolean {
  return level === 'should' && verdict === 'broken'
}

/** The word for the verdict on a clause or a check, in which a broken should is a warning. */
export function saidOf(clause: Pick<ClauseReport, 'level' | 'verdict'>): Verdict | 'warning' {
  return isWarning(clause) ? 'warning' : clause.verdict
}

export type Said = Verdict | AssumptionVerdict | 'drifted' | 'warning' | Outcome | BaselineReport['state']

export const LOOKS = {
  kept: { shape: 'check', sign: '✓', style: 'green', emoji: '✅' },
  broken: { shape: 'cross', sign: '✗', style: 'red', emoji: '❌' },
  warning: { shape: 'wedge', sign: '!', style: 'yellow', emoji: '⚠️' },
  'not-observed': { shape: 'ring', sign: '○', style: 'yellow', emoji: '⚪' },
  'out-of-reach': { shape: 'slash', sign: '–', style: 'dim', emoji: '➖' },
  holds: { shape: 'check' },
  differs: { shape: 'unequal', sign: '≠', style: 'yellow' },
  drifted: { shape: 'unequal', sign: '≠', style: 'red' },
  incomplete: { shape: 'ring', sign: '○', style: 'yellow', emoji: '⚪' },
  refused: { shape: 'bar', style: 'red' },
  unreachable: { shape: 'slash', style: 'red' },
  'harness-fault': { shape: 'wedge', style: 'magenta' },
  applied: { shape: 'dot' },
  stale: { shape: 'cross' },
  expired: { shape: 'clock' },
} as const satisfies Record<Said, object>

export function wordFor(said: Said): string {
  return said.replaceAll('-', ' ')
}
