import type { Report } from '../../contract/report/report.ts'

/**
 * A report in which an assumption that differs, or a service that changed since the earlier run, counts like a broken
 * clause.
 */
export function withStrictAnswers(report: Report): Report {
  const differing = report.assumptions.filter(({ verdict }) => verdict === 'differs').map(({ gap }) => gap)
  const moved = (report.drift ?? []).filter(({ severity }) => severity === 'drift').length
  const reasons = [
    ...(differing.length > 0 ? [`assumptions differ: ${differing.join(', ')}`] : []),
    ...(moved > 0 ? [`the service has moved since the earlier run, in ${moved} ways`] : []),
  ]
  if (reasons.length === 0 || (report.outcome !== 'kept' && report.outcome !== 'incomplete')) return report
  const message = `No documented clause is broken, but the run is strict, and ${reasons.join('; ')}.`
  return { ...report, outcome: 'broken', message }
}
