import { expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { GAPS } from '../../../contract/reference/gaps.ts'
import { OTHER_PROFILE } from '../../../contract/testing/other-profile.fixture.ts'
import { openApiDocument } from '../../../openapi/openapi-document.ts'
import { FOREIGN_DOCUMENTS, learntFrom, learntOf, learntWith } from './learnt.fixture.ts'

type Style = keyof typeof FOREIGN_DOCUMENTS

const at = (place: string) => ({ amount: `/data/${place}/amount`, currency: `/data/${place}/currency` })
const observed = (keys: string) => Object.fromEntries(keys.split(' ').map((key) => [key, 'observed']))
const STATES = { success: ['COMPLETED'], failure: ['FAILED'] }

/** What each document says; what it does not say is not here. */
const EXPECTED: Readonly<Record<Style, PartialProfile>> = {
  'OpenAPI 3.0 in JSON, with allOf and a prefix': {
    auth: { header: 'X-Partner-Key', format: '{key}' },
    ping: { status: '/data/health/status', mode: '/data/environment/mode' },
    lookup: { method: 'GET', path: '/orders/by-reference/{partnerReference}' },
    products: { pointer: '/data/items' },
    price: { amount: '/data/quote/value', currency: '/data/quote/currency' },
    balance: { amount: '/data/account/value', currency: '/data/account/currency' },
    money: { format: 'decimal-number', currency: 'EUR' },
    states: { success: ['ISSUED'], failure: ['REJECTED'] },
    errors: {
      body: 'error-object',
      unauthenticated: 401,
      ipNotAllowed: 403,
      notFound: 404,
      referenceConflict: 409,
      invalidBody: 400,
      insufficientBalance: 402,
      rateLimited: 429,
      unavailable: 503,
    },
    limits: { fieldCharacters: 64, requestsPerSecond: 25 },
    provenance: observed(
      'auth ping lookup products price balance money states errors limits.fieldCharacters',
    ),
  },
  'Swagger 2.0 in YAML': {
    auth: { header: 'Authorization', format: 'Token {key}' },
    ping: { status: '/data/status', mode: '/data/mode' },
    lookup: { method: 'GET', path: '/orders?reference={partnerReference}' },
    products: { pointer: '/data/cards' },
    price: { amount: '/data/amount', currency: null },
    balance: { amount: '/data/available', currency: '/data/currency' },
    money: { format: 'minor-units', currency: 'GBP' },
    states: { success: ['DELIVERED'], failure: ['CANCELLED'] },
    errors: {
      body: 'problem',
      unauthenticated: 401,
      notFound: 410,
      referenceConflict: 412,
      invalidBody: 422,
      insufficientBalance: 402,
    },
    limits: { fieldCharacters: 40 },
    provenance: observed('auth lookup money errors.notFound'),
  },
  'OpenAPI 3.1 in JSON, with $defs and oneOf': {
    auth: { header: 'Authorization', format: 'Bearer {key}' },
    lookup: { method: 'GET', path: '/orders/{partnerReference}' },
    products: { pointer: '/data/products' },
    price: at('price'),
    balance: at('balance'),
    money: { format: 'decimal-string', currency: 'CHF' },
    states: { success: ['DONE'], failure: ['DECLINED'] },
    errors: { body: 'problem', notFound: 404, invalidBody: 400 },
    provenance: observed('lookup money states errors.body'),
  },
  'OpenAPI 3.0 in many files': {
    auth: { header: 'Authorization', format: 'ApiKey {key}' },
    ping: { status: '/data/status', mode: '/data/mode' },
    lookup: { method: 'GET', path: '/orders/{partnerReference}' },
    price: at('price'),
    balance: at('balance'),
    money: { format: 'decimal-string', currency: 'PLN' },
    states: STATES,
    errors: {
      body: 'problem',
      unauthenticated: 401,
      notFound: 404,
      referenceConflict: 409,
      invalidBody: 422,
    },
    limits: { fieldCharacters: 100 },
    // The currency is only in an example.
    provenance: observed('money.format lookup'),
  },
  'OpenAPI 3.0 in YAML with anchors, and field names in German': {
    auth: { header: 'Api-Key', format: '{key}' },
    lookup: { method: 'GET', path: '/orders/{partnerReference}' },
    products: { pointer: '/data/karten' },
    price: { amount: '/data/preis/betrag', currency: '/data/preis/waehrung' },
    balance: { amount: '/data/guthaben/betrag', currency: '/data/guthaben/waehrung' },
    money: { format: 'minor-units', currency: 'EUR' },
    states: { success: ['GELIEFERT'], failure: ['FAILED'] },
    errors: { body: 'error-object', notFound: 404, referenceConflict: 409, invalidBody: 400 },
    limits: { settleSeconds: 45 },
    provenance: observed('auth errors.notFound'),
  },
  'OpenAPI 3.2 against four clauses': {
    auth: { header: 'Authorization', format: 'Bearer {key}' },
    lookup: { method: 'QUERY', path: '/orders/search?reference={partnerReference}' },
    price: { amount: '/data/price/amount', currency: null },
    balance: { amount: '/data/balance/amount', currency: null },
    money: { format: 'decimal-number' },
    states: STATES,
    provenance: observed('money.format'),
  },
}

const STYLES = Object.keys(FOREIGN_DOCUMENTS) as Style[]

test.for(STYLES)('%s: the profile is what the document says', (style) => {
  const { profile, setAside } = learntFrom(FOREIGN_DOCUMENTS[style])
  expect(profile).toMatchObject(EXPECTED[style])
  expect(setAside).toEqual([])
})

test.for(STYLES)('%s: every answer names the place in the document that gives it', (style) => {
  const { findings } = learntFrom(FOREIGN_DOCUMENTS[style])
  const placed = findings.filter(({ seen }) => seen.some((one) => 'pointer' in one && one.excerpt !== ''))
  expect(placed).toEqual(findings)
  expect(findings.every(({ source }) => source === 'openapi')).toBe(true)
})

test('an answer in another file names that file', () => {
  const { findings } = learntFrom(FOREIGN_DOCUMENTS['OpenAPI 3.0 in many files'])
  const [seen] = findings.find(({ key }) => key === 'price.amount')?.seen ?? []
  expect(seen).toMatchObject({ document: 'schemas/money.yaml', pointer: '/properties/amount' })
})

test('what a document does not say stays assumed, and is listed with a reason', () => {
  const { profile, misses } = learntFrom(FOREIGN_DOCUMENTS['Swagger 2.0 in YAML'])
  const missed = misses.map(({ key }) => key)
  expect(missed).toEqual([
    'errors.ipNotAllowed',
    'errors.rateLimited',
    'errors.unavailable',
    'requests.charset',
    'requests.chunked',
    'limits.bodyBytes',
    'limits.requestsPerSecond',
    'limits.settleSeconds',
  ])
  expect(Object.keys(profile.provenance).filter((key) => missed.some((one) => one === key))).toEqual([])
  expect(misses.every(({ reason }) => reason.length > 10)).toBe(true)
})

test('one contradicts four clauses, and the others none', () => {
  const broken = (style: Style) =>
    learntFrom(FOREIGN_DOCUMENTS[style]).contradictions.map(({ clause }) => clause)
  expect(STYLES.map(broken)).toEqual([
    [],
    [],
    [],
    [],
    [],
    ['data-envelope', 'order-two-fields', 'purchase-position', 'processing-has-poll-after'],
  ])
})

test.for([
  ['OpenAPI 3.0 in JSON, with allOf and a prefix', ['https://api.vouchers.example/v1/partner']],
  ['Swagger 2.0 in YAML', ['https://cards.example/api']],
  [
    'OpenAPI 3.1 in JSON, with $defs and oneOf',
    ['https://eu.cards.example/partner', 'https://sandbox.cards.example/partner'],
  ],
  ['OpenAPI 3.0 in many files', ['/shop']],
] as const)('%s: the base addresses have the prefix of the operations', ([style, urls]) => {
  expect(learntFrom(FOREIGN_DOCUMENTS[style]).baseUrls).toEqual(urls)
})

const backAgain = (profile: PartialProfile) =>
  learntOf({ 'api.yaml': openApiDocument(resolveProfile(profile)) })

/** Other names and statuses than those that the words of a document would show. */
const ODD: PartialProfile = {
  auth: { header: 'Authorization', format: 'Token {key}' },
  ping: { status: '/data/0x/a', mode: '/data/b' },
  lookup: { method: 'QUERY', path: '/orders/q?reference={partnerReference}' },
  products: { pointer: '/data/x/0/y' },
  money: { format: 'decimal-number', currency: 'KWD' },
  states: { success: ['FAILED_NOT'], failure: ['A', 'B'] },
  errors: {
    body: 'problem',
    unauthenticated: 403,
    ipNotAllowed: 403,
    notFound: 400,
    invalidBody: 400,
    referenceConflict: 400,
  },
}

test.for<readonly [string, PartialProfile]>([
  ['the default profile', {}],
  ['one in which every answer is another', OTHER_PROFILE],
  ['one with odd names and shared statuses', ODD],
  [
    'one that was partly observed',
    { ...OTHER_PROFILE, provenance: { auth: 'observed', 'errors.notFound': 'observed', states: 'observed' } },
  ],
])('the document that this kit makes of %s is read back as that profile', ([, profile]) => {
  const { profile: read, contradictions } = backAgain(profile)
  expect(read).toEqual(resolveProfile(profile))
  expect(contradictions).toEqual([])
})

test('an answer that a document says to be confirmed was observed in it', () => {
  expect(backAgain({ provenance: { money: 'confirmed' } }).profile.provenance).toEqual({ money: 'observed' })
})

test('a document answers each gap of a profile, or says why not', () => {
  const { findings, misses } = learntWith({})
  const said = [...findings, ...misses].map(({ key }) => `${key}.`)
  const keys = Object.values(GAPS).flatMap(({ profileKey }) => profileKey ?? [])
  const isSaid = (key: string) => said.some((one) => one.startsWith(key) || key.startsWith(one))
  expect(keys.filter((key) => !isSaid(`${key}.`))).toEqual([])
})
