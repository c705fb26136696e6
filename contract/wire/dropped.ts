/** Exchanges that a journal no longer has: how many, and from when to when they arrived, as in their `at`. */
export type Dropped = { readonly count: number; readonly from: string; readonly to: string }

/** What was dropped in two places. */
export function droppedTogether(one: Dropped | null, other: Dropped | null): Dropped | null {
  if (one === null || other === null) return one ?? other
  return {
    count: one.count + other.count,
    from: one.from < other.from ? one.from : other.from,
    to: one.to > other.to ? one.to : other.to,
  }
}

/** A sentence about what was dropped: nobody may take what is left for everything. */
export function droppedWords({ count, from, to }: Dropped): string {
  const what = count === 1 ? '1 earlier exchange was' : `${count} earlier exchanges were`
  return `${what} dropped from the journal: what arrived from ${from} to ${to}.`
}
