import { isDeepStrictEqual } from 'node:util'
import type { AnswerKey } from '../../contract/profile/profile.ts'
import type { Auth } from '../../contract/wire/auth.ts'
import type { Discovery } from './discover.ts'
import type { AnswerDifference, Finding } from './findings.ts'
import type { Found } from './found-profile.ts'
import { isSameWay } from './gaps/access.ts'
import type { LearntDocument } from './openapi/read-document.ts'

/** What a service and the operator's document say together, and where they differ. */
type Together = Found &
  Pick<Discovery, 'purchase' | 'requests'> & { readonly differences: readonly AnswerDifference[] }

/** What a discovery saw, in addition to its profile, which has no place for reasons. It contains no key. */
type EvidenceDocument = {
  readonly schema: 'partner-purchase/discovery@1'
  /** Null if no service was asked. */
  readonly baseUrl: string | null
  /** When the discovery ended, as an ISO date and time. */
  readonly at: string
  readonly answers: { readonly [Key in AnswerKey]?: AnswerEvidence }
  /** What was not found: the profile's answer stays as it was. */
  readonly notFound: { readonly [Key in AnswerKey]?: Pick<Finding, 'reason' | 'seen'> }
  readonly document?: Pick<LearntDocument, 'file' | 'version' | 'baseUrls'>
  readonly contradictions?: LearntDocument['contradictions']
  readonly differences?: Together['differences']
} & Pick<Discovery, 'requests' | 'purchase'>

type AnswerEvidence = Pick<Finding, 'value' | 'provenance' | 'reason' | 'seen'> & {
  readonly source: 'openapi' | 'service'
  /** Why it is not in the profile; null if it is. */
  readonly setAside: string | null
}

type EvidenceFacts = {
  readonly baseUrl: string | null
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly document: LearntDocument | undefined
}

export function evidenceDocument(
  { findings, misses, setAside, purchase, requests, differences }: Together,
  { baseUrl, at, document }: EvidenceFacts,
): EvidenceDocument {
  const answers = findings.map((finding): [AnswerKey, AnswerEvidence] => {
    const { key, value, provenance, source = 'service', reason, seen } = finding
    const aside = setAside.find((one) => one.finding === finding)?.reason ?? null
    return [key, { value, provenance, source, reason, setAside: aside, seen }]
  })
  const { file = '', version = '', baseUrls = [], contradictions = [] } = document ?? {}
  return {
    schema: 'partner-purchase/discovery@1',
    baseUrl,
    at: new Date(at).toISOString(),
    requests,
    purchase,
    answers: Object.fromEntries(answers),
    notFound: Object.fromEntries(misses.map(({ key, reason, seen }) => [key, { reason, seen }])),
    ...(document && { document: { file, version, baseUrls }, contradictions, differences }),
  }
}

/**
 * What service and document say together; one of them is there. What the service shows is in the profile, unless it only
 * makes an answer likely that the document gives for certain.
 * The discovery started from the profile of the document.
 */
export function together(
  asked: Discovery | undefined,
  document: LearntDocument | undefined,
  baseUrl = '',
): Together {
  if (asked === undefined || document === undefined)
    return { purchase: null, requests: 0, differences: [], ...((asked ?? document) as Found) }
  const aside = new Set(asked.setAside.map(({ finding }) => finding))
  const inDocument = new Set(document.findings.map(({ key }) => key))
  // One that is set aside, and that the document does not answer either, is shown with its reason.
  const ofService = asked.findings.filter((one) => !aside.has(one) || !inDocument.has(one.key))
  const seen = new Set(ofService.map(({ key }) => key))
  const findings = [...document.findings.filter(({ key }) => !seen.has(key)), ...ofService]
  const found = new Set(findings.map(({ key }) => key))
  const misses = new Map([...document.misses, ...asked.misses].map((miss) => [miss.key, miss]))
  return {
    ...asked,
    findings,
    misses: [...misses.values()].filter(({ key }) => !found.has(key)),
    setAside: [...document.setAside, ...asked.setAside],
    differences: [...addressDifference(document, baseUrl), ...answerDifferences(document, asked)],
  }
}

function answerDifferences(document: LearntDocument, { findings, setAside }: Discovery): AnswerDifference[] {
  return findings.flatMap((finding): AnswerDifference[] => {
    const said = document.findings.find(({ key }) => key === finding.key)
    if (said === undefined || isSame(said, finding)) return []
    const taken = setAside.some((one) => one.finding === finding) ? 'document' : 'service'
    return [{ key: finding.key, document: said.value, service: finding.value, taken }]
  })
}

function isSame(one: Finding, other: Finding): boolean {
  // Both are findings of that key.
  if (one.key === 'auth') return isSameWay(one.value as Auth, other.value as Auth)
  return isDeepStrictEqual(one.value, other.value)
}

/** A base address with another path: the host may differ. */
function addressDifference({ baseUrls }: LearntDocument, service: string): AnswerDifference[] {
  const paths = baseUrls.map(pathOf)
  if (paths.length === 0 || paths.includes(pathOf(service))) return []
  return [{ key: 'base address', document: baseUrls, service, taken: 'service' }]
}

function pathOf(address: string): string {
  return new URL(address, 'http://localhost').pathname.replace(/\/+$/, '')
}
