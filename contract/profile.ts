import { z } from 'zod'
import { isJsonPointer } from './json-pointer.ts'
import { currencyDigits } from './money.ts'
import { DOCUMENTED_OPERATIONS } from './operations.ts'
import { parameterOf, parsePathTemplate, pathsCollide } from './path-template.ts'

/** Where an answer comes from: our default, seen on the service, or said by its operator. */
export type Provenance = 'assumed' | 'observed' | 'confirmed'

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const FRAMING_HEADERS = ['host', 'connection', 'content-length', 'content-type', 'transfer-encoding', 'te']

/** A schema whose every complaint is the sentence that says what fits. */
function text(fits: string, accepts: (value: string) => boolean) {
  return z.string(fits).refine(accepts, fits)
}

function pointerBelowData(example: string) {
  const fits = `a JSON Pointer (RFC 6901) below /data, such as ${example}`
  return text(fits, (value) => isJsonPointer(value) && /^\/data\/./.test(value))
}

function whole(fits: string, least: number, most: number) {
  return z.int(fits).min(least, fits).max(most, fits)
}

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`)
}

const amountPlace = z.strictObject({
  amount: pointerBelowData('/data/price/amount'),
  currency: pointerBelowData('/data/price/currency').nullable(),
})

const separatePlaces = (place: { amount: string; currency: string | null }) => {
  const { amount, currency } = place
  return (
    currency === null || !(`${amount}/`.startsWith(`${currency}/`) || `${currency}/`.startsWith(`${amount}/`))
  )
}
const SEPARATE = 'two pointers, neither of which leads through the other'

const errorStatus = whole('a status code from 400 to 599', 400, 599)

const STATE_LIST = 'a list of state names, at least one, none of them PROCESSING'
const stateList = z.array(
  text(STATE_LIST, (name) => name !== '' && name !== 'PROCESSING'),
  STATE_LIST,
)

const LOOKUP_PATH =
  'a path that begins with /, holds {partnerReference} once (as a whole segment or a whole query value), and is no documented path'

/** Whether a template can stand for the lookup: one place for the reference, and no documented operation beside it. */
function isLookupPath(path: string): boolean {
  if (!/^\/(?!\/|__mock)[\x21-\x7e]+$/.test(path) || /[#\\]/.test(path)) return false
  const { segments, query } = parsePathTemplate(path)
  const parts = [...segments, ...query.map(([, value]) => value)]
  const places = parts.filter((part) => parameterOf(part) === 'partnerReference')
  const literals = parts.filter((part) => parameterOf(part) === undefined)
  return (
    places.length === 1 && places.length + literals.length === parts.length && !/[{}]/.test(literals.join())
  )
}

const lookup = z
  .strictObject({
    method: choice(['GET', 'POST', 'PUT', 'QUERY']),
    path: text(LOOKUP_PATH, isLookupPath),
  })
  .refine(
    ({ method, path }) =>
      !DOCUMENTED_OPERATIONS.some((known) => known.method === method && pathsCollide(known.path, path)),
    { error: LOOKUP_PATH, path: ['path'] },
  )

const answers = z.strictObject({
  auth: z.strictObject({
    header: text(
      'the name of a request header, such as Authorization',
      (name) => HEADER_NAME.test(name) && !FRAMING_HEADERS.includes(name.toLowerCase()),
    ),
    format: text(
      'printable ASCII with {key} in it once, such as "Bearer {key}"',
      (format) =>
        /^[\x20-\x7e]+$/.test(format) && format.split('{key}').length === 2 && format.trim() === format,
    ),
  }),
  ping: z.strictObject({
    status: pointerBelowData('/data/status'),
    mode: pointerBelowData('/data/mode'),
  }),
  lookup,
  products: z.strictObject({ pointer: pointerBelowData('/data/products') }),
  price: amountPlace.refine(separatePlaces, SEPARATE),
  balance: amountPlace.refine(separatePlaces, SEPARATE),
  money: z.strictObject({
    format: choice(['decimal-string', 'minor-units', 'decimal-number']),
    currency: text('a currency code of ISO 4217, such as USD', isCurrency),
  }),
  states: z
    .strictObject({ success: stateList.min(1, STATE_LIST), failure: stateList.min(1, STATE_LIST) })
    .refine(({ success, failure }) => !success.some((name) => failure.includes(name)), {
      error: 'no state that is also in states.success',
      path: ['failure'],
    }),
  errors: z.strictObject({
    body: choice(['problem', 'error-object']),
    unauthenticated: errorStatus,
    ipNotAllowed: errorStatus,
    notFound: errorStatus,
    referenceConflict: errorStatus,
    invalidBody: errorStatus,
    insufficientBalance: errorStatus,
    rateLimited: errorStatus,
    unavailable: errorStatus,
  }),
  limits: z.strictObject({
    bodyBytes: whole('a whole number of bytes, 256 to 16777216', 256, 16_777_216),
    fieldCharacters: whole('a whole number of characters, 16 to 8192', 16, 8192),
    requestsPerSecond: whole('a whole number of requests, 1 to 1000000, or null', 1, 1_000_000).nullable(),
    settleSeconds: whole('a whole number of seconds, 1 to 86400', 1, 86_400),
  }),
})

function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && currencyDigits(code) >= 0
}

type Answers = z.infer<typeof answers>

/** A section of the profile, such as `auth`. */
export type ProfileSection = keyof Answers

/** A key that answers a gap: a whole section, or one answer in it such as `errors.notFound`. */
export type AnswerKey =
  | ProfileSection
  | { [Section in ProfileSection]: `${Section}.${keyof Answers[Section] & string}` }[ProfileSection]

/** The answers to the gaps, complete, each with its provenance. */
export type Profile = Answers & { provenance: { readonly [Key in AnswerKey]?: Provenance } }

const answerKeys: readonly string[] = Object.entries(answers.shape).flatMap(([section, schema]) => [
  section,
  ...Object.keys(schema.shape).map((key) => `${section}.${key}`),
])

const PROVENANCE_KEY = 'a key of the profile, such as auth or errors.notFound'
const provenance = z
  .record(z.string(), choice(['assumed', 'observed', 'confirmed']))
  .superRefine((record, check) => {
    for (const key of Object.keys(record).filter((key) => !answerKeys.includes(key))) {
      check.addIssue({ code: 'custom', message: PROVENANCE_KEY, path: [key] })
    }
  })

/** The schema of a complete profile. Every message of an issue is the sentence that says what fits. */
export const profileSchema = answers.extend({ provenance })

/**
 * Where the answer at a key comes from; a key that is not named is `assumed`.
 *
 * @example
 * provenanceOf({ ...DEFAULT_PROFILE, provenance: { errors: 'observed' } }, 'errors.notFound') // 'observed'
 */
export function provenanceOf(profile: Profile, key: AnswerKey): Provenance {
  const [section] = key.split('.') as [ProfileSection]
  return profile.provenance[key] ?? profile.provenance[section] ?? 'assumed'
}
