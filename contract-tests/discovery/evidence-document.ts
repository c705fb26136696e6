import { isDeepStrictEqual } from 'node:util'
import type { AnswerKey } from '../../contract/profile/profile.ts'
import type { Auth } from '../../contract/wire/auth.ts'
import type { Discovery } from './discover.ts'
import type { AnswerDifference, Finding } from './findings.ts'
import { isSameWay } from './gaps/access.ts'
import type { LearntDocument } from './openapi/read-document.ts'

/** What a discovery saw, in addition to its profile, which has no place for reasons. It contains no key. */
export type EvidenceDocument = {
  readonly schema: 'partner-purchase/discovery@1'
  /** Null if no service was asked. */
  readonly baseUrl: string | null
  /** When the discovery ended, as an ISO date and time. */
  readonly at: string
  /** What was found, by the key of the profile. */
  readonly answers: { readonly [Key in AnswerKey]?: AnswerEvidence }
  /** What was not found: the profile's answer stays as it was. */
  readonly notFound: { readonly [Key in AnswerKey]?: Pick<Finding, 'reason' | 'seen'> }
} & Pick<Discovery, 'requests' | 'purchase'> &
  Partial<DocumentEvidence>

/** What an operator's own document added to a discovery. */
type DocumentEvidence = Pick<LearntDocument, 'contradictions'> & {
  readonly document: Pick<LearntDocument, 'file' | 'version' | 'baseUrls'>
  /** Where the service says something else. */
  readonly differences: readonly AnswerDifference[]
}

type AnswerEvidence = Pick<Finding, 'value' | 'provenance' | 'reason' | 'seen'> & {
  /** Where it was seen: in the operator's document, or in answers of the service. */
  readonly source: 'openapi' | 'service'
  /** Why it is not in the profile; null if it is. */
  readonly setAside: string | null
}

/** When a discovery ended, and what it was of. */
export type EvidenceFacts = {
  readonly baseUrl: string | null
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** The document that was read, and how the service differs from it. */
  readonly learnt?:
    | { readonly document: LearntDocument; readonly differences: readonly AnswerDifference[] }
    | undefined
}

/** The evidence of a discovery, answer by answer. */
export function evidenceDocument(
  { findings, misses, setAside, purchase, requests }: Omit<Discovery, 'ending' | 'profile'>,
  { baseUrl, at, learnt }: EvidenceFacts,
): EvidenceDocument {
  const answers = findings.map((finding): [AnswerKey, AnswerEvidence] => {
    const { key, value, provenance, source = 'service', reason, seen } = finding
    const aside = setAside.find((one) => one.finding === finding)?.reason ?? null
    return [key, { value, provenance, source, reason, setAside: aside, seen }]
  })
  const { file = '', version = '', baseUrls = [], contradictions = [] } = learnt?.document ?? {}
  return {
    schema: 'partner-purchase/discovery@1',
    baseUrl,
    at: new Date(at).toISOString(),
    requests,
    purchase,
    answers: Object.fromEntries(answers),
    notFound: Object.fromEntries(misses.map(({ key, reason, seen }) => [key, { reason, seen }])),
    ...(learnt && { document: { file, version, baseUrls }, contradictions, differences: learnt.differences }),
  }
}

/**
 * Each answer that the document gives otherwise than the service. What the service shows is in the profile, unless it
 * only makes an answer likely that the document gives for certain.
 *
 * @param baseUrl the address that was asked.
 */
export function differencesFrom(
  { findings, baseUrls }: LearntDocument,
  discovery: Discovery,
  baseUrl: string,
): readonly AnswerDifference[] {
  const answers = discovery.findings.flatMap((finding): AnswerDifference[] => {
    const said = findings.find(({ key }) => key === finding.key)
    if (said === undefined || isSame(said, finding)) return []
    const taken = discovery.setAside.some((one) => one.finding === finding) ? 'document' : 'service'
    return [{ key: finding.key, document: said.value, service: finding.value, taken }]
  })
  const paths = baseUrls.map(pathOf)
  const isNamed = paths.length === 0 || paths.includes(pathOf(baseUrl))
  return isNamed
    ? answers
    : [{ key: 'base address', document: baseUrls, service: baseUrl, taken: 'service' }, ...answers]
}

/**
 * A discovery of a service with what only its document says.
 *
 * @param document whose profile the discovery started from.
 */
export function withDocument(discovery: Discovery, document: LearntDocument): Discovery {
  const aside = new Set(discovery.setAside.map(({ finding }) => finding))
  const seen = new Set(discovery.findings.filter((one) => !aside.has(one)).map(({ key }) => key))
  const findings = [
    ...document.findings.filter(({ key }) => !seen.has(key)),
    ...discovery.findings.filter(({ key }) => seen.has(key)),
  ]
  const found = new Set(findings.map(({ key }) => key))
  const misses = [
    ...new Map([...document.misses, ...discovery.misses].map((miss) => [miss.key, miss])).values(),
  ]
  return {
    ...discovery,
    findings,
    misses: misses.filter(({ key }) => !found.has(key)),
    setAside: [...document.setAside, ...discovery.setAside],
  }
}

function isSame(one: Finding, other: Finding): boolean {
  // Both are findings of that key.
  if (one.key === 'auth') return isSameWay(one.value as Auth, other.value as Auth)
  return isDeepStrictEqual(one.value, other.value)
}

function pathOf(address: string): string {
  return new URL(address, 'http://localhost').pathname.replace(/\/+$/, '')
}
