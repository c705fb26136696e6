/** Counting stops here: it is enough for every comparison, and two runs write the same counts. */
export const ENOUGH = 4

/** A count as it is recorded: 4 is four or more. */
export function recordedCount(count: number): number {
  return Math.min(count, ENOUGH)
}

/** How often each key occurred, as it is recorded, in the order of the keys. */
export function recordedCounts<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  const counted = [...Map.groupBy(keys, (key) => key)]
  return recordOf(counted.map(([key, times]) => [key, recordedCount(times.length)] as const))
}

/** A record in the order of its keys by code unit: the same on every machine. */
export function recordOf<Key extends string, Value>(
  entries: readonly (readonly [Key, Value])[],
): Record<Key, Value> {
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
  // Object.fromEntries() forgets the type of the keys.
  return Object.fromEntries(sorted) as Record<Key, Value>
}
