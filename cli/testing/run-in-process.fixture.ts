import { EventEmitter } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { type Clock, systemClock } from '../../contract/clock.ts'
import type { EndSignal, Io } from '../io.ts'
import { run } from '../run.ts'
import { type CliRun, keepingClean, type Surroundings, withoutNpm } from './run-cli.fixture.ts'

/** A stream that keeps what is written to it, and emits `data` like a pipe that is read at once. */
class Collected extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString()
    this.emit('data', chunk)
    done()
  }
}

/** The surroundings of a run, and the columns of its terminal; without them, its output goes to a pipe. */
export type Terminal = Surroundings & {
  readonly columns?: number
  readonly clock?: Clock
  /** Where the executable would be. */
  readonly executable?: string
}

/**
 * The command line, running in this process: what `startCli` of run-cli.fixture.ts gives for one of its own, without the
 * start of a process. A signal without a listener ends nothing here, and SIGKILL interrupts it
 * twice.
 */
export function startCli(
  args: readonly string[],
  { key, cwd, env, columns, clock = systemClock, executable }: Terminal = {},
) {
  const { SERVICE_PARTNER_API_KEY: _, ...inherited } = withoutNpm(process.env)
  const signals = new EventEmitter()
  const [stdin, stdout, stderr] = [new PassThrough(), new Collected(), new Collected()]
  if (columns !== undefined)
    for (const stream of [stdout, stderr]) Object.assign(stream, { isTTY: true, columns })
  const io: Io = {
    stdin,
    stdout,
    stderr,
    env: { ...inherited, NO_COLOR: '1', ...env, ...(key !== undefined && { SERVICE_PARTNER_API_KEY: key }) },
    cwd,
    clock,
    executable,
    onSignal(signal, listener) {
      signals.on(signal, listener)
      return () => signals.off(signal, listener)
    },
  }
  const output = {
    get stdout() {
      return stdout.text
    },
    get stderr() {
      return stderr.text
    },
  }
  const ended = run(keepingClean(args, cwd), io).then(
    (code): CliRun => ({ code, stdout: stdout.text, stderr: stderr.text }),
  )
  const kill = (signal: EndSignal | 'SIGKILL' = 'SIGTERM') =>
    signal === 'SIGKILL' ? signals.emit('SIGINT') && signals.emit('SIGINT') : signals.emit(signal)
  return { child: { stdin, stdout, stderr, kill }, output, ended }
}

/** Runs the command line to its end, in this process. */
export function runCli(args: readonly string[], surroundings: Terminal = {}): Promise<CliRun> {
  return startCli(args, surroundings).ended
}
