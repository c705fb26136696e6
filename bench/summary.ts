import type { ContestantName } from './contestants.ts'
import type { OperationName } from './operations.ts'
import { median, medianRatio, spread } from './statistics.ts'
import type { Sample, Throughput } from './throughput.ts'

/** One operation of one server, over all rounds. */
export type Summary = {
  readonly requestsPerSecond: number
  /** How far the rounds lie apart, as a share of the median. */
  readonly spread: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Shares of a core, the servers' and the load's own; null where the system doesn't tell. */
  readonly serverBusy: number | null
  readonly loadBusy: number
}

/** What was measured of one operation of one server, by round; empty where it lacks it. */
export function samplesOf(servers: Throughput, name: ContestantName, operation: OperationName): Sample[] {
  const rounds = servers.find((server) => server.name === name)?.rounds ?? []
  return rounds.map((round) => round[operation]).filter((sample) => sample !== undefined)
}

/** The medians over the rounds; undefined for an operation that the server lacks. */
export function summaryOf(samples: readonly Sample[]): Summary | undefined {
  if (samples.length === 0) return undefined
  const medianOf = (read: (sample: Sample) => number) => median(samples.map(read))
  const rates = samples.map(({ requestsPerSecond }) => requestsPerSecond)
  const isCounted = samples.every(({ serverBusy }) => serverBusy !== null)
  return {
    requestsPerSecond: median(rates),
    spread: spread(rates),
    p50Ms: medianOf(({ p50Ms }) => p50Ms),
    p99Ms: medianOf(({ p99Ms }) => p99Ms),
    serverBusy: isCounted ? medianOf(({ serverBusy }) => serverBusy ?? Number.NaN) : null,
    loadBusy: medianOf(({ loadBusy }) => loadBusy),
  }
}

/**
 * How many times as many requests one server answers as another, for the same processor time: what else the machine
 * did meanwhile, and a load that can't keep a fast server busy, are thereby left out. Where the system doesn't tell the
 * processor time, for the same time on the clock.
 *
 * @returns the median of the rounds; NaN where one of the two has none.
 */
export function ratioOf(ones: readonly Sample[], others: readonly Sample[]): number {
  const isCounted = [...ones, ...others].every(({ serverBusy }) => serverBusy !== null)
  const rate = ({ requestsPerSecond, serverBusy }: Sample) =>
    isCounted ? requestsPerSecond / (serverBusy ?? 1) : requestsPerSecond
  return medianRatio(ones.map(rate), others.map(rate))
}
