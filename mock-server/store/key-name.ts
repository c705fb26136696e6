import { hash } from 'node:crypto'
import { digestInName } from './store.ts'

/** The name of a key in a database: its SHA-256 in hexadecimal digits. No database and no file has the key itself. */
export function keyName(sandbox: string): string {
  return digestInName(sandbox) ?? hash('sha256', sandbox)
}

/** Enough that no two guests of one store share a name. */
const DIGEST_DIGITS = 12

/** A short name for a key, which does not reveal it and is the same in every process. */
export function shortDigest(key: string): string {
  return hash('sha256', key).slice(0, DIGEST_DIGITS)
}

/** The index key of a text of any length. JSON escapes half a surrogate pair, so that no two texts share one. */
export function textName(text: string): string {
  return hash('sha256', JSON.stringify(text))
}
