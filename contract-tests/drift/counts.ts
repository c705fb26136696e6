/**
 * A count as it is recorded: rounded down to a power of two, so that a run with a poll more or less mostly says the same.
 *
 * @example
 * rounded(5000) // 4096
 */
export function rounded(count: number): number {
  return count < 1 ? 0 : 2 ** Math.floor(Math.log2(count))
}

/** Counts by key as a record, each rounded, in the order of the keys. */
export function roundedCounts<Key extends string>(counts: ReadonlyMap<Key, number>): Record<Key, number> {
  const entries = [...counts].map(([key, count]) => [key, rounded(count)] as const)
  return Object.fromEntries(entries.sort(byKey)) as Record<Key, number>
}

/** Orders by code unit: the same on every machine, whatever its language. */
export function byKey(
  [one]: readonly [string, ...unknown[]],
  [other]: readonly [string, ...unknown[]],
): number {
  return one < other ? -1 : one > other ? 1 : 0
}
