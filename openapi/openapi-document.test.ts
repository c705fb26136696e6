import Ajv from 'ajv/dist/2020.js'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { describe, expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import { CLIENT_CLAUSES } from '../contract/reference/client-clauses.ts'
import { GAPS } from '../contract/reference/gaps.ts'
import { SERVER_CLAUSES } from '../contract/reference/server-clauses.ts'
import type { ClauseId } from '../contract/reference/statements/statement.ts'
import { isInferred, statementsOf } from '../contract/reference/statements.ts'
import { OTHER_PROFILE } from '../contract/testing/other-profile.fixture.ts'
import { readPointer } from '../contract/wire/json-pointer.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import { type Marks, markFor } from './marks.ts'
import { openApiDocument } from './openapi-document.ts'
import { answered, violationsOf } from './testing/violations.fixture.ts'

const DEFAULTS = resolveProfile({})
const DOCUMENT = openApiDocument()

/** Every object of a document, itself first. */
function everyPart(node: unknown): readonly Partial<Marks>[] {
  if (typeof node !== 'object' || node === null) return []
  const parts = Object.values(node).flatMap(everyPart)
  return Array.isArray(node) ? parts : [node, ...parts]
}

describe('what a part is based on', () => {
  const parts = everyPart(DOCUMENT)
  const clauses = Object.keys({ ...SERVER_CLAUSES, ...CLIENT_CLAUSES }) as ClauseId[]

  test.each(clauses)('each part with the clause %s quotes every sentence of the reference for it', (id) => {
    const marked = parts.filter((part) => part['x-clause']?.includes(id))
    expect(marked).not.toEqual([])
    const sentences = isInferred(id)
      ? ['No sentence of the reference says so']
      : statementsOf(id).map(({ text }) => text)
    for (const { description } of marked)
      for (const sentence of sentences) expect(description).toContain(sentence)
  })

  test('what is inferred from the reference is not quoted as a sentence of it', () => {
    const { description } = markFor(DEFAULTS)('Text.', { clauses: ['documented-operations-only'] })
    expect(description).not.toContain('The reference says')
  })

  test.each(Object.values(GAPS))('the gap $id is marked as assumed, or as open', ({ id, profileKey }) => {
    const assumed = parts.flatMap((part) => part['x-assumption'] ?? []).filter(({ gap }) => gap === id)
    if (profileKey === null) {
      expect(assumed).toEqual([])
      expect(parts.some((part) => part['x-open']?.includes(id))).toBe(true)
    } else {
      expect(assumed).not.toEqual([])
      for (const mark of assumed) expect(mark).toEqual({ gap: id, profileKey, provenance: 'assumed' })
    }
  })

  test.each([
    ['call', 'operationId'],
    ['parameter', 'in'],
    ['body or answer', 'content'],
    ['example', 'value'],
  ])('every %s says it', (_, member) => {
    const found = parts.filter((part) => member in part)
    expect(found).not.toEqual([])
    expect(
      found.filter((part) => !('x-clause' in part || 'x-assumption' in part || 'x-open' in part)),
    ).toEqual([])
  })
})

/** Answers of a profile, and what the document then has at some place. */
const FOLLOWED: readonly (readonly [PartialProfile, pointer: string, value: unknown])[] = [
  [
    { auth: { header: 'X-Key', format: '{key}' } },
    '/components/securitySchemes/partnerKey',
    expect.objectContaining({ type: 'apiKey', in: 'header', name: 'X-Key' }),
  ],
  [
    { lookup: { method: 'GET', path: '/find?reference={partnerReference}' } },
    '/paths/~1find/get/parameters/0',
    expect.objectContaining({ name: 'reference', in: 'query', required: true }),
  ],
  [
    { price: { amount: '/data/costs/1/net', currency: null } },
    '/components/schemas/Price/properties/data/properties/costs',
    expect.objectContaining({ type: 'array', minItems: 2, prefixItems: [{}, expect.anything()] }),
  ],
  [
    { states: { success: ['ISSUED'] } },
    '/components/schemas/OrderSummary/properties/status/anyOf/1/enum',
    ['ISSUED'],
  ],
  [
    { limits: { bodyBytes: 512 } },
    '/paths/~1orders/post/requestBody/description',
    expect.stringContaining('at most 512 bytes'),
  ],
  [
    { limits: { settleSeconds: 60 } },
    '/components/schemas/OrderSummary/properties/status/anyOf/0/description',
    expect.stringContaining('within 60 seconds'),
  ],
  [
    { limits: { requestsPerSecond: 5 } },
    '/info/description',
    expect.stringContaining('may make 5 calls a second'),
  ],
  [
    { limits: { fieldCharacters: 64 } },
    '/components/schemas/OrderRequest/properties/partnerReference/maxLength',
    64,
  ],
  [
    { provenance: { money: 'observed' } },
    '/components/schemas/Price/properties/data/properties/price/properties/amount/x-assumption/1/provenance',
    'observed',
  ],
]

test.each(FOLLOWED)('the document follows the answer %j', (given, pointer, value) => {
  expect(readPointer(openApiDocument(given), pointer)).toEqual(value)
  expect(readPointer(DOCUMENT, pointer)).not.toEqual(value)
})

test('causes with the same status share one response, which names both', () => {
  const document = openApiDocument({ errors: { invalidBody: 400, referenceConflict: 400 } })
  const { $ref } = readPointer(document, '/paths/~1orders/post/responses/400') as { readonly $ref: string }
  expect(readPointer(document, $ref.slice(1))).toMatchObject({
    'x-assumption': [{ gap: 'reference-conflict' }, { gap: 'invalid-body-status' }],
  })
})

test('a lookup by QUERY makes the document one of OpenAPI 3.2, which knows that method', () => {
  const document = openApiDocument({ lookup: { method: 'QUERY', path: '/find/{partnerReference}' } })
  expect(document).toMatchObject({ openapi: '3.2.0', paths: { '/find/{partnerReference}': { query: {} } } })
})

test('a lookup on the path of the purchase stands beside it, and has a fixed value in its query', () => {
  const lookup = { method: 'GET', path: '/orders?by=reference&value={partnerReference}' } as const
  expect(openApiDocument({ lookup }).paths['/orders']).toMatchObject({
    post: {},
    get: {
      parameters: [
        { name: 'by', schema: { const: 'reference' } },
        { name: 'value', in: 'query' },
      ],
    },
  })
})

test('every call needs the key', () => {
  expect(DOCUMENT.security).toEqual([{ partnerKey: [] }])
  expect(everyPart(DOCUMENT).filter((part) => 'operationId' in part && 'security' in part)).toEqual([])
})

test('beside a list of alternatives is no other keyword, which many generators would not understand', () => {
  const alternatives = everyPart(DOCUMENT).filter((part) => 'anyOf' in part)
  expect(alternatives.map((part) => Object.keys(part))).toEqual([['anyOf']])
})

/** Answers that break a clause, and the operation that gave them. */
const BROKEN: readonly (readonly [OperationId, body: unknown])[] = [
  ['ping', { status: 'ok', mode: 'TEST' }],
  ['ping', { data: { status: 'down', mode: 'TEST' } }],
  ['listProducts', { data: { products: [{ name: 'A card' }] } }],
  // Where the summary of a lookup is.
  ['createOrder', { data: { order: { status: 'COMPLETED' } } }],
  ['lookupOrder', { data: { order: { status: 'PROCESSING' } } }],
  ['lookupOrder', { data: { order: { status: 'PROCESSING', pollAfterSeconds: '2' } } }],
  ['getBalance', { data: { balance: { amount: 25, currency: 'USD' } } }],
]
const violations = violationsOf(DEFAULTS)

test.each(BROKEN)('an answer to %s does not fit the document: %j', (operation, body) => {
  expect(violations([answered(operation, 200, body)])).toHaveLength(1)
})

test('what the reference leaves open stays open', () => {
  const summary = { status: 'ON_HOLD', pollAfterSeconds: null, note: 'more' }
  const body = { meta: 1, data: { order: { order: summary, links: [] }, more: true } }
  expect(violations([answered('createOrder', 201, body), answered('createOrder', 418, 'tea')])).toEqual([])
})

type Media = {
  readonly schema: { readonly $ref?: string }
  readonly examples: Record<string, { value: unknown }>
}

test.each([
  ['the defaults', {}],
  ['a profile that differs everywhere', OTHER_PROFILE],
])('every example of a body fits its schema under %s', (_, profile) => {
  const document = openApiDocument(profile)
  const ajv = new Ajv.default({ strict: false }).addSchema(document, 'document')
  const media = everyPart(document).filter(
    (part) => 'schema' in part && 'examples' in part,
  ) as unknown as Media[]
  for (const { schema, examples } of media) {
    const validate = ajv.compile(schema.$ref === undefined ? schema : { $ref: `document${schema.$ref}` })
    for (const { value } of Object.values(examples))
      expect(validate(value), ajv.errorsText(validate.errors)).toBe(true)
  }
})

test('a profile in part is completed, and the document has the types that others know', () => {
  const document: OpenAPIObject = openApiDocument({ states: { success: ['ISSUED'] } })
  expect(document).toEqual(openApiDocument(resolveProfile({ states: { success: ['ISSUED'] } })))
})
