import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Exit } from '../contract/report/report.ts'
import { REDACTED, redact } from '../contract/text/redact.ts'
import { OutputTail, type Tail } from './output-tail.ts'
import { type EndTimes, endTree, type ProcessTree, processTree } from './process-tree.ts'

/** Why the kit ends a client before its time is up. Any other reason counts as an interruption. */
const STOP_REASONS = ['flood', 'time-limit', 'crash', 'interrupted'] as const

/** Ends that say nothing about the client: an interrupted run, or a crash that the scenario scripts. */
type NoVerdict = 'interrupted' | 'crash'

/** A program and its arguments: no shell reads them. */
export type Command = readonly [program: string, ...args: string[]]

export type ClientOrder = {
  readonly command: Command
  readonly settings: ClientSettings
  /** The environment that the client inherits. Default: this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** The folder that the client starts in. Default: this process's folder. */
  readonly cwd?: string | undefined
  readonly limitMs: number
  /** Aborted with one of the reasons above. */
  readonly stop: AbortSignal
  /** The clock of the trial, in milliseconds. */
  readonly elapsedMs: () => number
  readonly isHurried?: () => boolean
  readonly endTimes?: EndTimes
}

export type ClientRun = {
  readonly exit: Omit<Exit, 'cause'> & { readonly cause: Exit['cause'] | NoVerdict }
  readonly stdout: Tail
  readonly stderr: Tail
}

const END_TIMES: EndTimes = { graceMs: 1_000, killMs: 5_000 }
/** The last output may still be in the pipe when a process has ended. */
const LAST_OUTPUT_MS = 200

/**
 * Runs a client's process until it ends, its time is up or it is stopped, and then ends every process that it started.
 * Only the last part of each output stream is kept, without any key.
 *
 * @throws {CommandError} when the command can't be started.
 */
export async function runClient(order: ClientOrder): Promise<ClientRun> {
  const { elapsedMs, settings } = order
  const marker = `${KEY_VARIABLE}=${settings.apiKey}`
  const { child, pid } = await started(order)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const tree = processTree({ pid, marker, hasEnded })
  const release = endWithThisProcess(tree)
  const stdout = new OutputTail().follow(child.stdout)
  const stderr = new OutputTail().follow(child.stderr)
  const closed = once(child, 'close')
  const ended = new Promise<Omit<Exit, 'cause'>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal, atMs: elapsedMs() }))
  })
  const cause = await endingOf(order, ended)
  const times = order.endTimes ?? END_TIMES
  await endTree(tree, cause === 'crash' ? { ...times, graceMs: 0 } : times, order.isHurried)
  const exit = await ended
  await Promise.race([closed, pause(LAST_OUTPUT_MS, undefined, { ref: false })])
  // If this process was busy for all that time, the output waits to be read: the next turn reads it.
  await nextTurn()
  release()
  child.stdout.destroy()
  child.stderr.destroy()
  const secrets = [settings.apiKey]
  return { exit: { ...exit, cause }, stdout: stdout.tail(secrets), stderr: stderr.tail(secrets) }
}

const guarded = new Set<ProcessTree>()

/** A process may fork between the search and the kill: the next round finds its child. */
const ROUNDS = 3

function endAll(): void {
  for (let round = 0; round < ROUNDS; round += 1) for (const tree of guarded) tree.signal('SIGKILL')
}

/** Without another listener, a signal ends this process, as it would by default. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  endAll()
  process.off(signal, endBySignal)
  process.kill(process.pid, signal)
}

const ENDS = { exit: endAll, SIGINT: endBySignal, SIGTERM: endBySignal, SIGHUP: endBySignal }

/**
 * Ends a tree when this process ends, including by a signal or an uncaught error. Returns a function that stops
 * guarding.
 */
function endWithThisProcess(tree: ProcessTree): () => void {
  if (guarded.size === 0) for (const [event, end] of Object.entries(ENDS)) process.on(event, end)
  guarded.add(tree)
  return () => {
    guarded.delete(tree)
    if (guarded.size === 0) for (const [event, end] of Object.entries(ENDS)) process.off(event, end)
  }
}

/**
 * Without a listener, SIGUSR1 opens an inspector, through which a client of the same account could write its own verdict.
 * The listener stays: a client may have left a process that waits for the end of the run.
 */
export function closeInspector(): void {
  if (process.listenerCount('SIGUSR1') === 0) process.on('SIGUSR1', () => {})
}

async function started({ command, settings, env = process.env, cwd }: ClientOrder) {
  const [program, ...args] = command
  try {
    const child = spawn(program, args, {
      env: clientEnvironment(env, settings),
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      // In its own group, it gets no Ctrl-C from the terminal, and the whole group can be ended.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    await once(child, 'spawn')
    return { child, pid: child.pid as number }
  } catch (cause) {
    throw commandError(command, cause)
  }
}

async function endingOf(
  { limitMs, stop }: ClientOrder,
  ended: Promise<unknown>,
): Promise<ClientRun['exit']['cause']> {
  const { promise, resolve } = Promise.withResolvers<ClientRun['exit']['cause']>()
  const stopNow = () => resolve(STOP_REASONS.find((reason) => reason === stop.reason) ?? 'interrupted')
  const limit = setTimeout(() => resolve('time-limit'), limitMs)
  if (stop.aborted) stopNow()
  stop.addEventListener('abort', stopNow, { once: true })
  void ended.then(() => resolve('exited'))
  return promise.finally(() => {
    clearTimeout(limit)
    stop.removeEventListener('abort', stopNow)
  })
}

/** What a client finds in its environment: the address of the service, and what to buy. */
export type ClientSettings = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly sku: string
  readonly purchases: number
  /** A label for the intended purchase. It stays the same when the client is started again. */
  readonly orderLabel: string
}

/** The variable that holds the key of a trial. It marks every process of that trial. */
export const KEY_VARIABLE = 'SERVICE_PARTNER_API_KEY'

/** Names of variables that hold secrets. A client under test needs none of them. */
const SECRET_NAME =
  /token|secret|password|passwd|passphrase|credential|(?:api|access|private|signing|encryption)_?key/i

/** The variables of this interface are set for each trial, never inherited. */
const OWN_NAME = /^SERVICE_/i

/**
 * The parent's environment without its secrets, an exemption of this machine from proxies, and the trial's five
 * variables.
 */
export function clientEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  { baseUrl, apiKey, sku, purchases, orderLabel }: ClientSettings,
): Record<string, string> {
  const inherited = Object.entries(parent).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !isSecret(entry[0], entry[1]),
  )
  const exempt = parent.no_proxy ?? parent.NO_PROXY
  const direct = exempt ? `${exempt},${DIRECT}` : DIRECT
  return {
    ...Object.fromEntries(inherited),
    // Some programs read one spelling, some the other.
    ...{ NO_PROXY: direct, no_proxy: direct },
    SERVICE_BASE_URL: baseUrl,
    [KEY_VARIABLE]: apiKey,
    SERVICE_SKU: sku,
    SERVICE_PURCHASES: String(purchases),
    SERVICE_ORDER_LABEL: orderLabel,
  }
}

/** The mock is on this machine. A client with a configured proxy has to call it directly. */
const DIRECT = '127.0.0.1,localhost,::1'

function isSecret(name: string, value: string): boolean {
  return OWN_NAME.test(name) || SECRET_NAME.test(name) || redact(value).includes(REDACTED)
}

/** A command can't be started. The message names it, the reason, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const NO_PROGRAM =
  'it is not a program for this machine. Give the program that runs it first, such as node client.mjs'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT:
    'there is no such program, here or on the PATH, or the one that its first line names is missing. Give its path, such as ./client',
  EACCES:
    'it is not executable. Make it so with chmod +x, or give the program that runs it first, such as node client.mjs',
  ENOTDIR: 'a part of its path is not a folder. Give its path, such as ./client',
  ENOEXEC: NO_PROGRAM,
  // Windows reports a file that is no program by these codes, and so it does for a batch file such as npm.
  EFTYPE: NO_PROGRAM,
  EINVAL: NO_PROGRAM,
  UNKNOWN: NO_PROGRAM,
}

function commandError(command: readonly string[], cause: unknown): CommandError {
  const { code, message } = cause as NodeJS.ErrnoException
  const reason = REASONS[code ?? ''] ?? redact(message)
  return new CommandError(
    `The command ${redact(JSON.stringify(command[0]))} can't be started: ${reason}.${quotingHint(command)}`,
    { cause },
  )
}

/** A command line that is quoted as a whole arrives as a single word. */
function quotingHint([program = '', ...args]: readonly string[]): string {
  if (args.length > 0 || !/\S\s+\S/.test(program)) return ''
  return ` It is one word, with spaces in it: leave its quotes out, as in -- ${redact(program)}. For what only a shell can do, name the shell: -- sh -c ${redact(JSON.stringify(program))}.`
}
