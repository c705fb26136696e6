import { MOCK } from './contestants.ts'
import { assertServed } from './load/plan.ts'
import { headersOf, OPERATIONS } from './operations.ts'
import { startServer, WITH_PROBE } from './server-process.ts'
import type { Tools } from './throughput.ts'

/** What the mock holds after so many orders, all of them made over HTTP. */
export type MemoryAt = {
  readonly orders: number
  readonly rssBytes: number | null
  /** After a garbage collection. */
  readonly heapBytes: number
  /** How much the heap has grown for each order since the journal was full; null before that. */
  readonly bytesPerOrder: number | null
}

/** More than the journal keeps: from then on it grows no more. */
const FILLS_THE_JOURNAL = 12_000

const CONNECTIONS = 32

/**
 * The memory of the mock as it takes orders.
 *
 * @param counts after how many orders to look, ascending.
 */
export async function measureMemory(
  counts: readonly number[],
  { scratch, load, say }: Tools,
): Promise<MemoryAt[]> {
  const server = await startServer(MOCK, scratch, WITH_PROBE)
  try {
    const buy = async (requests: number) => {
      const [, { request }] = OPERATIONS as [unknown, (typeof OPERATIONS)[number]]
      const plan = { port: server.port, request, headers: headersOf(request), connections: CONNECTIONS }
      assertServed(await load.put({ ...plan, warmUpSeconds: 0, until: { requests } }), 'memory')
    }
    const look = async (orders: number, full?: number): Promise<MemoryAt> => {
      const rssBytes = server.usage()?.rssBytes ?? null
      const { heapUsed } = await server.heap()
      const bytesPerOrder = full === undefined ? null : (heapUsed - full) / (orders - FILLS_THE_JOURNAL)
      return { orders, rssBytes, heapBytes: heapUsed, bytesPerOrder }
    }
    const rows = [await look(0)]
    await buy(FILLS_THE_JOURNAL)
    const full = await look(FILLS_THE_JOURNAL)
    rows.push(full)
    let bought = FILLS_THE_JOURNAL
    for (const count of counts) {
      say(`memory: ${count} orders`)
      await buy(count - bought)
      bought = count
      rows.push(await look(count, full.heapBytes))
    }
    return rows
  } finally {
    await server.stop()
  }
}
