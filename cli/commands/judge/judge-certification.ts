import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readJournal, reportSeal } from '../../../certification/journal/journal.ts'
import { type Judgement, judgeJournal } from '../../../certification/judge-journal.ts'
import { RULES_VERSION } from '../../../certification/rules.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { type Report, reportSchema } from '../../../contract/report/report.ts'
import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { harmless, legible } from '../../../contract/text/harmless.ts'
import { listed } from '../../../contract/text/listed.ts'
import { parseJson } from '../../../contract/text/parse-json.ts'
import { certificationExitCode } from '../../certification/conclusion.ts'
import { outcomeLine } from '../../certification/render-outcomes.ts'
import { JOURNAL_FILE, showCertification } from '../../certification/show-certification.ts'
import { loadProfile, readText } from '../../files/files.ts'
import { jsonFile, reportFiles, tryReport, writeReport } from '../../files/report-files.ts'
import { type Folder, InputError, type Io, pathIn, print, printingAside } from '../../io.ts'
import { screenOf } from '../../terminal/terminal.ts'
import type { JudgeCommandOptions } from './command.ts'

/**
 * Judges the journal of a certification, and shows and writes its report as `certify` does.
 *
 * @param file what to call it in an error.
 * @throws {InputError | JournalError} for one that can't be read or judged, or that does not match its report.
 */
export function judgeCertification(
  journal: Uint8Array,
  file: string,
  options: JudgeCommandOptions,
  io: Io,
): number {
  const judgement = judgeJournal(journal, { source: file, isStrict: options.strict })
  refuseForeignReport(journal, file, io)
  tryReport(options.report, io)
  const shown = options.json === true ? printingAside(io) : io
  if (DECIDING.some((name) => options[name] !== undefined))
    return decided(judgement, { report: judgement.report, journal, file, io }, options)
  const { paint } = screenOf(shown)
  for (const scenario of harmless(judgement.report).scenarios ?? [])
    print(shown, outcomeLine(scenario, paint))
  // Byte for byte the judged journal, so that its seal in the report can be checked.
  const isWritten = showCertification(judgement, new TextDecoder().decode(journal), options, shown)
  if (options.json === true) io.stdout.write(jsonFile(judgement.report))
  return certificationExitCode(judgement, isWritten)
}

type Judged = {
  readonly report: Report
  readonly journal: Uint8Array
  readonly file: string
  readonly io: Io
}

/** Why no key is issued, in words that follow "because"; false where nothing speaks against it. */
type Reason = string | false

/** What each option that decides asks of a recording. It reads only the option of its name. */
const CONDITIONS = {
  challenge: ({ challenge }, { report }) =>
    report.challenge !== challenge &&
    (report.challenge === undefined
      ? 'it was made for no challenge'
      : `it was made for the challenge ${JSON.stringify(report.challenge)}`),
  maxAge: ({ maxAge }, { report: { startedAt }, io }) => {
    const ageMs = io.clock.now() - Date.parse(startedAt)
    if (ageMs > maxAge) return `it is of ${startedAt}, which is too long ago`
    return ageMs < -CLOCKS_DIFFER_MS && `it is of ${startedAt}, which is in the future`
  },
  profile: ({ profile: wanted }, { journal, file, io }) => {
    const { head } = readJournal(journal, file, RULES_VERSION)
    const differing = differences(loadProfile(wanted, io).profile, head.profile)
    return differing.length > 0 && `its profile answers otherwise: ${listed(differing, NAMED)}`
  },
  // The beginning of a commit is enough.
  commit: ({ commit }, { report: { subject } }) => [
    !subject?.commit?.startsWith(commit.toLowerCase()) && `its commit is ${subject?.commit ?? 'not known'}`,
    subject?.dirty !== false && 'files of the client may differ from its commit',
  ],
  issuer: ({ issuer }, { report }) =>
    report.issuer?.name !== issuer &&
    `${report.issuer?.name ?? 'the owner of the client'} issued it, and not ${issuer}`,
} satisfies {
  readonly [Option in keyof JudgeCommandOptions]?: (
    asked: Required<JudgeCommandOptions>,
    judged: Judged,
  ) => Reason | readonly Reason[]
}

const DECIDING = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]

/** Whether a key may be issued by a recording, and why not. */
function decide({ isCertified }: Judgement, judged: Judged, options: JudgeCommandOptions): Decision {
  const { outcome, message } = judged.report
  const asked = DECIDING.filter((name) => options[name] !== undefined)
  // Each of them was given.
  const reasons = asked.flatMap((name) => CONDITIONS[name](options as Required<JudgeCommandOptions>, judged))
  const uncertified = `the client is not certified (${outcome}${message === null ? '' : `: ${message}`})`
  const because = [!isCertified && uncertified, ...reasons].filter((reason) => reason !== false)
  const isProven = asked.includes('issuer')
  const issue = because.length > 0 ? 'no' : isProven ? 'yes' : 'on-the-word-of-the-owner'
  return { issue, because }
}

/** Prints whether a key may be issued: 0 where it may, and 1 where it may not. */
function decided(judgement: Judgement, judged: Judged, options: JudgeCommandOptions): number {
  const { journal, io } = judged
  const decision = decide(judgement, judged, options)
  const report = { ...judgement.report, decision }
  if (options.report !== undefined) {
    const files = { [JOURNAL_FILE]: new TextDecoder().decode(journal), ...reportFiles(report) }
    writeReport(options.report, files, printingAside(io))
  }
  if (options.json === true) io.stdout.write(jsonFile(report))
  else print(io, legible(decisionLine(decision)))
  return decision.issue === 'no' ? EXIT_CODES.broken : EXIT_CODES.kept
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
  if (reportSeal(journal, found.rules).digest !== found.digest)
    throw new InputError(
      `${beside} does not belong to ${file}: its seal is over another recording, other rules, another profile or other scenarios. Take both as one run wrote them.`,
    )
}

type Decision = NonNullable<Report['decision']>

function decisionLine({ issue, because }: Decision): string {
  if (issue === 'no') return `Issue the key: no, because ${because.join('; ').replace(/\.$/, '')}.`
  return issue === 'yes' ? 'Issue the key: yes' : "Issue the key: yes, on the owner's word"
}

const NAMED = 8
const CLOCKS_DIFFER_MS = 5 * 60_000

/** The answers that differ. Where they come from is no difference. */
function differences(wanted: Profile, recorded: Profile): readonly string[] {
  const names = Object.keys(wanted).filter((name) => name !== 'provenance') as (keyof Profile)[]
  return names.filter((name) => !isDeepStrictEqual(wanted[name], recorded[name]))
}
