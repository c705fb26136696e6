import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HEADERS } from './operations.ts'

export type StartCommand = {
  args(port: number): string[]
  readonly env?: Readonly<Record<string, string>>
  /** Standard output is a pipe, whose reader takes everything at once or nothing at all; without it, it goes nowhere. */
  readonly log?: 'read' | 'unread'
}

export type ServerProcess = {
  readonly port: number
  /** From the start of the process to its first 200 on `/ping`. */
  readonly startMs: number
  /** What the process has taken so far; null where there is no /proc. */
  cpuSeconds(): number | null
  stop(): Promise<void>
}

const SERVER_CORE = '0'
const LOAD_CORE = '1'

/** Whether servers and load can be kept on a core each, so that neither takes time from the other. */
export const IS_PINNED =
  availableParallelism() >= 2 && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0

/** Moves this process, which makes the load, and what it starts from now on to a core of their own. */
export function stayOnLoadCore(): void {
  if (IS_PINNED) spawnSync('taskset', ['-acp', LOAD_CORE, String(process.pid)])
}

const TIME_LIMIT_MS = 60_000
const ASKED_EVERY_MS = 2
const KILLED_AFTER_MS = 3_000

const running = new Set<ChildProcess>()
// Nothing that a measurement started outlives it, however it ends.
process.once('exit', () => running.forEach((child) => void child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** On the core of the servers, until it answers `/ping` with 200. @throws {Error} when it has not after a minute. */
export async function startServer(command: StartCommand, folder: string): Promise<ServerProcess> {
  const port = await freePort()
  const pipe = command.log && openPipe(join(folder, `log-${port}`), command.log)
  const node = [process.execPath, ...command.args(port)]
  const [file = '', ...args] = IS_PINNED ? ['taskset', '-c', SERVER_CORE, ...node] : node
  const began = performance.now()
  const child = start(file, args, {
    cwd: folder,
    env: { ...process.env, ...command.env },
    stdio: ['ignore', pipe?.fd ?? 'ignore', 'inherit'],
  })
  const stop = async () => {
    await stopChild(child)
    pipe?.close()
  }
  try {
    while ((await statusOfPing(port)) !== 200) {
      const waited = performance.now() - began
      if (child.exitCode !== null || waited > TIME_LIMIT_MS)
        throw new Error(`No 200 on GET /ping after ${Math.round(waited)} ms from: ${node.join(' ')}`)
      await sleep(ASKED_EVERY_MS)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { port, startMs: performance.now() - began, cpuSeconds: () => cpuSecondsOf(child.pid), stop }
}

function start(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(file, args, options)
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** A pipe of the system for a server's log, with a reader that takes everything at once, or with none that takes anything. */
function openPipe(path: string, log: 'read' | 'unread') {
  const { status } = spawnSync('mkfifo', [path])
  if (status !== 0) throw new Error(`mkfifo ${path} failed: a log is measured where there are named pipes.`)
  // Open for both, it needs no partner to open, and is there for as long as the server.
  const ends = [openSync(path, 'r+'), openSync(path, 'w')] as const
  if (log === 'read') start('cat', [path], { stdio: 'ignore' })
  return { fd: ends[1], close: () => ends.forEach(closeSync) }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS)
  await closed
  clearTimeout(timer)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : Number.NaN
}

/** Undefined where nobody listens yet. */
function statusOfPing(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { ...HEADERS, Connection: 'close' }
    get({ host: '127.0.0.1', port, path: '/ping', headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).once('error', () => resolve(undefined))
  })
}

const TICKS_A_SECOND = 100

function cpuSecondsOf(pid: number | undefined): number | null {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13).map(Number) as [number, number]
    return (user + system) / TICKS_A_SECOND
  } catch {
    return null
  }
}
