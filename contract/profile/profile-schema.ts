import * as z from 'zod/mini'
import { adminPath } from '../wire/admin-path.ts'
import { isJsonPointer, pointersClash } from '../wire/json-pointer.ts'
import { DOCUMENTED_OPERATIONS } from '../wire/operations.ts'
import { expandPath, parameterOf, parsePathTemplate, pathsCollide } from '../wire/path-template.ts'
import { isCharacterClass } from './reference-limits.ts'

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Headers of the message and its connection: the HTTP client writes them itself. */
const FRAMING_HEADERS = [
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
]

/** A string schema whose error message says what is expected. */
function text(fits: string, accepts: (value: string) => boolean) {
  return z.string(fits).check(z.refine(accepts, fits))
}

/** `data` is an object (§2), so that its members have names, not indices. */
const MEMBER_OF_DATA = /^\/data\/(?!\d+(?:\/|$))./s

function pointerBelowData(example: string) {
  const fits = `a JSON Pointer (RFC 6901) below /data, such as ${example}`
  return text(fits, (value) => isJsonPointer(value) && MEMBER_OF_DATA.test(value))
}

function whole(fits: string, least: number, most: number) {
  return z.int(fits).check(z.minimum(least, fits), z.maximum(most, fits))
}

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`)
}

const separate = (one: string, other: string | null) => other === null || !pointersClash(one, other)
const SEPARATE = 'two pointers that one body can hold, neither of which leads through the other'

const amountPlace = z
  .strictObject({
    amount: pointerBelowData('/data/price/amount'),
    currency: z.nullable(pointerBelowData('/data/price/currency')),
  })
  .check(z.refine(({ amount, currency }) => separate(amount, currency), SEPARATE))

const errorStatus = whole('a status code from 400 to 599', 400, 599)

const STATE_LIST = 'a list of state names, at least one, none of them PROCESSING'
const stateList = z
  .array(
    text(STATE_LIST, (name) => name !== '' && name !== 'PROCESSING'),
    STATE_LIST,
  )
  .check(z.minLength(1, STATE_LIST))

const LOOKUP_PATH =
  'a path that begins with /, is unchanged by URL encoding, holds {partnerReference} once (as a whole segment or a whole query value), and is no documented path'

const lookup = z
  .strictObject({
    method: choice(['GET', 'POST', 'PUT', 'QUERY']),
    path: text(LOOKUP_PATH, isLookupPath),
  })
  .check(
    z.refine(
      ({ method, path }) =>
        !DOCUMENTED_OPERATIONS.some((known) => known.method === method && pathsCollide(known.path, path)),
      { error: LOOKUP_PATH, path: ['path'] },
    ),
  )

export const answersSchema = z.strictObject({
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
  ping: z
    .strictObject({ status: pointerBelowData('/data/status'), mode: pointerBelowData('/data/mode') })
    .check(z.refine(({ status, mode }) => separate(status, mode), SEPARATE)),
  lookup,
  products: z.strictObject({ pointer: pointerBelowData('/data/products') }),
  price: amountPlace,
  balance: amountPlace,
  money: z.strictObject({
    format: choice(['decimal-string', 'minor-units', 'decimal-number']),
    currency: text('a currency code of ISO 4217, such as USD', (code) => /^[A-Z]{3}$/.test(code)),
  }),
  states: z.strictObject({ success: stateList, failure: stateList }).check(
    z.refine(({ success, failure }) => !success.some((name) => failure.includes(name)), {
      error: 'no state that is also in states.success',
      path: ['failure'],
    }),
  ),
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
    requestsPerSecond: z.nullable(whole('a whole number of requests, 1 to 1000000, or null', 1, 1_000_000)),
    settleSeconds: whole('a whole number of seconds, 1 to 86400', 1, 86_400),
  }),
  references: z.strictObject({
    characters: z.nullable(
      text('characters as in the brackets of a pattern, such as "A-Za-z0-9:._-", or null', isCharacterClass),
    ),
    longest: z.nullable(whole('a whole number of characters, 16 to 8192, or null', 16, 8192)),
  }),
  requests: z.strictObject({ charset: z.boolean('true or false'), chunked: z.boolean('true or false') }),
})

const answerKeys: readonly string[] = Object.entries(answersSchema.shape).flatMap(([section, schema]) => [
  section,
  ...Object.keys(schema.shape).map((key) => `${section}.${key}`),
])

const PROVENANCE_KEY = 'a key of the profile, such as auth or errors.notFound'
const provenance = z
  .record(z.string(), choice(['assumed', 'observed', 'confirmed']), 'an object such as {"auth": "confirmed"}')
  .check(
    z.superRefine((record, check) => {
      for (const key of Object.keys(record).filter((key) => !answerKeys.includes(key))) {
        check.addIssue({ code: 'custom', message: PROVENANCE_KEY, path: [key] })
      }
    }),
  )

/** The schema of a complete profile. Every error message says what is expected. */
export const profileSchema = z.extend(answersSchema, { provenance })

/**
 * Whether a path template can be the path of the lookup: it has one place for the reference, a whole segment or a whole
 * query value, and a URL keeps the rest as it is written (`/orders/../{partnerReference}` has no such segment).
 */
function isLookupPath(path: string): boolean {
  const isPlain = /^\/(?!\/)[^%]+$/.test(path) && adminPath(path) === undefined
  return isPlain && hasOnePlace(path) && standsInUrl(path)
}

function hasOnePlace(path: string): boolean {
  const { segments, query } = parsePathTemplate(path)
  const parts = [...segments, ...query.map(([, value]) => value)]
  const literals = parts.filter((part) => parameterOf(part) !== 'partnerReference')
  const names = query.map(([name]) => name)
  return (
    parts.length - literals.length === 1 &&
    !names.includes('') &&
    !/[{}]/.test([...literals, ...names].join())
  )
}

function standsInUrl(path: string): boolean {
  const target = expandPath(path, { partnerReference: 'reference' })
  const url = new URL(`http://localhost${target}`)
  return url.pathname + url.search === target
}
