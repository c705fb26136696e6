import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readJournal, reportDigest } from '../../../certification/journal.ts'
import { judgeJournal } from '../../../certification/judge.ts'
import { RULES_VERSION } from '../../../certification/rules.ts'
import { reportSchema } from '../../../contract/report/report.ts'
import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { harmless, legible } from '../../../contract/text/harmless.ts'
import { parseJson } from '../../../contract/text/parse-json.ts'
import { certificationExitCode } from '../../certification/conclusion.ts'
import { outcomeLine } from '../../certification/render-outcomes.ts'
import { JOURNAL_FILE, showCertification } from '../../certification/show-certification.ts'
import { loadProfile, readText, whyNotRead } from '../../files/files.ts'
import { jsonFile, tryReport } from '../../files/report-files.ts'
import { type Folder, InputError, type Io, pathIn, print, printingAside } from '../../io.ts'
import { screenOf } from '../../terminal/terminal.ts'
import type { JudgeCommandOptions } from './command.ts'
import { decide, decisionLine } from './decision.ts'

/**
 * `partner-purchase judge`: judges the recording of a certification again, from the recording alone, shows and writes its
 * report as `certify` does, and says whether a key may be issued.
 *
 * @returns 0 where it may.
 * @throws {InputError | JournalError} for a recording that can't be read or judged, or that does not match its report.
 */
export function judge(path: string, options: JudgeCommandOptions, io: Io): number {
  const file = journalIn(path, io)
  const journal = bytesOf(file, io)
  const judgement = judgeJournal(journal, { source: file })
  refuseForeignReport(journal, file, io)
  const profile = options.profile === undefined ? undefined : loadProfile(options.profile, io).profile
  tryReport(options.report, io)
  const { head } = readJournal(journal, file, RULES_VERSION)
  const decision = decide(judgement, head.profile, { ...options, profile, now: io.clock.now() })
  const shown = options.json === true ? printingAside(io) : io
  const { paint } = screenOf(shown)
  for (const scenario of harmless(judgement.report).scenarios ?? [])
    print(shown, outcomeLine(scenario, paint))
  // Byte for byte the judged journal, so that its seal in the report can be checked.
  const isWritten = showCertification(judgement, new TextDecoder().decode(journal), options, shown)
  print(shown, `\n${legible(decisionLine(decision))}`)
  if (options.json === true) io.stdout.write(jsonFile({ ...judgement.report, decision }))
  const code = certificationExitCode({ ...judgement, isWhole: true }, isWritten)
  return code === EXIT_CODES.kept && decision.issue === 'no' ? EXIT_CODES.broken : code
}

/** The journal in the folder of a report; a file is its own. */
function journalIn(path: string, folder: Folder): string {
  const isFolder = statSync(pathIn(folder, path), { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? join(path, JOURNAL_FILE) : path
}

function bytesOf(file: string, folder: Folder): Uint8Array {
  try {
    return readFileSync(pathIn(folder, file))
  } catch (cause) {
    throw new InputError(
      `${file}: ${whyNotRead(cause)}. Name a journal.jsonl that \`certify --report\` wrote.`,
      { cause },
    )
  }
}

/** @throws {InputError} when the report next to a journal was made from another one, or was changed. */
function refuseForeignReport(journal: Uint8Array, file: string, folder: Folder): void {
  const beside = join(dirname(file), 'report.json')
  if (!existsSync(pathIn(folder, beside))) return
  const report = reportSchema.safeParse(parseJson(readText(beside, 'The report', folder)))
  const found = report.success ? report.data.seal : null
  if (found === null)
    throw new InputError(
      `${beside}: expected the report of a certification, with its seal. Move it away, or judge the journal elsewhere.`,
    )
  // Where it can't be read, that is said first.
  readJournal(journal, file, found.rules)
  if (reportDigest(journal, found.rules) !== found.digest)
    throw new InputError(
      `${beside} does not belong to ${file}: its seal is over another recording, or other rules. Take both as one run wrote them.`,
    )
}
