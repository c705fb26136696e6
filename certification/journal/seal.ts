import { sealDigest } from '../../contract/judging/seal.ts'
import type { Report } from '../../contract/report/report.ts'
import type { RunHead } from './journal-schema.ts'

/** The seal of a report: the version of the rules, and a digest over everything that was judged. */
export type Seal = NonNullable<Report['seal']>

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
