import type { AnswerKey } from '../../contract/profile/profile.ts'
import type { Discovery } from './discover.ts'
import type { Finding } from './findings.ts'

/** What a discovery saw, in addition to its profile, which has no place for reasons. It contains no key. */
type EvidenceDocument = {
  readonly schema: 'partner-purchase/discovery@1'
  readonly baseUrl: string
  /** When the discovery ended, as an ISO date and time. */
  readonly at: string
  readonly answers: { readonly [Key in AnswerKey]?: AnswerEvidence }
  /** What was not found: the profile's answer stays as it was. */
  readonly notFound: { readonly [Key in AnswerKey]?: Pick<Finding, 'reason' | 'seen'> }
} & Pick<Discovery, 'requests' | 'purchase'>

type AnswerEvidence = Pick<Finding, 'value' | 'provenance' | 'reason' | 'seen'> & {
  /** Why it is not in the profile; null if it is. */
  readonly setAside: string | null
}

type EvidenceFacts = {
  readonly baseUrl: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

export function evidenceDocument(
  { findings, misses, setAside, purchase, requests }: Discovery,
  { baseUrl, at }: EvidenceFacts,
): EvidenceDocument {
  const answers = findings.map((finding): [AnswerKey, AnswerEvidence] => {
    const { key, value, provenance, reason, seen } = finding
    const aside = setAside.find((one) => one.finding === finding)?.reason ?? null
    return [key, { value, provenance, reason, setAside: aside, seen }]
  })
  return {
    schema: 'partner-purchase/discovery@1',
    baseUrl,
    at: new Date(at).toISOString(),
    requests,
    purchase,
    answers: Object.fromEntries(answers),
    notFound: Object.fromEntries(misses.map(({ key, reason, seen }) => [key, { reason, seen }])),
  }
}
