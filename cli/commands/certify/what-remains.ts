import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Judgement, judgeJournal } from '../../../certification/judge-journal.ts'
import type { UnknownScenarioError } from '../../../certification/runner/plan.ts'
import type { Command } from '../../../certification/runner/process/program.ts'
import { legible } from '../../../contract/text/harmless.ts'
import { counted, listed } from '../../../contract/text/listed.ts'
import { nearestOf } from '../../../contract/text/nearest.ts'
import { redact } from '../../../contract/text/redact.ts'
import { shellCommand } from '../../../contract/text/shell-command.ts'
import { JOURNAL_FILE } from '../../certification/show-certification.ts'
import { whyNotRead } from '../../files/files.ts'
import { type Folder, InputError, type Io, pathIn, print } from '../../io.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { say } from '../../terminal/terminal.ts'
import { flagOf } from '../arguments.ts'
import type { CertifyCommandOptions } from './command.ts'

export type Round = {
  /** Default: all. */
  readonly only: readonly string[] | undefined
  /** Which those are, where the user did not name them. */
  readonly which?: string | undefined
  readonly bail: boolean | undefined
  readonly signal: AbortSignal
}

const NAMED = 4

/** @throws {InputError | JournalError} when its recording can't be read. */
function notKeptIn(folder: string, at: Folder): readonly string[] {
  const file = join(folder, JOURNAL_FILE)
  try {
    return judgeJournal(readFileSync(pathIn(at, file)), { source: file }).notKept
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause
    throw new InputError(
      `--failed: ${file}: ${whyNotRead(cause)}. Run all scenarios first, with --report ${folder} and without --failed.`,
      { cause },
    )
  }
}

export function scenariosOf(
  { only, failed, report = '' }: CertifyCommandOptions,
  io: Io,
): Pick<Round, 'only' | 'which'> {
  if (failed !== true) return { only }
  return { only: notKeptIn(report, io), which: `those that the run in ${report} did not keep` }
}

/** The refusal of a scenario that there is not. With `--failed`, the last run had cards of another name, or more scenarios. */
export function unknownScenario(
  cause: UnknownScenarioError,
  { failed, report }: CertifyCommandOptions,
): InputError {
  const { asked, known } = cause
  // As names behind --only go on until the next option, a client's command is easily taken for one.
  const said =
    failed === true
      ? `--failed: the last run in ${report} has ${asked}, and this one has no such scenario. Run it with the same --scenarios and --restart, or without --failed.`
      : `--only ${asked}: there is no such scenario. ${nearestOf(asked, known)} \`partner-purchase scenarios\` lists them. The client's command comes after --.`
  return new InputError(said, { cause })
}

export function printRemaining(
  judgement: Judgement,
  command: Command | null,
  options: CertifyCommandOptions,
  io: Io,
): void {
  const { report, isWhole, notKept } = judgement
  const isFailed = notKept.length > 0
  if (report.startFailure !== undefined || (isWhole && !isFailed)) return
  const text = isFailed ? remainingWords(judgement) : 'Nothing of these remains.'
  say(io, `\n${legible(text)}`)
  // What was not kept can only be read from a folder.
  if (isFailed && options.report === undefined) return
  print(io, nextLine(command, options, isFailed ? ['--failed'] : [], io))
}

function remainingWords({ report, notKept }: Judgement): string {
  const ran = new Set(report.scenarios?.map(({ sku }) => sku))
  const unseen = notKept.filter((sku) => !ran.has(sku)).length
  const which = unseen === notKept.length ? '' : `${unseen} of them `
  const why = unseen === 0 ? '' : `, ${which}since they did not end`
  return `Remaining: ${counted(notKept.length, 'scenario')} not kept${why}: ${listed(notKept, NAMED)}.`
}

export function nextLine(
  command: Command | null,
  options: CertifyCommandOptions,
  flags: readonly string[],
  io: Io,
): string {
  const { report, restart } = options
  const words = [
    ...rerunWords(options, io),
    ...(restart === true ? ['--restart'] : []),
    ...flags,
    ...(report === undefined ? [] : ['--report', report]),
    ...(command === null ? [] : ['--', ...command]),
  ]
  return `Next: ${redact(shellCommand(words))}`
}

/** The options without which a scenario that runs alone would be another one: its files, its name, its network. */
const KEPT = ['profile', 'scenarios', 'baseUrl', 'sku', 'maxPurchases', 'allowHttp', 'name', 'tls'] as const

/** The same, of a service that is listened to. */
const KEPT_LISTENING = [...KEPT, 'listen', 'port', 'host'] as const

/** The words that start a run like this one, up to its scenarios. */
export function rerunWords(options: CertifyCommandOptions, io: Io): readonly string[] {
  const kept = (options.listen === true ? KEPT_LISTENING : KEPT).flatMap((name) => {
    const value = options[name]
    if (value === undefined || value === false) return []
    const flag = flagOf(name)
    return value === true ? [flag] : [flag, String(value)]
  })
  return [...invocationOf(io), 'certify', ...kept]
}
