import type { Report } from './report.ts'

/**
 * Whether a report is a certificate: every must-clause is kept, and every scenario ran far enough to be judged.
 */
export function isCertified({ kind, outcome, scenarios, clauses }: Report): boolean {
  if (kind !== 'certify' || outcome !== 'kept' || scenarios === null || scenarios.length === 0) return false
  const musts = clauses.filter(({ level }) => level === 'must')
  return (
    musts.every(({ verdict }) => verdict === 'kept') &&
    scenarios.every(({ outcome: each }) => each === 'kept')
  )
}
