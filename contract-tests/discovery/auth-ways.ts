import type { Auth } from '../../contract/wire/auth.ts'

/** The common ways to send a key: in its own header, or after a scheme. */
const USUAL: readonly (readonly [header: string, format: string])[] = [
  ['Authorization', 'Bearer {key}'],
  ['X-Api-Key', '{key}'],
  ['Api-Key', '{key}'],
  ['X-Auth-Token', '{key}'],
  ['X-Partner-Key', '{key}'],
  ['X-Partner-Api-Key', '{key}'],
  ['Authorization', '{key}'],
  ['Authorization', 'ApiKey {key}'],
  ['Authorization', 'Token {key}'],
]

/** What is tried, in this order: the way of the starting profile first. */
export function authWays(start: Auth): readonly Auth[] {
  const usual = USUAL.map(([header, format]) => ({ header, format }))
  return [start, ...usual.filter((way) => !isSameWay(way, start))]
}

/** A way as it is printed: the key itself never is. */
export function describeWay({ header, format }: Auth): string {
  return `${header}: ${format}`
}

/** A header's name compares without case (RFC 9110, section 5.1). */
function isSameWay(one: Auth, other: Auth): boolean {
  return one.header.toLowerCase() === other.header.toLowerCase() && one.format === other.format
}
