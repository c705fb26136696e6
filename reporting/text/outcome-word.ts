import { isCertified } from '../../contract/report/certified.ts'
import type { Report } from '../../contract/report/report.ts'

/** The word for a certification with a verdict. */
const CERTIFIED: Partial<Record<Report['outcome'], string>> = { kept: 'certified', broken: 'not certified' }

/**
 * The outcome of a run in words: a certification says whether a client is certified, a matrix of assumptions never.
 *
 * @example
 * outcomeWord(report) // 'certified'
 */
export function outcomeWord(report: Report): string {
  if (isAcceptedOnly(report)) return 'not certified'
  if (report.kind === 'variants' && report.outcome === 'incomplete') return 'no verdict'
  if (report.kind === 'certify' && report.outcome === 'kept' && report.remarks.length > 0)
    return 'certified, with remarks'
  const certified = report.kind === 'certify' ? CERTIFIED[report.outcome] : undefined
  return certified ?? report.outcome.replaceAll('-', ' ')
}

/** The outcome that decides the colour and shape of a run: an accepted run without a certificate is not green. */
export function shownOutcome(report: Report): Report['outcome'] {
  return isAcceptedOnly(report) ? 'incomplete' : report.outcome
}

/** Whether a certification passes without a certificate: a clause is excused, or a scenario was not completed. */
export function isAcceptedOnly(report: Report): boolean {
  return report.kind === 'certify' && report.outcome === 'kept' && !isCertified(report)
}
