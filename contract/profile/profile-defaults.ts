import { isObject } from '../wire/json-pointer.ts'
import type { Profile } from './profile.ts'

/** The default answers to the gaps. All are assumed: the reference shows none of them. */
export const DEFAULT_PROFILE: Profile = {
  auth: { header: 'Authorization', format: 'Bearer {key}' },
  ping: { status: '/data/status', mode: '/data/mode' },
  lookup: { method: 'GET', path: '/orders/{partnerReference}' },
  products: { pointer: '/data/products' },
  price: { amount: '/data/price/amount', currency: '/data/price/currency' },
  balance: { amount: '/data/balance/amount', currency: '/data/balance/currency' },
  money: { format: 'decimal-string', currency: 'USD' },
  states: { success: ['COMPLETED'], failure: ['FAILED'] },
  errors: {
    body: 'problem',
    unauthenticated: 401,
    ipNotAllowed: 403,
    notFound: 404,
    referenceConflict: 409,
    invalidBody: 422,
    insufficientBalance: 402,
    rateLimited: 429,
    unavailable: 503,
  },
  limits: { bodyBytes: 16_384, fieldCharacters: 256, requestsPerSecond: null, settleSeconds: 120 },
  references: { characters: null, longest: null },
  requests: { charset: true, chunked: true },
  provenance: {},
}

/** Merges a partial profile over the defaults, section by section. What is not an object stays as it is. */
export function withDefaults(partial: unknown): unknown {
  if (!isObject(partial)) return partial
  const defaults: Readonly<Record<string, unknown>> = DEFAULT_PROFILE
  const sections = Object.entries(partial).map(([section, given]) => {
    const usual = Object.hasOwn(defaults, section) ? defaults[section] : undefined
    return [section, isObject(given) && isObject(usual) ? { ...usual, ...given } : given]
  })
  return { ...DEFAULT_PROFILE, ...Object.fromEntries(sections) }
}
