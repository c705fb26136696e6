import type { Dropped, JournalBounds } from '../../contract/wire/dropped.ts'

/** After the bound of all was reached, so much of it is left free: to look for the largest takes longer than to drop one. */
const LEFT_FREE = 0.05

/** Up to how much all are cut when they are above the bound of all. */
function cutTo(bytes: number): number {
  return bytes * (1 - LEFT_FREE)
}

/** How large each may be so that all together are no larger than a bound: what is smaller loses nothing. */
export function levelFor(sizes: Iterable<number>, bound: number): number {
  const sorted = Float64Array.from(sizes).sort()
  let left = bound
  for (const [index, size] of sorted.entries()) {
    const share = left / (sorted.length - index)
    if (size > share) return share
    left -= size
  }
  return Number.POSITIVE_INFINITY
}

/** An exchange under the bounds, in a list of those of its key. */
export type Bounded<Item> = {
  readonly seq: number
  /** When it arrived, in milliseconds since the Unix epoch. */
  readonly arrivedAt: number
  bytes: number
  /** Where it is listed; the list itself keeps these three. */
  list: KeyList<Item> | undefined
  older: Item | undefined
  newer: Item | undefined
}

/** The exchanges of one key, from the oldest to the newest, and what was dropped of them. */
export type KeyList<Item> = {
  oldest: Item | undefined
  newest: Item | undefined
  entries: number
  bytes: number
  dropped: { count: number; from: number; to: number } | undefined
}

/** Exchanges by key, under the bounds of a journal. What has no key, because nobody accepted one, is one key. */
export class KeyBounds<Item extends Bounded<Item>> {
  readonly #bounds: JournalBounds
  readonly #onDrop: (item: Item) => void
  readonly #lists = new Map<string | null, KeyList<Item>>()
  #latest: Item | undefined
  #bytes = 0

  constructor(bounds: JournalBounds, onDrop: (item: Item) => void) {
    this.#bounds = bounds
    this.#onDrop = onDrop
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Lists one among those of a key, by its number; it leaves the list that it was in. */
  put(item: Item, key: string | null): void {
    this.remove(item)
    const list = this.#listOf(key)
    let older = list.newest
    while (older !== undefined && older.seq > item.seq) older = older.older
    const newer = older === undefined ? list.oldest : older.newer
    item.list = list
    item.older = older
    item.newer = newer
    if (older === undefined) list.oldest = item
    else older.newer = item
    if (newer === undefined) list.newest = item
    else newer.older = item
    list.entries += 1
    if (item.seq >= (this.#latest?.seq ?? 0)) this.#latest = item
    this.#resize(list, item.bytes)
    this.#fit(list)
  }

  grow(item: Item, bytes: number): void {
    item.bytes += bytes
    if (item.list === undefined) return
    this.#resize(item.list, bytes)
    this.#fit(item.list)
  }

  /** Takes one out of its list. It does not count as dropped. */
  remove(item: Item): void {
    const { list, older, newer } = item
    if (list === undefined) return
    if (older === undefined) list.oldest = newer
    else older.newer = newer
    if (newer === undefined) list.newest = older
    else newer.older = older
    list.entries -= 1
    this.#resize(list, -item.bytes)
    item.list = item.older = item.newer = undefined
  }

  /** Takes everything of a key out, with what was dropped of it, and returns it. */
  clear(key: string | null): Item[] {
    const all = this.newestOf(key, () => true)
    for (const item of all) this.remove(item)
    this.#lists.delete(key)
    return all
  }

  /** What a key has, oldest first, back to one that no longer fits. */
  newestOf(key: string | null, fits: (item: Item) => boolean): Item[] {
    const found: Item[] = []
    let item = this.#lists.get(key)?.newest
    for (; item !== undefined && fits(item); item = item.older) found.push(item)
    return found.reverse()
  }

  /** What was dropped of a key; of all without one. */
  dropped(key?: string | null): Dropped | null {
    const lists = key === undefined ? this.#lists.values() : [this.#lists.get(key)]
    let [count, from, to] = [0, Number.POSITIVE_INFINITY, 0]
    for (const list of lists) {
      if (list?.dropped === undefined) continue
      count += list.dropped.count
      from = Math.min(from, list.dropped.from)
      to = Math.max(to, list.dropped.to)
    }
    return count === 0 ? null : { count, from: isoTime(from), to: isoTime(to) }
  }

  #listOf(key: string | null): KeyList<Item> {
    const known = this.#lists.get(key)
    if (known !== undefined) return known
    const list = { oldest: undefined, newest: undefined, entries: 0, bytes: 0, dropped: undefined }
    this.#lists.set(key, list)
    return list
  }

  #resize(list: KeyList<Item>, bytes: number): void {
    list.bytes += bytes
    this.#bytes += bytes
  }

  #fit(list: KeyList<Item>): void {
    const { perKey, bytesPerKey, bytes } = this.#bounds
    while ((list.entries > perKey || list.bytes > bytesPerKey) && this.#dropOldest(list)) {}
    if (this.#bytes > bytes) this.#fitAll(cutTo(bytes))
  }

  #fitAll(bound: number): void {
    const level = levelFor(
      Array.from(this.#lists.values(), ({ bytes }) => bytes),
      bound,
    )
    for (const list of this.#lists.values())
      while (list.bytes > level && this.#bytes > bound && this.#dropOldest(list)) {}
  }

  /** The latest of all stays, of any size. */
  #dropOldest(list: KeyList<Item>): boolean {
    const { oldest } = list
    if (oldest === undefined || oldest === this.#latest) return false
    this.remove(oldest)
    const { arrivedAt } = oldest
    list.dropped ??= { count: 0, from: arrivedAt, to: arrivedAt }
    list.dropped.count += 1
    list.dropped.from = Math.min(list.dropped.from, arrivedAt)
    list.dropped.to = Math.max(list.dropped.to, arrivedAt)
    this.#onDrop(oldest)
    return true
  }
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
