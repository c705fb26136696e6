import type { OperationName } from './operations.ts'
import { OPERATIONS } from './operations.ts'
import { median, medianRatio, shareOf } from './ratios.ts'
import type { ServerName } from './servers/servers.ts'
import { BARE_TITLE, MOCK_STARTS, type StartTimes } from './start/start-times.ts'
import type { ServerSamples } from './throughput/throughput.ts'

/** Everything that one run has measured. */
export type Measurements = {
  readonly servers: readonly ServerSamples[]
  readonly starts: readonly StartTimes[]
}

/** A bound for the mock: a share of the bare server's figure. */
export type Bound = {
  readonly what: string
  readonly isAtLeast: boolean
  readonly bound: number
  readonly found: number
  readonly isKept: boolean
}

/** The least share of the bare server's requests. */
const LEAST_SHARES: Partial<Record<ServerName, Partial<Record<OperationName, number>>>> = {
  mock: { ping: 0.7, purchase: 0.65, replay: 0.6, lookup: 0.55 },
  'mock-log': { ping: 0.6, purchase: 0.55 },
  'mock-unread': { ping: 0.6, purchase: 0.55 },
}

/** How many times as long as a bare server a start may take. */
const LONGEST_START = 1.5

/** The bounds, and what was found. A bound without a measurement is not kept. */
export function boundsOf({ servers, starts }: Measurements): Bound[] {
  const shares = Object.entries(LEAST_SHARES).flatMap(([name, ofOperations]) => {
    const server = servers.find((one) => one.name === name)
    return OPERATIONS.flatMap((operation) => {
      const bound = ofOperations[operation.name]
      if (bound === undefined) return []
      const found = server ? shareOfBare(servers, server, operation.name) : Number.NaN
      const what = `${server?.title ?? name}: ${operation.title}`
      return [{ what, isAtLeast: true, bound, found, isKept: found >= bound }]
    })
  })
  const startBounds = MOCK_STARTS.map((title) => {
    const found = startToBare(starts, title)
    return { what: title, isAtLeast: false, bound: LONGEST_START, found, isKept: found <= LONGEST_START }
  })
  return [...shares, ...startBounds]
}

/** A server's requests of an operation, as a share of the bare server's; NaN where one of the two was not measured. */
export function shareOfBare(
  servers: readonly ServerSamples[],
  { samples, waits = false }: ServerSamples,
  operation: OperationName,
): number {
  const bare = servers.find(({ name }) => name === 'bare')
  return shareOf(samples[operation] ?? [], bare?.samples[operation] ?? [], { waits })
}

/** How many times as long as the bare server one takes to start, round by round. */
export function startToBare(starts: readonly StartTimes[], title: string): number {
  const of = (wanted: string) => starts.find((one) => one.title === wanted)?.milliseconds ?? []
  return medianRatio(of(title), of(BARE_TITLE))
}

/** A line for each bound, with what was found. */
export function boundLine({ what, isAtLeast, bound, found, isKept }: Bound): string {
  const kept = isKept ? 'kept  ' : 'MISSED'
  return `${kept}  ${what.padEnd(46)}${found.toFixed(2)} of bare, at ${isAtLeast ? 'least' : 'most'} ${bound.toFixed(2)}`
}

/** A line for each server's start. */
export function startLines(starts: readonly StartTimes[]): string[] {
  return starts.map(({ title, milliseconds }) => {
    const [ms, times] = [median(milliseconds).toFixed(1), startToBare(starts, title).toFixed(2)]
    return `${title.padEnd(28)}${ms.padStart(7)} ms  ${times} × bare`
  })
}
