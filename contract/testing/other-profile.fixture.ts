import type { PartialProfile } from '../profile/parse-profile.ts'

/** A profile in which every answer differs from the default. */
export const OTHER_PROFILE: PartialProfile = {
  auth: { header: 'X-Partner-Key', format: 'key={key};v=1' },
  ping: { status: '/data/health/status', mode: '/data/environment/mode' },
  lookup: { method: 'POST', path: '/purchases/find?by=reference&value={partnerReference}' },
  products: { pointer: '/data/catalogue/items' },
  price: { amount: '/data/quote/value', currency: null },
  balance: { amount: '/data/account/available', currency: '/data/account/unit' },
  money: { format: 'minor-units', currency: 'JPY' },
  states: { success: ['ISSUED', 'DONE'], failure: ['REJECTED'] },
  errors: {
    body: 'error-object',
    unauthenticated: 403,
    ipNotAllowed: 451,
    notFound: 410,
    referenceConflict: 412,
    invalidBody: 400,
    insufficientBalance: 409,
    rateLimited: 420,
    unavailable: 500,
  },
  limits: { bodyBytes: 4096, fieldCharacters: 128, requestsPerSecond: 50, settleSeconds: 60 },
  references: { characters: 'A-Za-z0-9:._~+é-', longest: 120 },
  requests: { charset: false, chunked: false },
}
