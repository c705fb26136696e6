/** The middle of some numbers: of two in the middle, their mean. NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  const [lower, upper] = [sorted[Math.ceil(half) - 1] ?? Number.NaN, sorted[Math.floor(half)] ?? Number.NaN]
  return (lower + upper) / 2
}

/**
 * How many times one is the other: round by round, and of that the median. What befell the machine in a round befell
 * both, and so leaves their ratio alone. Rounds that only one of them has are left out.
 */
export function medianRatio(ones: readonly number[], others: readonly number[]): number {
  return median(ones.slice(0, others.length).map((one, round) => one / (others[round] ?? Number.NaN)))
}

/** How far numbers lie apart: the largest less the smallest, as a share of their median. */
export function spread(numbers: readonly number[]): number {
  return (Math.max(...numbers) - Math.min(...numbers)) / median(numbers)
}
