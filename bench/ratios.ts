/** One operation of one server in one round. */
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
