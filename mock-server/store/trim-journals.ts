import type { JournalBounds } from '../../contract/wire/dropped.ts'
import { cutTo, levelFor } from '../journal/key-bounds.ts'
import type { MaybePromise } from './store.ts'

/** After which share of a bound, of its own exchanges, a process looks whether there are too many. */
const LOOK_SHARE = 0.1
/** How many keys it looks at in one statement. */
const MOST_KEYS = 20

/** The partner of a call without an accepted key. No partner has an empty name. */
export const NOBODY = ''

export type Size = { entries: number; bytes: number }

/** The journals of a database, each by its partner. What is removed of them counts as dropped. */
export type StoredJournals = {
  /** Removes the oldest that some partners have above a size; the latest of each stays. */
  trim(partners: readonly string[], most: Size): MaybePromise<Size>
  sizes(): MaybePromise<readonly { readonly partner: string; readonly bytes: number }[]>
  /** Removes the oldest that some partners have above a level of bytes, until so many are free: all, or some at a time. */
  trimAbove(level: number, partners: readonly string[], bytes: number): MaybePromise<Size>
}

/** Holds the journals of a database to their bounds: between two looks there may be a tenth more. */
export function trimming(journals: StoredJournals, bounds: JournalBounds) {
  const { bytes } = bounds
  const ofKey: Size = { entries: bounds.perKey, bytes: bounds.bytesPerKey }
  /** What each key has grown by here, since it was last trimmed. */
  const grown = new Map<string, Size>()
  const due = new Set<string>()
  let ofAll = 0
  const trimKeys = async (): Promise<number> => {
    const keys = [...due]
    due.clear()
    let removed = 0
    for (let from = 0; from < keys.length; from += MOST_KEYS)
      removed += (await journals.trim(keys.slice(from, from + MOST_KEYS), ofKey)).entries
    return removed
  }
  const trimAll = async (): Promise<number> => {
    ofAll = 0
    const sizes = await journals.sizes()
    const sum = sizes.reduce((all, size) => all + size.bytes, 0)
    if (sum <= bytes) return 0
    const level = levelFor(
      sizes.map((size) => size.bytes),
      cutTo(bytes),
    )
    const largest = sizes.filter((size) => size.bytes > level).map(({ partner }) => partner)
    let removed = 0
    for (let tooMany = sum - cutTo(bytes); tooMany > 0; ) {
      const gone = await journals.trimAbove(Math.floor(level), largest, Math.ceil(tooMany))
      if (gone.entries === 0) break
      tooMany -= gone.bytes
      removed += gone.entries
    }
    return removed
  }
  return {
    note(partner: string, length: number): void {
      const own = grown.get(partner) ?? { entries: 0, bytes: 0 }
      own.entries += 1
      own.bytes += length
      ofAll += length
      grown.set(partner, own)
      if (own.entries < ofKey.entries * LOOK_SHARE && own.bytes < ofKey.bytes * LOOK_SHARE) return
      grown.delete(partner)
      due.add(partner)
    },
    /** @returns how many exchanges it has removed. */
    async run(): Promise<number> {
      const removed = await trimKeys()
      return removed + (ofAll >= bytes * LOOK_SHARE ? await trimAll() : 0)
    },
  }
}
