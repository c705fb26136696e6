import type { Report } from '../../contract/report.ts'

/** What decides a report besides its verdicts. */
export type Conclusion = {
  /** Why the run ended before its end, as a sentence; null where it did not. */
  readonly ending: string | null
  /** Whether a broken `should` fails the run. */
  readonly isStrict: boolean
}

/** A report as its run ended, and as strict as was asked: a run that was ended before its time is not kept. */
export function concludedReport(report: Report, { ending, isStrict }: Conclusion): Report {
  const ended = ending === null ? report : unfinished(report, ending)
  return isStrict ? strictly(ended) : ended
}

function unfinished(report: Report, ending: string): Report {
  const message = report.message === null ? ending : `${ending} ${report.message}`
  return { ...report, message, outcome: report.outcome === 'kept' ? 'incomplete' : report.outcome }
}

function strictly(report: Report): Report {
  const broken = report.clauses.filter(({ level, verdict }) => level === 'should' && verdict === 'broken')
  if (broken.length === 0 || report.outcome === 'broken') return report
  const ids = broken.map(({ id }) => id).join(', ')
  const message = `No clause of level must is broken, but the run is strict, and of level should this is: ${ids}.`
  return { ...report, outcome: 'broken', message }
}
