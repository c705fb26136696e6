import { relative, resolve } from 'node:path'
import type { Certification } from '../../../../certification/runner/certify.ts'
import type { Command } from '../../../../certification/runner/process/run-client.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../../contract/report/verdict.ts'
import { listed } from '../../../../contract/text/listed.ts'
import { counted } from '../../../../reporting/text/counted.ts'
import { certificationExitCode } from '../../../certification/certification-exit-code.ts'
import { type Io, print } from '../../../io.ts'
import { loadSettings } from '../../../mock/settings.ts'
import { exitCodeOf } from '../../../terminal/exit-code.ts'
import { printable } from '../../../terminal/printable.ts'
import { fold, paintFor, widthOf } from '../../../terminal/terminal.ts'
import { type Client, certifyOnce, type Round } from '../certify-once.ts'
import { FileChanges } from './file-changes.ts'
import { watchedPlaces } from './watched-places.ts'

/** What the next run has. */
type Next = Pick<Round, 'only' | 'which'>

const WHICH = 'those that the last run did not keep'
const NAMED = 3
const LONGEST = 200
const WIDEST = 100

/**
 * `partner-purchase certify --watch`: runs the scenarios, and whenever a file of the client changes, those again that
 * were not kept. Each run ends at the first broken must. When nothing is left, all are run, and it ends when that run is
 * kept.
 *
 * @returns 0, or the exit code of an interruption.
 * @throws {InputError | UnknownScenarioError | CommandError} before the first run.
 */
export async function watchClient(
  client: Client & { readonly command: Command },
  { signal, ...first }: Round,
): Promise<number> {
  const { command, io, options } = client
  const { cwd = '.', clock } = io
  const places = watchedPlaces(command, options.watchPath, io)
  const written = [options.report, options.certificate].flatMap((path) =>
    path === undefined ? [] : resolve(cwd, path),
  )
  const changes = new FileChanges({ ...places, written, clock })
  // With --failed, the whole run is one of the whole table.
  const whole: Next = { only: options.only }
  let next: Next = { only: first.only, which: first.which }
  let settings = client.settings
  try {
    for (let isFirst = true; ; isFirst = false) {
      const round = next
      const ended = await changes.during(async (superseded) => {
        try {
          if (!isFirst) settings = loadSettings(options, io)
          return await certifyOnce({ ...client, settings }, { ...round, bail: true, signal, superseded })
        } catch (cause) {
          if (isFirst) throw cause
          // Such as a program that is being written just now.
          exitCodeOf(cause, (text) => io.stderr.write(`${fold(text, widthOf(io.stderr))}\n`))
          return null
        }
      })
      if (signal.aborted) return EXIT_INTERRUPTED
      const isKept = ended !== null && certificationExitCode(ended) === EXIT_CODES.kept
      if (isKept && round.only === whole.only) return EXIT_CODES.kept
      if (ended !== null) next = isKept ? whole : (failedOf(ended) ?? whole)
      if (isKept) print(io, divider('Nothing of these is left: the whole run.', io))
      else {
        print(io, paintFor(io.stdout, io.env)('dim', `\n${waiting(changes.size)}`))
        const changed = await changes.next(signal)
        if (changed.length === 0) return EXIT_INTERRUPTED
        const names = listed(
          changed.map((path) => relative(cwd, path)),
          NAMED,
        )
        print(io, divider(`Changed: ${printable(names, LONGEST)}`, io))
      }
    }
  } finally {
    changes.close()
  }
}

/** What a run saw fail: the rest of it is part of the whole run. Where it could not begin, it is run again as it was. */
function failedOf({ report, notKept }: Certification): Next | undefined {
  const ran = new Set(report.scenarios?.map(({ sku }) => sku))
  const only = report.startFailure === undefined ? notKept.filter((sku) => ran.has(sku)) : notKept
  return only.length === 0 ? undefined : { only, which: WHICH }
}

function waiting(folders: number): string {
  return `Waiting for a change of the client in ${counted(folders, 'folder')}. Ctrl-C ends this.`
}

/** A rule between two runs, with what they are about. */
function divider(text: string, { stdout, env }: Io): string {
  const rule = '─'.repeat(Math.max(3, Math.min(widthOf(stdout), WIDEST) - text.length - 4))
  return `\n${paintFor(stdout, env)('bold', `── ${text} ${rule}`)}\n`
}
