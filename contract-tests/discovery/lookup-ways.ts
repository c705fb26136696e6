import type { Profile } from '../../contract/profile/profile.ts'

type Lookup = Profile['lookup']

/** Common paths of a lookup. Only reads: a candidate that writes might do anything. */
const USUAL = [
  '/orders/{partnerReference}',
  '/orders?partnerReference={partnerReference}',
  '/orders?reference={partnerReference}',
  '/orders/by-reference/{partnerReference}',
  '/orders/reference/{partnerReference}',
  '/orders/lookup/{partnerReference}',
  '/orders/lookup?partnerReference={partnerReference}',
  '/order/{partnerReference}',
  '/orders/{partnerReference}/status',
  '/purchases/{partnerReference}',
  '/orders/find?reference={partnerReference}',
] as const

/** What is tried, in this order: the lookup of the starting profile first, where it is a read. */
export function lookupWays(start: Lookup): readonly Lookup[] {
  const usual = USUAL.filter((path) => path !== start.path).map((path): Lookup => ({ method: 'GET', path }))
  return start.method === 'GET' ? [start, ...usual] : usual
}
