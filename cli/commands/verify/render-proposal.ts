import type { Baseline } from '../../../contract-tests/report/baseline.ts'
import { ACCEPTED_DAYS } from '../../../contract-tests/report/propose-baseline.ts'
import { fold } from '../../terminal/terminal.ts'

/**
 * A baseline to paste into a file. Its lines are left whole, however wide the terminal is.
 *
 * @param file the baseline of this run; undefined where it had none.
 */
export function renderProposal(proposal: Baseline, file: string | undefined, width: number): string {
  const place = file === undefined ? 'this in a file, and name it by --baseline' : `this as ${file}`
  const entries = proposal.map((entry) => `  ${entryText(entry)}`)
  return [
    '',
    fold(`To accept what was found for ${ACCEPTED_DAYS} days, say why, save ${place}:`, width),
    '[',
    entries.join(',\n'),
    ']',
  ].join('\n')
}

function entryText({ clause, verdict, reason, expires }: Baseline[number]): string {
  const members = Object.entries({ clause, verdict, reason, expires })
  return `{ ${members.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')} }`
}
