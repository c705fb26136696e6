import type { Report } from '../../contract/report/report.ts'

/** A report in which a broken `should` counts as a broken `must`. */
export function withStrictShould(report: Report): Report {
  const warned = report.clauses.filter(({ level, verdict }) => level === 'should' && verdict === 'broken')
  if (warned.length === 0 || (report.outcome !== 'kept' && report.outcome !== 'incomplete')) return report
  const named = warned.map(({ id }) => id).join(', ')
  const message = `No must-clause is broken, but the run is strict, and these should-clauses are not kept: ${named}.`
  return { ...report, outcome: 'broken', message }
}
