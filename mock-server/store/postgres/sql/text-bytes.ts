import { hash } from 'node:crypto'

/** Any string of JavaScript as bytes, and back: a NUL and half a surrogate pair come back as they were. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

/** @param bytes as {@link bytesOf} gave them. */
export function textOf(bytes: Buffer): string {
  return bytes.toString('utf16le')
}

/** The index key of a text of any length: the SHA-256 of its bytes. */
export function textDigest(text: string): Buffer {
  return hash('sha256', bytesOf(text), 'buffer')
}
