import type { Report } from '../contract/report.ts'

/** A report in which an assumption that differs counts as much as a clause that is broken. */
export function strictly(report: Report): Report {
  const differing = report.assumptions.filter(({ verdict }) => verdict === 'differs').map(({ gap }) => gap)
  if (differing.length === 0 || (report.outcome !== 'kept' && report.outcome !== 'incomplete')) return report
  const message = `No documented clause is broken, but the run is strict, and assumptions differ: ${differing.join(', ')}.`
  return { ...report, outcome: 'broken', message }
}
