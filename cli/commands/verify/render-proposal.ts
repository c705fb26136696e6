import type { Baseline } from '../../../contract-tests/report/baseline.ts'
import { ACCEPTED_DAYS } from '../../../contract-tests/report/propose-baseline.ts'
import { fold } from '../../terminal/terminal.ts'

/**
 * A baseline to paste into a file.
 *
 * @param file the baseline of this run; undefined if it had none.
 */
export function renderProposal(proposal: Baseline, file: string | undefined, width: number): string {
  const place = file === undefined ? 'this in a file, and name it by --baseline' : `this as ${file}`
  return [
    '',
    fold(`To accept what was found for ${ACCEPTED_DAYS} days, say why, save ${place}:`, width),
    JSON.stringify(proposal, null, 2),
  ].join('\n')
}
