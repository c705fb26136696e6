import { createHash } from 'node:crypto'
import type { Report } from '../../contract/report/report.ts'
import type { RunHead } from './journal-schema.ts'

/** The seal of a report: the version of the rules, and a digest over everything that was judged. */
export type Seal = NonNullable<Report['seal']>

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

/** The last line of a journal: it seals every byte before it. It can be written in one way only. */
export function sealLine(line: number, before: string | Uint8Array): string {
  return `${JSON.stringify({ type: 'seal', line, digest: sealDigest(before) })}\n`
}

/**
 * The seal of a report that was judged from a journal: over the journal, the rules, the profile and the scenarios.
 * It shows that none of them was changed since. It is not a signature: it does not say who made it.
 *
 * @param rules the version of the rules that judged.
 */
export function reportSeal(
  journal: string | Uint8Array,
  rules: string,
  { profile, scenarios }: RunHead,
): Seal {
  const parts = [JSON.stringify(rules), JSON.stringify(profile), JSON.stringify(scenarios)]
  return { rules, digest: sealDigest(journal, ...parts.map((part) => `\n${part}`)) }
}
