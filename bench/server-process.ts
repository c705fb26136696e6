import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, startChild, stopChild } from './child.ts'
import type { Contestant } from './contestants.ts'
import { AUTHORIZATION } from './operations.ts'
import type { Side } from './pinning.ts'
import type { Scratch } from './scratch.ts'

/** What a process has taken so far. */
export type Usage = { readonly rssBytes: number; readonly cpuSeconds: number }

/** A server that is measured, in a process and on a core of its own. */
export type ServerProcess = {
  readonly port: number
  readonly pid: number
  /** As the system counts it; undefined where there is no /proc. */
  usage(): Usage | undefined
  /** What it holds once the rubbish is gone; for servers that were started with a probe. */
  heap(): Promise<NodeJS.MemoryUsage>
  stop(): Promise<void>
}

const PROBE = new URL('heap-probe.ts', import.meta.url)
const PATIENCE_MS = 60_000

/** How a server is started; as it is, unless it is told. */
export type ServerOptions = {
  /** What Node itself is told. */
  readonly nodeOptions?: readonly string[]
  readonly side?: Side
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Starts a server, and waits until it answers `/ping`.
 *
 * @throws {Error} when it has not answered after a minute.
 */
export async function startServer(
  contestant: Contestant,
  scratch: Scratch,
  { nodeOptions = [], side = 'server', env = {} }: ServerOptions = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const args = [...nodeOptions, ...contestant.command(scratch, port)]
  const child = startChild(side, args, { cwd: scratch.folder, env })
  const pid = child.pid ?? Number.NaN
  await answering(port, contestant.title)
  return {
    port,
    pid,
    usage: () => usageOf(pid),
    heap: () => ask<NodeJS.MemoryUsage>(child, {}),
    stop: () => stopChild(child),
  }
}

/** What Node is told for a server whose heap is asked for. */
export const WITH_PROBE: ServerOptions = { nodeOptions: ['--expose-gc', '--import', PROBE.href] }

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : Number.NaN
}

async function answering(port: number, title: string): Promise<void> {
  const began = performance.now()
  while (performance.now() - began < PATIENCE_MS) {
    const headers = { Authorization: AUTHORIZATION, Connection: 'close' }
    const response = await fetch(`http://127.0.0.1:${port}/ping`, { headers }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return
    await sleep(25)
  }
  throw new Error(`${title} did not answer GET /ping on port ${port} with 200 within a minute.`)
}

const TICKS_A_SECOND = 100

function usageOf(pid: number): Usage | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = rest.split(' ').map(Number)
    const [user = 0, system = 0] = fields.slice(11, 13)
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
    return { rssBytes: kilobytes * 1024, cpuSeconds: (user + system) / TICKS_A_SECOND }
  } catch {
    return undefined
  }
}
