import type { MoneyFormat } from '../contract/wire/money.ts'

/**
 * What the client reads of the profile: the answers to what the reference does not show. A profile of the kit is one of these, too.
 * The types are written out, so that a project that has only the client does not load those of the schemas.
 */
export type ClientProfile = {
  readonly auth: { readonly header: string; readonly format: string }
  readonly ping: { readonly status: string; readonly mode: string }
  readonly lookup: { readonly method: 'GET' | 'POST' | 'PUT' | 'QUERY'; readonly path: string }
  readonly products: { readonly pointer: string }
  readonly price: AmountPlace
  readonly balance: AmountPlace
  readonly money: { readonly format: MoneyFormat; readonly currency: string }
  readonly states: { readonly success: readonly string[]; readonly failure: readonly string[] }
  readonly errors: { readonly notFound: number; readonly rateLimited: number }
}

/** JSON Pointers; no currency where the profile's holds for every amount. */
type AmountPlace = { readonly amount: string; readonly currency: string | null }

/** The place of one answer in the profile, such as `ping.status`. */
export type ClientProfileKey = {
  [Section in keyof ClientProfile]: `${Section}.${keyof ClientProfile[Section] & string}`
}[keyof ClientProfile]
