import { relative, resolve } from 'node:path'
import type { Judgement } from '../../../../certification/judge-journal.ts'
import type { Command } from '../../../../certification/runner/process/program.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../../contract/report/verdict.ts'
import { counted, listed } from '../../../../contract/text/listed.ts'
import { certificationExitCode } from '../../../certification/conclusion.ts'
import { type Io, print } from '../../../io.ts'
import { loadSettings, type MockSettings } from '../../../mock/settings.ts'
import { exitCodeOf } from '../../../terminal/exit-code.ts'
import { complain, printable, screenOf } from '../../../terminal/terminal.ts'
import { watchedPlaces } from '../client-files.ts'
import type { CertifyCommandOptions } from '../command.ts'
import type { Round } from '../what-remains.ts'
import { FileChanges } from './file-changes.ts'

type Next = Pick<Round, 'only' | 'which'>

const WHICH = 'those that the last run did not keep'
const NAMED = 3
const LONGEST = 200
const WIDEST = 100

/** The result of a run; null where the client could not be started, or had changed before its end. */
type Ended = Judgement | null

type WatchedClient = {
  readonly command: Command
  readonly options: CertifyCommandOptions
  readonly io: Io
  certify(round: Round, settings?: MockSettings): Promise<Ended>
}

/**
 * `partner-purchase certify --watch`: runs the scenarios, and whenever a file of the client changes, those again that
 * were not kept. Each run ends at the first broken must. When nothing is left, all are run, and it ends when that run is
 * kept. It gives no certificate: its cards have the names of their scenarios.
 *
 * @throws {InputError | UnknownScenarioError | CommandError} before the first run.
 */
export async function watchClient(client: WatchedClient, { signal, ...first }: Round): Promise<number> {
  const { command, io, options } = client
  const { cwd = '.', clock } = io
  const given = [options.report, options.certificate].filter((path) => path !== undefined)
  const written = given.map((path) => resolve(cwd, path))
  const changes = new FileChanges({ ...watchedPlaces(command, options.watchPath, io), written, clock })
  // With --failed, the whole run is one of the whole table.
  const whole: Next = { only: options.only }
  let next: Next = first
  try {
    let ended: Ended = await changes.during((superseded) =>
      client.certify({ ...first, bail: true, signal, superseded }),
    )
    while (!signal.aborted) {
      const isKept = ended !== null && certificationExitCode(ended) === EXIT_CODES.kept
      if (isKept && next.only === whole.only) return EXIT_CODES.kept
      next = nextAfter(ended, next, whole)
      if (isKept) print(io, divider('Nothing of these is left: the whole run', io))
      else if (!(await hasChanged(changes, signal, io))) break
      const round: Round = { ...next, bail: true, signal }
      ended = await changes.during((superseded) => runAgain(client, { ...round, superseded }))
    }
    return EXIT_INTERRUPTED
  } finally {
    changes.close()
  }
}

/** One more run. What can't be used or started now may be in the middle of being written. */
async function runAgain({ certify, io, options }: WatchedClient, round: Round): Promise<Ended> {
  try {
    return await certify(round, loadSettings(options, io))
  } catch (cause) {
    exitCodeOf(cause, (text) => complain(io, text))
    return null
  }
}

/** What a run saw fail: the rest of it is part of the whole run. One that could not begin is run again as it was. */
function nextAfter(ended: Ended, before: Next, whole: Next): Next {
  if (ended === null || ended.report.startFailure !== undefined) return before
  const ran = new Set(ended.report.scenarios?.map(({ sku }) => sku))
  const only = ended.notKept.filter((sku) => ran.has(sku))
  return only.length === 0 ? whole : { only, which: WHICH }
}

async function hasChanged(changes: FileChanges, signal: AbortSignal, io: Io): Promise<boolean> {
  const folders = counted(changes.size, 'folder')
  const waiting = `\nWaiting for a change of the client in ${folders}. Ctrl-C ends this.`
  if (!changes.isPending) print(io, screenOf(io).paint('dim', waiting))
  const changed = await changes.next(signal)
  if (changed.length === 0) return false
  const names = changed.map((path) => relative(io.cwd ?? '.', path))
  print(io, divider(`Changed: ${printable(listed(names, NAMED), LONGEST)}`, io))
  return true
}

function divider(text: string, io: Io): string {
  const { paint, width } = screenOf(io)
  const rule = '─'.repeat(Math.max(3, Math.min(width, WIDEST) - text.length - 4))
  return `\n${paint('bold', `── ${text} ${rule}`)}\n`
}
