import { createHash } from 'node:crypto'

/** One line of a recording, before it is numbered. */
type Line = { readonly type: string; readonly [member: string]: unknown }

/**
 * A digest in the format of a seal.
 *
 * @example
 * sealDigest('') // 'sha256-e3b0c442…'
 */
export function sealDigest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `sha256-${hash.digest('hex')}`
}

/** The last line of a recording, from the digest over every byte before it. It can be written in one way only. */
export function sealOf(line: number, digest: string): string {
  return `${JSON.stringify({ type: 'seal', line, digest })}\n`
}

/** The text of a recording, line by line: each is numbered, and the last one seals all others. */
export function* sealed(lines: Iterable<Line>): Generator<string> {
  const hash = createHash('sha256')
  let line = 0
  for (const { type, ...rest } of lines) {
    line += 1
    const text = `${JSON.stringify({ type, line, ...rest })}\n`
    hash.update(text)
    yield text
  }
  yield sealOf(line + 1, `sha256-${hash.digest('hex')}`)
}
