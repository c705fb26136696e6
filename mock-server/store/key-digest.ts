import { hash } from 'node:crypto'
import { digestInName } from './store.ts'

/** How many names are remembered, so that a key in use is digested once. */
const MOST_NAMES = 10_000

/**
 * The name of a sandbox in storage: the SHA-256 of its key, 32 bytes, which may also be given instead of the key. The key itself is in no file and in no database.
 */
export function keyDigests(): (key: string) => Buffer {
  const names = new Map<string, Buffer>()
  return (key) => {
    const known = names.get(key)
    if (known !== undefined) return known
    if (names.size >= MOST_NAMES) names.clear()
    const digest = digestInName(key)
    const name = digest === undefined ? hash('sha256', key, 'buffer') : Buffer.from(digest, 'hex')
    names.set(key, name)
    return name
  }
}

/** Enough that no two guests of one store share a name. */
const DIGEST_DIGITS = 12

/** A short name for a key, which does not reveal it and is the same in every process. */
export function shortDigest(key: string): string {
  return hash('sha256', key, 'hex').slice(0, DIGEST_DIGITS)
}
