/** How much a journal keeps: above one of the bounds of a key, its oldest exchanges are dropped. */
export type JournalBounds = {
  readonly perKey: number
  /** Bytes of each key. */
  readonly bytesPerKey: number
  /** Bytes of all keys: above that, the largest journals lose their oldest exchanges. */
  readonly bytes: number
}

export const DEFAULT_BOUNDS: JournalBounds = {
  perKey: 2_000,
  bytesPerKey: 4 * 1024 * 1024,
  bytes: 64 * 1024 * 1024,
}

/** Exchanges that a journal no longer has: how many, and from when to when they arrived, as in their `at`. */
export type Dropped = { readonly count: number; readonly from: string; readonly to: string }

/** A sentence about what was dropped: nobody may take what is left for everything. */
export function droppedWords({ count, from, to }: Dropped): string {
  const what = count === 1 ? '1 earlier exchange was' : `${count} earlier exchanges were`
  return `${what} dropped from the journal: what arrived from ${from} to ${to}.`
}
