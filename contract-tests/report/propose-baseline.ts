import type { Report } from '../../contract/report/report.ts'
import type { Baseline } from './baseline.ts'

/** For how many days a proposed entry applies. */
export const ACCEPTED_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The baseline that would excuse what a run found: the entries that still apply, and one for each other clause that is
 * broken or not observed, for {@link ACCEPTED_DAYS}.
 *
 * @param report with its baseline.
 * @param today an ISO date.
 *
 * @example
 * proposeBaseline(report, '2026-12-01')
 * // [{ clause: 'ip-allowlist', verdict: 'not-observed', reason: 'Found on 2026-12-01: …', expires: '2026-12-31' }]
 */
export function proposeBaseline({ clauses, baseline }: Report, today: string): Baseline {
  const expires = new Date(Date.parse(today) + ACCEPTED_DAYS * DAY_MS).toISOString().slice(0, 10)
  const reason = `Found on ${today}: say here why this is accepted.`
  const applied = baseline.filter(({ state }) => state === 'applied').map(({ state: _, ...entry }) => entry)
  const found = clauses.flatMap(({ id, verdict, excused }) =>
    excused === null && (verdict === 'broken' || verdict === 'not-observed')
      ? [{ clause: id, verdict, reason, expires }]
      : [],
  )
  return [...applied, ...found]
}
