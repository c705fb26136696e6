import { harmless } from '../../../contract/text/harmless.ts'
import type { Observed } from '../../../contract-tests/drift/observed.ts'
import { ACCEPTED_DAYS } from '../../../contract-tests/report/propose-baseline.ts'
import { writeWhole } from '../../files/files.ts'
import { informWorkflow } from '../../files/github.ts'
import { jsonFile, reportFiles, writeReport } from '../../files/report-files.ts'
import { type Io, print } from '../../io.ts'
import { fold, paintFor, widthOf } from '../../terminal/terminal.ts'
import type { JudgedRun } from './judge-run.ts'
import { renderReport } from './render.ts'

/** What a run saw, besides its report; null where there is nothing of it. */
type Seen = {
  readonly observed: Observed | null
  /** In pieces: it may be larger than memory. */
  readonly history: Iterable<string | Uint8Array> | null
}

/** Where a run is written: the folder of its report, and the file of a proposed baseline. */
type Places = { readonly report?: string; readonly proposeBaseline?: string }

/**
 * Prints a report, and writes what is asked for. Where the report is, is the last line.
 *
 * @throws {InputError} when a file can't be written.
 */
export function showReport(judged: JudgedRun, { observed, history }: Seen, places: Places, io: Io): void {
  const { report } = judged
  print(io, renderReport(harmless(report), paintFor(io.stdout, io.env), widthOf(io.stdout)))
  informWorkflow(report, io)
  if (places.proposeBaseline !== undefined) writeProposal(places.proposeBaseline, judged, io)
  if (places.report === undefined) return
  const companions = {
    ...(observed !== null && { 'observed.json': jsonFile(observed) }),
    ...(history !== null && { 'history.jsonl': history }),
  }
  writeReport(places.report, { ...reportFiles(report), ...companions }, io)
}

/**
 * Writes the baseline that would excuse what a run found, and prints how to use it; or why there is none.
 *
 * @throws {InputError} when the file can't be written.
 */
function writeProposal(file: string, { report, proposal }: JudgedRun, io: Io): void {
  if (proposal !== null) writeWhole(file, jsonFile(proposal), io)
  const none =
    report.outcome === 'kept' ? 'the run is kept as it is' : 'no baseline would excuse what was found'
  const said =
    proposal === null
      ? `none, because ${none}.`
      : `${file} accepts what was found for ${ACCEPTED_DAYS} days. Write into each reason why, and add --baseline ${file} to the next run.`
  print(io, fold(`\nProposed baseline: ${said}`, widthOf(io.stdout), 2))
}
