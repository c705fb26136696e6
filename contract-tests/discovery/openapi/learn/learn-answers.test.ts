import { describe, expect, test } from 'vitest'
import { documentWith, learntOf, type PARTS } from '../learnt.fixture.ts'

const learnt = (parts: Partial<typeof PARTS>) => learntOf({ 'api.yaml': documentWith(parts) })
const object = (properties: object) => ({ type: 'object', properties })
const text = { type: 'string' }

test('ping has its fields under any name, where their values are listed', () => {
  const pingData = object({ zustand: { enum: ['gestört', 'ok'] }, umgebung: { enum: ['LIVE', 'TEST'] } })
  const { profile, contradictions } = learnt({ pingData })
  expect(profile.ping).toEqual({ status: '/data/zustand', mode: '/data/umgebung' })
  expect(contradictions).toEqual([])
})

test('of several lists of cards the first is assumed, and the others are named', () => {
  const list = { type: 'array', items: object({ sku: text }) }
  const { findings } = learnt({ productsData: object({ featured: list, all: list }) })
  expect(findings.find(({ key }) => key === 'products.pointer')).toMatchObject({
    provenance: 'assumed',
    reason: 'A list whose entries have a sku stands at /data/featured; others stand at /data/all.',
  })
})

describe('money', () => {
  const formatOf = (amount: object) => {
    const data = object({ price: object({ amount }) })
    const { profile } = learnt({ priceData: data, balanceData: object({ balance: object({ amount }) }) })
    return [profile.money.format, profile.provenance['money.format'] ?? 'assumed']
  }

  test.for([
    [{ type: 'string', example: '12.50' }, 'decimal-string', 'observed'],
    [{ type: 'string', pattern: '^\\d+\\.\\d{2}$' }, 'decimal-string', 'observed'],
    [{ type: 'string' }, 'decimal-string', 'assumed'],
    [{ type: 'number', format: 'double' }, 'decimal-number', 'observed'],
    [{ type: 'number', example: 9.99 }, 'decimal-number', 'observed'],
    [{ type: 'number' }, 'decimal-number', 'assumed'],
    [{ type: 'integer', description: 'In cents.' }, 'minor-units', 'observed'],
    [{ type: 'integer' }, 'minor-units', 'assumed'],
  ] as const)('%o is %s, %s', ([amount, format, provenance]) => {
    expect(formatOf(amount)).toEqual([format, provenance])
  })

  test('several amounts with names that do not say which is meant are all named', () => {
    const { misses } = learnt({
      priceData: object({ preis: object({ brutto: { type: 'number' }, netto: { type: 'number' } }) }),
    })
    expect(misses.find(({ key }) => key === 'price.amount')?.reason).toContain(
      'candidates are /data/preis/brutto, /data/preis/netto',
    )
  })

  test('of several currencies the first is assumed, and the others are named', () => {
    const data = object({ balance: object({ amount: text, currency: { enum: ['EUR', 'USD'] } }) })
    const { findings } = learnt({ balanceData: data, priceData: data })
    expect(findings.find(({ key }) => key === 'money.currency')).toMatchObject({
      value: 'EUR',
      provenance: 'assumed',
      reason: 'The document lists EUR, and also USD.',
    })
  })
})

describe('the lookup', () => {
  const summary = object({ status: text, pollAfterSeconds: { type: 'number' } })
  const answer = {
    '200': { content: { 'application/json': { schema: object({ data: object({ order: summary }) }) } } },
  }
  const parameter = (name: string, place: string, more: object = {}) => ({
    name,
    in: place,
    required: true,
    schema: text,
    ...more,
  })
  const lookupAt = (paths: Readonly<Record<string, unknown>>) => {
    const { '/orders/{reference}': _, ...rest } = documentWith().paths as Readonly<Record<string, unknown>>
    const { findings, misses } = learntOf({ 'api.yaml': { ...documentWith(), paths: { ...rest, ...paths } } })
    return findings.find(({ key }) => key === 'lookup') ?? misses.find(({ key }) => key === 'lookup')
  }

  test('may be a method that writes, with other values in its query', () => {
    const parameters = [
      parameter('by', 'query', { schema: { const: 'reference' } }),
      parameter('value', 'query'),
    ]
    expect(lookupAt({ '/purchases/find': { post: { parameters, responses: answer } } })).toMatchObject({
      value: { method: 'POST', path: '/purchases/find?by=reference&value={partnerReference}' },
      provenance: 'observed',
    })
  })

  test('may be a method that only OpenAPI 3.2 can describe', () => {
    const query = { parameters: [parameter('reference', 'query')], responses: answer }
    expect(lookupAt({ '/orders/search': { additionalOperations: { QUERY: query } } })).toMatchObject({
      value: { method: 'QUERY', path: '/orders/search?reference={partnerReference}' },
    })
  })

  test('of several candidates the clearest is assumed, and the others are named', () => {
    const byId = { get: { parameters: [parameter('a', 'path')], responses: answer } }
    const other = { get: { parameters: [parameter('b', 'path')], responses: answer } }
    expect(lookupAt({ '/orders/by-a/{a}': byId, '/orders/by-b/{b}': other })).toMatchObject({
      provenance: 'assumed',
      reason: 'GET /orders/by-a/{a} takes a reference; other candidates are GET /orders/by-b/{b}.',
    })
  })

  test.for([
    [
      'takes a body',
      {
        post: {
          parameters: [parameter('reference', 'query')],
          requestBody: { content: { 'application/json': {} } },
          responses: answer,
        },
      },
      '/orders/search',
    ],
    [
      'needs a second value',
      {
        get: {
          parameters: [parameter('reference', 'query'), parameter('tenant', 'query')],
          responses: answer,
        },
      },
      '/orders/search',
    ],
    ['takes nothing', { get: { responses: answer } }, '/orders/latest'],
  ] as const)('is not an operation that %s', ([, item, path]) => {
    expect(lookupAt({ [path]: item })).toMatchObject({
      reason: 'No operation takes the reference of an order and answers its summary.',
    })
  })
})

describe('states', () => {
  const statesOf = (status: object) => learnt({ status }).profile.states

  test('are divided by what a description says, before what a name says', () => {
    const status = {
      anyOf: [
        { const: 'PROCESSING' },
        { enum: ['A'], description: 'The card is bought.' },
        { enum: ['DONE'], description: 'No card is bought.' },
      ],
    }
    expect(statesOf(status)).toEqual({ success: ['A'], failure: ['DONE'] })
  })

  test('that sound unsettled are in neither list, and named', () => {
    const { profile, events } = learnt({ status: { enum: ['PROCESSING', 'QUEUED', 'COMPLETED', 'FAILED'] } })
    expect(profile.states).toEqual({ success: ['COMPLETED'], failure: ['FAILED'] })
    expect(JSON.stringify(events)).toContain('The state QUEUED is in no list of the profile')
  })

  test('may be in examples alone', () => {
    expect(statesOf({ type: 'string', examples: ['ISSUED', 'REJECTED'] })).toEqual({
      success: ['ISSUED'],
      failure: ['REJECTED'],
    })
  })
})

describe('refusals', () => {
  const errorsOf = (descriptions: Readonly<Record<number, string>>) => {
    const refusals = Object.fromEntries(
      Object.entries(descriptions).map(([status, description]) => [status, { description }]),
    )
    const { findings } = learnt({ refusals })
    return Object.fromEntries(
      findings
        .filter(({ key }) => key.startsWith('errors.'))
        .map(({ key, value, provenance }) => [key.slice(7), `${value} ${provenance}`]),
    )
  }

  test('are known by their usual statuses', () => {
    expect(errorsOf({ 401: '', 402: '', 404: '', 409: '', 422: '', 429: '', 503: '' })).toEqual({
      unauthenticated: '401 observed',
      insufficientBalance: '402 observed',
      notFound: '404 observed',
      referenceConflict: '409 observed',
      invalidBody: '422 observed',
      rateLimited: '429 observed',
      unavailable: '503 observed',
    })
  })

  test('are known by their descriptions, whatever the status', () => {
    const found = errorsOf({
      403: 'The key is not accepted.',
      409: 'The balance is not sufficient.',
      410: 'No such card or order.',
      418: 'Too many calls.',
      451: 'Your address is not on the allowlist.',
      500: 'Temporarily unavailable.',
    })
    expect(found).toEqual({
      unauthenticated: '403 observed',
      ipNotAllowed: '451 observed',
      notFound: '410 observed',
      insufficientBalance: '409 observed',
      rateLimited: '418 observed',
      unavailable: '500 observed',
    })
  })

  test('of one operation say nothing about another', () => {
    const responses = { 404: { description: 'Not found.' }, 409: { description: 'Conflict.' } }
    const { findings } = learnt({ paths: { '/balance': { get: { responses } } } })
    expect(findings.filter(({ key }) => key.startsWith('errors.'))).toEqual([])
  })

  test('of one kind with two statuses are assumed', () => {
    expect(errorsOf({ 400: 'The body is malformed.', 422: 'Validation failed.' })).toEqual({
      invalidBody: '422 assumed',
    })
  })
})

test('limits are in schemas and in sentences, which stay assumed', () => {
  const order = {
    ...object({ partnerReference: { ...text, maxLength: 50 }, sku: { ...text, maxLength: 50 } }),
    description: 'At most 8 KiB.',
  }
  const refusals = { 429: { description: 'More than 1,200 requests per second.' } }
  const status = { ...text, description: 'PROCESSING for up to 3 minutes.' }
  const { profile } = learnt({ order, refusals, status })
  expect(profile.limits).toEqual({
    bodyBytes: 8192,
    fieldCharacters: 50,
    requestsPerSecond: 1200,
    settleSeconds: 180,
  })
  expect(profile.provenance['limits.fieldCharacters']).toBe('observed')
  expect(profile.provenance['limits.bodyBytes']).toBeUndefined()
})

test('a sentence of digits is read in time', () => {
  const { profile } = learnt({ refusals: { 429: { description: '1'.repeat(300_000) } } })
  expect(profile.limits.requestsPerSecond).toBeNull()
})

test('an answer that the document marks as assumed stays assumed, and any other mark says that it was seen', () => {
  const marked = (provenance: string) => ({
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    'x-assumption': [{ gap: 'key-transport', profileKey: 'auth', provenance }],
  })
  const provenanceOf = (provenance: string) =>
    learnt({ scheme: { ...marked(provenance), name: 'X-Key' } }).profile.provenance.auth
  expect(['assumed', 'observed', 'confirmed'].map(provenanceOf)).toEqual([undefined, 'observed', 'observed'])
  expect(learnt({ scheme: marked('observed') }).profile.provenance.auth).toBe('observed')
})

test('what the operator confirmed stays, and a document that says something else is set aside', () => {
  const start = { auth: { header: 'X-Mine', format: '{key}' }, provenance: { auth: 'confirmed' } } as const
  const { profile, setAside } = learntOf({ 'api.yaml': documentWith() }, { start })
  expect(profile.auth.header).toBe('X-Mine')
  expect(setAside.map(({ finding }) => finding.key)).toEqual(['auth'])
})
