import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { ClientProfile } from './client-profile.ts'
import { UsageError } from './errors.ts'
import { describeValue, type ExcerptOf } from './http/excerpt.ts'
import { isCurrency } from './money.ts'

/** The answers that differ from the defaults; a whole profile of the kit fits too. */
export type ClientProfileAnswers = {
  readonly [Section in keyof ClientProfile]?: Readonly<Partial<ClientProfile[Section]>>
}

type Check = readonly [fits: string, accepts: (value: unknown) => boolean]

const text = (fits: string, pattern: RegExp): Check => [
  fits,
  (value) => typeof value === 'string' && pattern.test(value),
]
const textWith = (place: string, fits: string, pattern: RegExp): Check => [
  `${fits}, with ${place} in it once`,
  (value) => text(fits, pattern)[1](value) && String(value).split(place).length === 2,
]
const oneOf = (...values: readonly unknown[]): Check => [
  values.join(' or '),
  (value) => values.includes(value),
]
const pointer = text('a JSON Pointer below /data, such as /data/price', /^\/data(?:\/(?:[^~/]|~[01])*)+$/)
const optionalPointer: Check = [`${pointer[0]}, or null`, (value) => value === null || pointer[1](value)]
const status: Check = [
  'a status code from 400 to 599',
  (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
]
const stateNames: Check = [
  'a list of state names, none of them PROCESSING',
  (value) => Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== 'PROCESSING'),
]
const amount = { amount: pointer, currency: optionalPointer }

const CHECKS: { readonly [S in keyof ClientProfile]: { readonly [K in keyof ClientProfile[S]]: Check } } = {
  auth: {
    header: text('the name of a header', /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
    format: textWith('{key}', 'printable ASCII', /^[\x20-\x7e]+$/),
  },
  ping: { status: pointer, mode: pointer },
  lookup: {
    method: oneOf('GET', 'POST', 'PUT', 'QUERY'),
    path: textWith('{partnerReference}', 'a path that begins with /', /^\/[\x21-\x7e]+$/),
  },
  products: { pointer },
  price: amount,
  balance: amount,
  money: {
    format: oneOf('decimal-string', 'minor-units', 'decimal-number'),
    currency: ['a currency code of ISO 4217, such as USD', isCurrency],
  },
  states: { success: stateNames, failure: stateNames },
  errors: { notFound: status, rateLimited: status },
}

/** Sections of the kit's profile that the client does not use; it uses a part of `errors`. */
const UNREAD = ['limits', 'references', 'requests', 'provenance']

/**
 * The complete profile: what is given, over the defaults.
 *
 * @throws {UsageError} when an answer does not fit, or its key is not one of the profile's.
 */
export function completeProfile(given: ClientProfileAnswers, excerpt: ExcerptOf): ClientProfile {
  const unknownName = Object.keys(given).find(
    (name) => !Object.hasOwn(CHECKS, name) && !UNREAD.includes(name),
  )
  if (unknownName !== undefined) throw unknownKey(excerpt(unknownName))
  const sections = Object.entries(CHECKS).map(([section, checks]) => {
    const name = section as keyof ClientProfile
    return [section, completeSection(name, checks, given[name] ?? {}, excerpt)]
  })
  return Object.fromEntries(sections) as ClientProfile
}

function completeSection(
  section: keyof ClientProfile,
  checks: Readonly<Record<string, Check>>,
  given: Readonly<Record<string, unknown>>,
  excerpt: ExcerptOf,
) {
  const unknownName = Object.keys(given).find((key) => !Object.hasOwn(checks, key))
  if (unknownName !== undefined && section !== 'errors')
    throw unknownKey(excerpt(`${section}.${unknownName}`))
  const answers: Record<string, unknown> = {}
  const defaults: Readonly<Record<string, unknown>> = DEFAULT_PROFILE[section]
  for (const [key, check] of Object.entries(checks)) {
    answers[key] = given[key] === undefined ? defaults[key] : given[key]
    if (!check[1](answers[key])) throw wrongAnswer(`${section}.${key}`, check, answers[key], excerpt)
  }
  return answers
}

function wrongAnswer(key: string, [fits]: Check, value: unknown, excerpt: ExcerptOf): UsageError {
  // The format of the header is where a key is most easily put by mistake: it is not quoted.
  const found =
    key === 'auth.format' && typeof value === 'string' ? 'another text' : describeValue(value, excerpt)
  return new UsageError('createClient', {
    asked: `createClient needs a profile whose ${key} is ${fits}`,
    found,
    remedy: 'Correct it, or leave it out for the default.',
  })
}

function unknownKey(key: string): UsageError {
  return new UsageError('createClient', {
    asked: 'createClient needs a profile with known keys',
    found: `the key ${key}`,
    remedy: 'Correct its spelling, or leave it out.',
  })
}
