import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readJournal, reportDigest } from '../../../certification/journal.ts'
import { type Judgement, judgeJournal } from '../../../certification/judge.ts'
import { RULES_VERSION } from '../../../certification/rules.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { type Report, reportSchema } from '../../../contract/report/report.ts'
import { EXIT_CODES } from '../../../contract/report/verdict.ts'
import { harmless, legible } from '../../../contract/text/harmless.ts'
import { counted, listed } from '../../../contract/text/listed.ts'
import { parseJson } from '../../../contract/text/parse-json.ts'
import { commitWords } from '../../../reporting/text/certificate.ts'
import { LOOKS } from '../../../reporting/text/said.ts'
import { jsonFile, loadProfile, readText, refuseUtf16, whyNotRead } from '../../files/files.ts'
import { tryReport } from '../../files/report-folder.ts'
import { type Folder, InputError, type Io, pathIn, print, printingAside } from '../../io.ts'
import { headingText, say, screenOf } from '../../terminal/terminal.ts'
import { duration, flagOf, nameText } from '../arguments.ts'
import { outcomeLine } from '../certify/progress.ts'
import { JOURNAL_FILE, showCertification } from '../certify/show-report.ts'
import { certificationExitCode } from '../certify/verdict.ts'
import type { CommandSpec, OptionRows, OptionsOf } from '../command.ts'

const HELP = `
Its last line says whether a key may be issued: "Issue the key: yes, if you trust who made this recording", or "Issue the key: no, because …".

Exit codes:
  0  yes
  1  no: a must is broken, or the recording is not what was asked for
  2  refused: usage, or a recording that was changed
  4  no: a scenario or a must was not observed
  5  an error of the kit itself`

const OPTIONS = {
  challenge: ['<text>', 'the challenge that it must have been made for', nameText],
  maxAge: ['<time>', 'how old it may be, such as 12h or 7d', duration],
  profile: ['<file>', 'the answers that its profile must have'],
  report: ['<folder>', 'where to write the report; by default nowhere'],
  json: 'print the report as JSON on standard output, and the rest on standard error',
} as const satisfies OptionRows

/** An age is in milliseconds. */
type JudgeOptions = OptionsOf<typeof OPTIONS>

export const judgeCommand: CommandSpec = {
  argument: ['<recording>', 'the journal.jsonl of certify, or its folder'],
  options: OPTIONS,
  help: HELP,
  example: 'judge journal.jsonl --challenge 9f4c2d1a7b3e5f60 --max-age 7d',
  run: judge,
}

/**
 * `partner-purchase judge`: judges the recording of a certification again, from the recording alone, shows its report as
 * `certify` does, and says in its last line whether a key may be issued.
 *
 * @returns 0 where it may.
 * @throws {InputError | JournalError} for a recording that can't be read or judged, or that does not match its report.
 */
async function judge(path: string, options: JudgeOptions, io: Io): Promise<number> {
  const file = journalIn(path, io)
  const journal = bytesOf(file, io)
  const judgement = judgeJournal(journal, { source: file })
  refuseForeignReport(journal, file, io)
  const profile = options.profile === undefined ? undefined : loadProfile(options.profile, io).profile
  tryReport(options.report, io)
  const { head } = readJournal(journal, file, RULES_VERSION)
  const decision = decide(judgement, head.profile, { ...options, profile, now: io.clock.now() })
  const shown = options.json === true ? printingAside(io) : io
  print(shown, `${heading(harmless(judgement.report))}\n`)
  showScenarios(judgement.report, shown)
  // Byte for byte the judged journal, so that its seal in the report can be checked.
  const places = { journal: new TextDecoder().decode(journal), folder: options.report }
  const isWritten = await showCertification(judgement, places, shown)
  print(shown, '')
  const unchecked = uncheckedIn(options)
  if (decision.issue === 'yes' && unchecked.length > 0)
    say(shown, `Not checked, because the option is not given: ${unchecked.join(', ')}.`)
  print(shown, legible(decisionLine(decision)))
  if (options.json === true) io.stdout.write(jsonFile({ ...judgement.report, decision }))
  const code = certificationExitCode({ ...judgement, isWhole: true }, isWritten)
  return code === EXIT_CODES.kept && decision.issue === 'no' ? EXIT_CODES.broken : code
}

/** Whose recording this is, as far as the recording says it. */
function heading({ subject, startedAt, challenge }: Report): string {
  const facts = {
    Client: subject?.name,
    Command: subject?.command ?? undefined,
    Commit: (subject && commitWords(subject)) ?? undefined,
    Recorded: startedAt,
    Challenge: challenge ?? 'none',
  }
  return headingText('Partner Purchase API, judgement of a recording', facts)
}

/** The options that ask something of a recording, and that were left out. */
function uncheckedIn(options: JudgeOptions): readonly string[] {
  return (['challenge', 'maxAge', 'profile'] as const)
    .filter((name) => options[name] === undefined)
    .map(flagOf)
}

/** Those that were not kept, one by one, and how many were. */
function showScenarios(report: Report, io: Io): void {
  const { paint } = screenOf(io)
  const scenarios = harmless(report).scenarios ?? []
  for (const scenario of scenarios) if (scenario.outcome !== 'kept') print(io, outcomeLine(scenario, paint))
  const kept = scenarios.filter(({ outcome }) => outcome === 'kept').length
  if (kept > 0)
    print(io, `${paint('green', LOOKS.kept.sign)} ${kept} of ${counted(scenarios.length, 'scenario')} kept`)
}

/** The journal in the folder of a report; a file is its own. */
function journalIn(path: string, folder: Folder): string {
  const isFolder = statSync(pathIn(folder, path), { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? join(path, JOURNAL_FILE) : path
}

function bytesOf(file: string, folder: Folder): Uint8Array {
  try {
    const bytes = readFileSync(pathIn(folder, file))
    refuseUtf16(bytes, file)
    return bytes
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    throw new InputError(`${file}: ${whyNotRead(cause)}. Name the recording of \`certify\`, or its folder.`, {
      cause,
    })
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

type Decision = NonNullable<Report['decision']>

/** What a recording must be, besides one of a certified client. */
type Wanted = Pick<JudgeOptions, 'challenge' | 'maxAge'> & {
  readonly profile: Profile | undefined
  /** When it is asked for, in milliseconds since the Unix epoch. */
  readonly now: number
}

/** Whether a key may be issued by a recording, and why not. */
function decide(
  { isCertified, report }: Judgement,
  recorded: Profile,
  { challenge, maxAge, profile, now }: Wanted,
): Decision {
  const because = [
    isCertified ? null : uncertified(report),
    challenge === undefined ? null : wrongChallenge(report, challenge),
    maxAge === undefined ? null : wrongAge(report, now, maxAge),
    profile === undefined ? null : wrongProfile(profile, recorded),
  ].filter((reason) => reason !== null)
  return { issue: because.length === 0 ? 'yes' : 'no', because }
}

function decisionLine({ issue, because }: Decision): string {
  return issue === 'yes'
    ? 'Issue the key: yes, if you trust who made this recording'
    : `Issue the key: no, because ${because.join('; ').replace(/\.$/, '')}.`
}

function uncertified({ outcome, message }: Report): string {
  const why = message === null ? '' : `: ${message.trim().replace(/\.$/, '')}`
  return `the client is not certified (${outcome}${why})`
}

function wrongChallenge({ challenge: found }: Report, challenge: string): string | null {
  if (found === challenge) return null
  return found === undefined
    ? 'it was made for no challenge'
    : `it was made for the challenge ${JSON.stringify(found)}`
}

const CLOCKS_DIFFER_MS = 5 * 60_000

function wrongAge({ startedAt }: Report, now: number, maxAgeMs: number): string | null {
  const ageMs = now - Date.parse(startedAt)
  if (ageMs > maxAgeMs) return `it is of ${startedAt}, which is too long ago`
  return ageMs < -CLOCKS_DIFFER_MS ? `it is of ${startedAt}, which is in the future` : null
}

const NAMED = 8

/** Only the answers count. Where they come from is no difference. */
function wrongProfile(wanted: Profile, recorded: Profile): string | null {
  const names = Object.keys(wanted).filter((name) => name !== 'provenance') as (keyof Profile)[]
  const differing = names.filter((name) => !isDeepStrictEqual(wanted[name], recorded[name]))
  return differing.length === 0 ? null : `its profile answers otherwise: ${listed(differing, NAMED)}`
}
