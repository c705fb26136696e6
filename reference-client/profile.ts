import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import type { ClientProfile } from './client-profile.ts'
import { UsageError } from './errors.ts'
import { describeValue, type ExcerptOf } from './excerpt.ts'

/** The answers that differ from the defaults; a whole profile of the kit fits too. */
export type ClientProfileAnswers = {
  readonly [Section in keyof ClientProfile]?: Readonly<Partial<ClientProfile[Section]>>
}

type Fits = readonly [expected: string, accepts: (value: unknown) => boolean]

const text = (expected: string, pattern: RegExp): Fits => [
  expected,
  (value) => typeof value === 'string' && pattern.test(value),
]
const POINTER = text('a JSON Pointer below /data, such as /data/price', /^\/data\/./)
const OPTIONAL_POINTER: Fits = [`${POINTER[0]}, or null`, (value) => value === null || POINTER[1](value)]
const STATUS: Fits = ['a status code from 400 to 599', (value) => /^[45]\d\d$/.test(String(value))]
const STATES: Fits = [
  'a list of state names, none of them PROCESSING',
  (value) => Array.isArray(value) && !value.includes('PROCESSING'),
]
const AMOUNT = { amount: POINTER, currency: OPTIONAL_POINTER }

const FITTING: { readonly [S in keyof ClientProfile]: { readonly [K in keyof ClientProfile[S]]: Fits } } = {
  auth: {
    header: text('the name of a header', /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
    format: text('printable ASCII with {key} in it once', /^(?!.*\{key\}.*\{key\})[ -~]*\{key\}[ -~]*$/),
  },
  ping: { status: POINTER, mode: POINTER },
  lookup: {
    method: text('GET, POST, PUT or QUERY', /^(?:GET|POST|PUT|QUERY)$/),
    path: text('a path with {partnerReference} in it', /^\/.*\{partnerReference\}/),
  },
  products: { pointer: POINTER },
  price: AMOUNT,
  balance: AMOUNT,
  money: {
    format: text(
      'decimal-string, minor-units or decimal-number',
      /^(?:decimal-(?:string|number)|minor-units)$/,
    ),
    currency: text('a currency code such as USD', /^[A-Z]{3}$/),
  },
  states: { success: STATES, failure: STATES },
  errors: { notFound: STATUS, rateLimited: STATUS },
}

/** What the client does not read: whole sections of the kit's profile, and most of its `errors`. */
const UNREAD = ['errors', 'limits', 'references', 'requests', 'provenance']

/**
 * What is given, over the defaults.
 *
 * @throws {UsageError} when an answer does not fit, or its key is not one of the profile's.
 */
export function completeProfile(given: ClientProfileAnswers, excerpt: ExcerptOf): ClientProfile {
  refuseUnknown(given, FITTING, '', excerpt)
  const sections = Object.entries(FITTING).map(([section, fitting]) => {
    const answers: Readonly<Record<string, unknown>> = given[section as keyof ClientProfile] ?? {}
    const defaults: Readonly<Record<string, unknown>> = DEFAULT_PROFILE[section as keyof ClientProfile]
    if (!UNREAD.includes(section)) refuseUnknown(answers, fitting, `${section}.`, excerpt)
    const entries = Object.entries<Fits>(fitting).map(([key, [expected, accepts]]) => {
      const value = answers[key] ?? (answers[key] === null ? null : defaults[key])
      if (accepts(value)) return [key, value]
      // The format of the header is where a key is most easily put by mistake: it is not quoted.
      const found = key === 'format' ? 'another value' : describeValue(value, excerpt)
      throw refused(`a profile whose ${section}.${key} is ${expected}; found ${found}`)
    })
    return [section, Object.fromEntries(entries)]
  })
  return Object.fromEntries(sections) as ClientProfile
}

function refuseUnknown(given: object, known: object, prefix: string, excerpt: ExcerptOf): void {
  const isKnown = (name: string) => Object.hasOwn(known, name) || (prefix === '' && UNREAD.includes(name))
  const unknown = Object.keys(given).find((name) => !isKnown(name))
  if (unknown !== undefined)
    throw refused(`a profile with known keys; found the key ${excerpt(prefix + unknown)}`)
}

function refused(asked: string): UsageError {
  return new UsageError('createClient', `createClient needs ${asked}. Correct it, or leave it out.`)
}
