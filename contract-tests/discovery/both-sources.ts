import { isDeepStrictEqual } from 'node:util'
import type { Auth } from '../../contract/wire/auth.ts'
import type { Discovery } from './discover.ts'
import type { AnswerDifference, Finding } from './findings.ts'
import { isSameWay } from './gaps/access.ts'
import type { LearntDocument } from './openapi/read-document.ts'

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
