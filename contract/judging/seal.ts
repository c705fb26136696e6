import { createHash } from 'node:crypto'

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

/** The last line of a recording: it seals every byte before it. It can be written in one way only. */
export function sealLine(line: number, before: string | Uint8Array): string {
  return `${JSON.stringify({ type: 'seal', line, digest: sealDigest(before) })}\n`
}
