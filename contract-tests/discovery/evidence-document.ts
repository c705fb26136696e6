import type { AnswerKey, Provenance } from '../../contract/profile/profile.ts'
import type { Discovery } from './discover.ts'
import type { Finding, Sighting } from './finding.ts'
import type { Purchase } from './steps/buy-one.ts'

/** What a discovery saw, in addition to its profile, which has no place for reasons. It contains no key. */
export type EvidenceDocument = {
  readonly schema: 'partner-purchase/discovery@1'
  readonly baseUrl: string
  /** When the discovery ended, as an ISO date and time. */
  readonly at: string
  readonly requests: number
  readonly purchase: Purchase | null
  /** What was found, by the key of the profile. */
  readonly answers: { readonly [Key in AnswerKey]?: AnswerEvidence }
  /** What was not found: the profile's answer stays as it was. */
  readonly notFound: {
    readonly [Key in AnswerKey]?: { readonly reason: string; readonly seen: readonly Sighting[] }
  }
}

type AnswerEvidence = {
  readonly value: unknown
  readonly provenance: Provenance
  readonly reason: string
  /** Why it is not in the profile; null if it is. */
  readonly setAside: string | null
  readonly seen: readonly Sighting[]
}

/**
 * The evidence of a discovery, answer by answer.
 *
 * @param at milliseconds since the Unix epoch.
 */
export function evidenceDocument(
  { findings, misses, setAside, purchase, requests }: Discovery,
  { baseUrl, at }: { readonly baseUrl: string; readonly at: number },
): EvidenceDocument {
  const reasons = new Map(setAside.map(({ finding, reason }) => [finding, reason]))
  const answer = (finding: Finding): readonly [AnswerKey, AnswerEvidence] => {
    const { key, value, provenance, reason, seen } = finding
    return [key, { value, provenance, reason, setAside: reasons.get(finding) ?? null, seen }]
  }
  return {
    schema: 'partner-purchase/discovery@1',
    baseUrl,
    at: new Date(at).toISOString(),
    requests,
    purchase,
    answers: Object.fromEntries(findings.map(answer)),
    notFound: Object.fromEntries(misses.map(({ key, reason, seen }) => [key, { reason, seen }])),
  }
}
