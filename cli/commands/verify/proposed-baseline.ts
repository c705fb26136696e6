import { ACCEPTED_DAYS } from '../../../contract-tests/report/propose-baseline.ts'
import { writeWhole } from '../../files/files.ts'
import { jsonFile } from '../../files/report-files.ts'
import { type Io, print } from '../../io.ts'
import { fold, widthOf } from '../../terminal/terminal.ts'
import type { JudgedRun } from './judge-run.ts'

/**
 * Writes the baseline that would excuse what a run found, and prints how to use it; or why there is none.
 *
 * @throws {InputError} when the file can't be written.
 */
export function writeProposal(file: string, { report, proposal }: JudgedRun, io: Io): void {
  if (proposal !== null) writeWhole(file, jsonFile(proposal), io)
  const none =
    report.outcome === 'kept' ? 'the run is kept as it is' : 'no baseline would excuse what was found'
  const said =
    proposal === null
      ? `none, because ${none}.`
      : `${file} accepts what was found for ${ACCEPTED_DAYS} days. Write into each reason why, and add --baseline ${file} to the next run.`
  print(io, fold(`\nProposed baseline: ${said}`, widthOf(io.stdout), 2))
}
