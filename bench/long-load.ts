import { MOCK } from './contestants.ts'
import { assertServed } from './load/plan.ts'
import { headersOf, type MeasuredOperation } from './operations.ts'
import { startServer, WITH_PROBE } from './server-process.ts'
import type { Tools } from './throughput.ts'

/** What the mock holds at a moment of a long load, its journal at its bound. */
export type LongLoad = {
  readonly minutes: number
  readonly requests: number
  readonly heapBytesAtBound: number
  readonly heapBytesAtEnd: number
  readonly curve: readonly {
    readonly seconds: number
    readonly requests: number
    readonly rssBytes: number | null
  }[]
}

const LOOKS = 20
const CONNECTIONS = 32
const FILLS_THE_JOURNAL = { requests: 12_000 }

/**
 * Has the mock replay one order as fast as it can, for a while: no order is added, so that whatever grows is no order.
 */
export async function measureLongLoad(
  minutes: number,
  { request, title }: MeasuredOperation,
  { scratch, load, say }: Tools,
): Promise<LongLoad> {
  const server = await startServer(MOCK, scratch, WITH_PROBE)
  const plan = { port: server.port, request, headers: headersOf(request), connections: CONNECTIONS }
  const put = async (until: { readonly requests: number } | { readonly seconds: number }) =>
    assertServed(await load.put({ ...plan, warmUpSeconds: 0, until }), `long load, ${title}`)
  try {
    await put(FILLS_THE_JOURNAL)
    const { heapUsed: heapBytesAtBound } = await server.heap()
    const curve: LongLoad['curve'][number][] = []
    let requests = 0
    for (let look = 1; look <= LOOKS; look += 1) {
      const result = await put({ seconds: (minutes * 60) / LOOKS })
      requests += result.requests
      const rssBytes = server.usage()?.rssBytes ?? null
      curve.push({ seconds: (minutes * 60 * look) / LOOKS, requests, rssBytes })
      if (look % 5 === 0) say(`long load: ${requests} requests`)
    }
    const { heapUsed: heapBytesAtEnd } = await server.heap()
    return { minutes, requests, heapBytesAtBound, heapBytesAtEnd, curve }
  } finally {
    await server.stop()
  }
}
