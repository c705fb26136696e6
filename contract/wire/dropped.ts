/** Exchanges that a journal no longer has: how many, and from when to when they arrived, as in their `at`. */
export type Dropped = { readonly count: number; readonly from: string; readonly to: string }

/** A sentence about what was dropped: nobody may take what is left for everything. */
export function droppedWords({ count, from, to }: Dropped): string {
  const what = count === 1 ? '1 earlier exchange was' : `${count} earlier exchanges were`
  return `${what} dropped from the journal: what arrived from ${from} to ${to}.`
}
