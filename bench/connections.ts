import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_LIMITS } from '../mock-server/http/connection-limits.ts'
import { MOCK } from './contestants.ts'
import { assertServed } from './load/plan.ts'
import { headersOf, type MeasuredOperation } from './operations.ts'
import { takeTurns } from './rounds.ts'
import { startServer } from './server-process.ts'
import { startSlowSenders } from './slow-senders.ts'
import type { Tools } from './throughput.ts'

/** Many connections at once, by round: with and without others that never finish a request. */
export type Connections = {
  readonly kept: number
  readonly slow: number
  readonly limit: number
  readonly requestsPerSecond: number
  readonly without: readonly { readonly p50Ms: number; readonly p99Ms: number }[]
  readonly with: readonly { readonly p50Ms: number; readonly p99Ms: number }[]
  /** How many of the slow ones the mock has closed for their slowness. */
  readonly slowClosed: number
  /** How many of the others were refused or lost, all of them together being fewer than the limit. */
  readonly lost: number
}

const KEPT = 1000
const SLOW = 100
/** Each connection asks twice a second: the mock is busy with them, not drowned. */
const EVERY_MS = 500
const WARM_UP_SECONDS = 3
/** Longer than a header may take to arrive, so that slow ones are closed and come again meanwhile. */
const SECONDS = DEFAULT_LIMITS.headersTimeoutMs / 1000 + 2

/**
 * 1,000 connections that ask twice a second, in turns with and without 100 that send a byte of a header a second.
 *
 * @throws {Error} when an answer was no success.
 */
export async function measureConnections(
  rounds: number,
  { request, title }: MeasuredOperation,
  { scratch, load, say }: Tools,
): Promise<Connections> {
  const server = await startServer(MOCK, scratch)
  let [slowClosed, lost] = [0, 0]
  const put = async (warmUpSeconds: number, seconds: number) => {
    const common = { port: server.port, request, headers: headersOf(request), connections: KEPT }
    const result = await load.put({ ...common, warmUpSeconds, until: { seconds }, everyMs: EVERY_MS })
    lost += result.failures
    return assertServed({ ...result, failures: 0 }, `${KEPT} connections, ${title}`)
  }
  try {
    await put(0, WARM_UP_SECONDS)
    const samples = await takeTurns(['without', 'with'] as const, rounds, async (turn, round) => {
      say(`connections: round ${round + 1} of ${rounds}, ${turn} slow ones`)
      const slow = startSlowSenders(server.port, turn === 'with' ? SLOW : 0)
      await sleep(200)
      const { p50Ms, p99Ms } = await put(1, SECONDS)
      slowClosed += slow.closed()
      slow.stop()
      return { p50Ms, p99Ms }
    })
    return {
      kept: KEPT,
      slow: SLOW,
      limit: DEFAULT_LIMITS.connections,
      requestsPerSecond: (KEPT * 1000) / EVERY_MS,
      without: samples.get('without') ?? [],
      with: samples.get('with') ?? [],
      slowClosed,
      lost,
    }
  } finally {
    await server.stop()
  }
}
