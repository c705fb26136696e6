import type { Profile } from '../contract/profile/profile.ts'

/** What the client reads of the profile: the answers to what the reference does not show. */
export type ClientProfile = Pick<
  Profile,
  'auth' | 'ping' | 'lookup' | 'products' | 'price' | 'balance' | 'money' | 'states'
> & { errors: Pick<Profile['errors'], 'notFound' | 'rateLimited'> }

/** The default answers, all of them assumed. A table of its own, so that the client depends on no other part. */
export const CLIENT_DEFAULTS: ClientProfile = {
  auth: { header: 'Authorization', format: 'Bearer {key}' },
  ping: { status: '/data/status', mode: '/data/mode' },
  lookup: { method: 'GET', path: '/orders/{partnerReference}' },
  products: { pointer: '/data/products' },
  price: { amount: '/data/price/amount', currency: '/data/price/currency' },
  balance: { amount: '/data/balance/amount', currency: '/data/balance/currency' },
  money: { format: 'decimal-string', currency: 'USD' },
  states: { success: ['COMPLETED'], failure: ['FAILED'] },
  errors: { notFound: 404, rateLimited: 429 },
}
