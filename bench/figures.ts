import type { OperationName } from './operations.ts'
import { OPERATIONS } from './operations.ts'
import type { ServerDescription, ServerName } from './servers.ts'

export type Sample = {
  readonly requestsPerSecond: number
  readonly p99Ms: number
  /** The share of a core that the server's process took; null where the system does not show it. */
  readonly coreUsed: number | null
}

/** The middle of some numbers; of two in the middle, their mean. NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  const [lower, upper] = [sorted[Math.ceil(half) - 1] ?? Number.NaN, sorted[Math.floor(half)] ?? Number.NaN]
  return (lower + upper) / 2
}

/** The median of the ratios round by round: a slow round of the machine slows both. */
export function medianRatio(ones: readonly number[], others: readonly number[]): number {
  const rounds = Math.min(ones.length, others.length)
  return median(ones.slice(0, rounds).map((one, round) => one / (others[round] ?? Number.NaN)))
}

/**
 * How many requests a server answers, as a share of another's, for the same processor time: what else the machine does,
 * and a load that can't keep a fast server busy, then make no difference.
 *
 * @param options `waits` for a server that can also wait for a pipe or a disk, which takes no processor time: the lower
 *   share counts, that for the same processor time or that for the same time on the clock.
 */
export function shareOf(
  ones: readonly Sample[],
  others: readonly Sample[],
  { waits = false }: { readonly waits?: boolean } = {},
): number {
  const rates = (samples: readonly Sample[]) => samples.map(({ requestsPerSecond }) => requestsPerSecond)
  const byClock = medianRatio(rates(ones), rates(others))
  if ([...ones, ...others].some(({ coreUsed }) => coreUsed === null)) return byClock
  const byProcessor = medianRatio(ones.map(perCore), others.map(perCore))
  return waits ? Math.min(byClock, byProcessor) : byProcessor
}

/** A process that answered nothing may have used nothing. */
function perCore({ requestsPerSecond, coreUsed }: Sample): number {
  return requestsPerSecond === 0 ? 0 : requestsPerSecond / (coreUsed ?? Number.NaN)
}

export type ServerSamples = ServerDescription & {
  readonly samples: Partial<Readonly<Record<OperationName, readonly Sample[]>>>
}

export type StartTimes = { readonly title: string; readonly milliseconds: readonly number[] }

export const BARE_TITLE = 'bare node:http'
/** Node has compiled nothing of it before, and then everything. */
export const MOCK_STARTS = ['this mock, first start', 'this mock, second start'] as const

export type Measurements = {
  readonly servers: readonly ServerSamples[]
  readonly starts: readonly StartTimes[]
}

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

export function boundLine({ what, isAtLeast, bound, found, isKept }: Bound): string {
  const kept = isKept ? 'kept  ' : 'MISSED'
  return `${kept}  ${what.padEnd(46)}${found.toFixed(2)} of bare, at ${isAtLeast ? 'least' : 'most'} ${bound.toFixed(2)}`
}

export function startLines(starts: readonly StartTimes[]): string[] {
  return starts.map(({ title, milliseconds }) => {
    const [ms, times] = [median(milliseconds).toFixed(1), startToBare(starts, title).toFixed(2)]
    return `${title.padEnd(28)}${ms.padStart(7)} ms  ${times} × bare`
  })
}
