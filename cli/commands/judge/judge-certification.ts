import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { reportSeal } from '../../../certification/journal/journal.ts'
import { readJournal } from '../../../certification/journal/read-journal.ts'
import { type Judgement, judgeJournal } from '../../../certification/judge-journal.ts'
import { RULES_VERSION } from '../../../certification/rules.ts'
import { sealDigest } from '../../../contract/judging/seal.ts'
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
import { type Folder, type Io, pathIn, print, printingAside } from '../../io.ts'
import { InputError } from '../../terminal/input-error.ts'
import { paintFor } from '../../terminal/terminal.ts'
import type { JudgeCommandOptions, RecordingFile } from './recording-file.ts'

/**
 * Judges the journal of a certification, and shows and writes its report as `certify` does.
 *
 * @param file what to call it in an error.
 * @throws {InputError | JournalError} for one that can't be read or judged, or that does not match its report.
 */
export function judgeCertification(
  recording: RecordingFile,
  file: string,
  options: JudgeCommandOptions,
  io: Io,
): number {
  const journal = recording.bytes()
  const judgement = judgeJournal(journal, { source: file, isStrict: options.strict })
  refuseForeignReport(journal, file, io)
  tryReport(options.report, io)
  const shown = options.json === true ? printingAside(io) : io
  if (DECIDING.some((name) => options[name] !== undefined))
    return decided(judgement, journal, file, options, io)
  const paint = paintFor(shown.stdout, io.env)
  for (const scenario of harmless(judgement.report).scenarios ?? [])
    print(shown, outcomeLine(scenario, paint))
  // Byte for byte the judged journal, so that its seal in the report can be checked.
  const isWritten = showCertification(judgement, new TextDecoder().decode(journal), options, shown)
  if (options.json === true) io.stdout.write(jsonFile(judgement.report))
  return certificationExitCode(judgement, isWritten)
}

/** The options that ask for a decision. */
export const DECIDING = [
  'challenge',
  'maxAge',
  'profile',
  'commit',
  'requireSeed',
  'issuer',
  'attested',
] as const

/** Prints whether a key may be issued: 0 where it may, and 1 where it may not. */
function decided(
  judgement: Judgement,
  journal: Uint8Array,
  file: string,
  options: JudgeCommandOptions,
  io: Io,
): number {
  const { profile, attested, maxAge: maxAgeMs, ...asked } = options
  const recorded = () => readJournal(journal, file, RULES_VERSION).head.profile
  const decision = decide(
    judgement,
    {
      ...asked,
      maxAgeMs,
      ...(profile !== undefined && { profiles: [loadProfile(profile, io).profile, recorded()] }),
      ...(attested !== undefined && { attested: [digestsIn(attested, io), sealDigest(journal)] }),
    },
    io.clock.now(),
  )
  const report = { ...judgement.report, decision }
  if (options.report !== undefined) {
    const files = { [JOURNAL_FILE]: new TextDecoder().decode(journal), ...reportFiles(report) }
    writeReport(options.report, files, printingAside(io))
  }
  if (options.json === true) io.stdout.write(jsonFile(report))
  else print(io, legible(decisionLine(decision)))
  return decision.issue === 'no' ? EXIT_CODES.broken : EXIT_CODES.kept
}

/** The digests that an in-toto statement is about. */
function digestsIn(file: string, io: Io): readonly string[] {
  const statement = statementSchema.safeParse(parseJson(readText(file, '--attested', io)))
  if (statement.success) return statement.data.subject.map(({ digest }) => `sha256-${digest.sha256}`)
  throw new InputError(
    `--attested ${file}: expected an in-toto statement, as cosign or gh print it once they have verified its signature.`,
  )
}

const statementSchema = z.object({
  subject: z.array(z.object({ digest: z.object({ sha256: z.string() }) })),
})

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

/** What a recording has to be, so that a key may be issued for it. What is left out is not asked. */
type Conditions = {
  readonly challenge?: string | undefined
  readonly maxAgeMs?: number | undefined
  /** The answers of the operator, and those that the recording was made with. */
  readonly profiles?: readonly [wanted: Profile, recorded: Profile] | undefined
  /** The beginning of a commit is enough. */
  readonly commit?: string | undefined
  readonly requireSeed?: boolean | undefined
  /** The operator, for a recording that it made itself. */
  readonly issuer?: string | undefined
  /** The digests of a statement whose signature was verified, and that of the recording. */
  readonly attested?: readonly [digests: readonly string[], recorded: string] | undefined
}

/** Whether a key may be issued, and why not. */
type Decision = NonNullable<Report['decision']>

/**
 * Decides by a recording that was judged again.
 *
 * @param now milliseconds since the Unix epoch.
 *
 * @example
 * decide(judgement, { challenge: '4711', requireSeed: true }, Date.now()).issue // 'on-the-word-of-the-owner'
 */
function decide({ isCertified, report }: Judgement, conditions: Conditions, now: number): Decision {
  const { challenge, maxAgeMs, profiles, commit, requireSeed, issuer, attested } = conditions
  const { subject, seed, startedAt, message } = report
  const ageMs = now - Date.parse(startedAt)
  const differing = profiles === undefined ? [] : differences(...profiles)
  const because = [
    !isCertified &&
      `the client is not certified (${report.outcome}${message === null ? '' : `: ${message}`})`,
    challenge !== undefined &&
      report.challenge !== challenge &&
      (report.challenge === undefined
        ? 'it was made for no challenge'
        : `it was made for the challenge ${JSON.stringify(report.challenge)}`),
    maxAgeMs !== undefined && ageMs > maxAgeMs && `it is of ${startedAt}, which is too long ago`,
    maxAgeMs !== undefined && ageMs < -CLOCKS_DIFFER_MS && `it is of ${startedAt}, which is in the future`,
    differing.length > 0 && `its profile answers otherwise: ${listed(differing, NAMED)}`,
    commit !== undefined &&
      !subject?.commit?.startsWith(commit.toLowerCase()) &&
      `its commit is ${subject?.commit ?? 'not known'}`,
    commit !== undefined && subject?.dirty !== false && 'files of the client may differ from its commit',
    requireSeed === true && typeof seed !== 'string' && 'its cards had the names of their scenarios',
    issuer !== undefined &&
      report.issuer?.name !== issuer &&
      `${report.issuer?.name ?? 'the owner of the client'} issued it, and not ${issuer}`,
    attested?.[0].includes(attested[1]) === false && 'the statement is about another recording',
  ].filter((reason) => reason !== false)
  const isProven = issuer !== undefined || attested !== undefined
  const issue = because.length > 0 ? 'no' : isProven ? 'yes' : 'on-the-word-of-the-owner'
  return { issue, because }
}

/** A decision in one line. */
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
