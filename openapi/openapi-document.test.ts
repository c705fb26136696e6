import type { OpenAPIObject } from 'openapi3-ts/oas31'
import { describe, expect, test } from 'vitest'
import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import { CLIENT_CLAUSES } from '../contract/reference/client-clauses.ts'
import { GAPS } from '../contract/reference/gaps.ts'
import { SERVER_CLAUSES } from '../contract/reference/server-clauses.ts'
import type { ClauseId } from '../contract/reference/statements/statement.ts'
import { isInferred, statementsOf } from '../contract/reference/statements.ts'
import { OTHER_PROFILE } from '../contract/testing/other-profile.fixture.ts'
import { childPointer, readPointer } from '../contract/wire/json-pointer.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import { type AssumptionMark, type Marks, markFor } from './marks.ts'
import { openApiDocument } from './openapi-document.ts'
import { answered, violationsOf } from './testing/violations.fixture.ts'

const DEFAULTS = resolveProfile({})
const DOCUMENT = openApiDocument(DEFAULTS)
const CLAUSES = Object.keys({ ...SERVER_CLAUSES, ...CLIENT_CLAUSES }) as ClauseId[]

type Marked = Partial<Marks>

/** Every object of a document, itself first. */
function everyPart(node: unknown): readonly Marked[] {
  if (typeof node !== 'object' || node === null) return []
  const parts = Object.values(node).flatMap(everyPart)
  return Array.isArray(node) ? parts : [node, ...parts]
}

function assumptionsOf(part: Marked): readonly AssumptionMark[] {
  const marks = part['x-assumption'] ?? []
  return 'gap' in marks ? [marks] : marks
}

describe('where a part comes from', () => {
  const parts = everyPart(DOCUMENT)

  test.each(CLAUSES)('the clause %s is in the document, with every sentence of the reference', (id) => {
    const marked = parts.filter((part) => part['x-clause']?.includes(id))
    expect(marked).not.toEqual([])
    const sentences = isInferred(id)
      ? ['No sentence of the reference says so']
      : statementsOf(id).map(({ text }) => text)
    const silent = marked.filter(
      ({ description = '' }) => !sentences.every((text) => description.includes(text)),
    )
    expect(silent).toEqual([])
  })

  test('what is inferred from sentences of the reference is not quoted as one of them', () => {
    const { description } = markFor(DEFAULTS)('Text.', { clauses: ['documented-operations-only'] })
    expect(description).not.toContain('The reference says')
  })

  test.each(Object.values(GAPS))('the gap $id is marked, as assumed or as open', ({ id, profileKey }) => {
    const assumed = parts.flatMap(assumptionsOf).filter(({ gap }) => gap === id)
    const open = parts.filter((part) => part['x-open']?.includes(id))
    if (profileKey === null) expect([assumed.length, open.length > 0]).toEqual([0, true])
    else
      expect(new Set(assumed.map((mark) => JSON.stringify(mark)))).toEqual(
        new Set([JSON.stringify({ gap: id, profileKey, provenance: 'assumed' })]),
      )
  })

  test('every call, parameter, body, answer, header and example says it', () => {
    const said = ['operationId', 'in', 'content', 'schema', 'value'].map((name) => {
      // A media type is what its body or its answer says.
      const isMedia = (part: object) =>
        Object.keys(part).join() === 'schema' || ('examples' in part && !('in' in part))
      const kind = parts.filter((part) => name in part && !isMedia(part))
      expect(kind, name).not.toEqual([])
      return kind.filter((part) => !('x-clause' in part || 'x-assumption' in part || 'x-open' in part))
    })
    expect(said.flat()).toEqual([])
  })
})

test('every call needs the key', () => {
  expect(DOCUMENT.security).toEqual([{ partnerKey: [] }])
  expect(everyPart(DOCUMENT).filter((part) => 'operationId' in part && 'security' in part)).toEqual([])
})

test.each([
  ['the default profile', {}],
  ['a profile in which causes share a status', { errors: { notFound: 422, ipNotAllowed: 401 } }],
])('every reference within the document leads to a part of it: %s', (_, profile) => {
  const document = openApiDocument(resolveProfile(profile))
  const references = JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)
  const lost = [...references].filter(([, pointer = '']) => readPointer(document, pointer) === undefined)
  expect(lost).toEqual([])
})

type Successes = { readonly content?: object; readonly 'x-open'?: readonly string[] }

/** What each answer of a profile changes, as patterns of places. */
const CHANGES: readonly (readonly [PartialProfile, places: readonly RegExp[]])[] = [
  [{ auth: { header: 'X-Key', format: '{key}' } }, [/^\/components\/securitySchemes\/partnerKey\//]],
  [
    { ping: { status: '/data/up/status', mode: '/data/mode' } },
    [/\/PingAnswer\//, /^\/paths\/~1ping\/.*examples/],
  ],
  [
    { lookup: { method: 'GET', path: '/find?reference={partnerReference}' } },
    [/^\/paths\/~1orders~1\{partnerReference\}$/, /^\/paths\/~1find$/],
  ],
  [{ products: { pointer: '/data/cards' } }, [/\/Catalogue\//, /^\/paths\/~1products\/.*examples/]],
  [{ price: { amount: '/data/cost', currency: null } }, [/\/schemas\/Price\//, /price\/get\/.*examples/]],
  [
    { balance: { amount: '/data/left', currency: null } },
    [/\/schemas\/Balance\//, /balance\/get\/.*examples/],
  ],
  [
    { money: { format: 'minor-units', currency: 'EUR' } },
    [/\/schemas\/(Amount|Currency)\//, /(price|balance)\/get\/.*examples/],
  ],
  [
    { states: { success: ['ISSUED'], failure: ['REFUSED'] } },
    [/\/OrderSummary\/properties\/status\/anyOf\//, /examples\/.*\/status$/],
  ],
  [
    { errors: { body: 'error-object' } },
    [/\/schemas\/Refusal\//, /^\/components\/responses\/\w+\/content\//],
  ],
  [{ errors: { notFound: 410 } }, [/responses\/(404|410)$/, /NotFound\/content\/.*\/status$/]],
  [{ limits: { bodyBytes: 512 } }, [/^\/paths\/~1orders\/post\/requestBody\/description$/]],
  [{ limits: { requestsPerSecond: 5 } }, [/^\/info\/description$/]],
  [{ limits: { settleSeconds: 60 } }, [/^\/paths\/~1orders\/post\/description$/]],
  [{ limits: { fieldCharacters: 64 } }, [/\/OrderRequest\/properties\/\w+\/maxLength$/]],
  [{ provenance: { money: 'observed' } }, [/\/(x-assumption\/(\d\/)?provenance|description)$/]],
]

/** Where two documents differ, as JSON Pointers to the outermost parts of which only one has each. */
function differencesOf(one: unknown, other: unknown, place = ''): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other ? [] : [place]
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
    const inside = childPointer(place, name)
    return left.has(name) && right.has(name)
      ? differencesOf(left.get(name), right.get(name), inside)
      : [inside]
  })
}

test.each(CHANGES)('the answer %j changes exactly the parts about it', (given, places) => {
  const changed = differencesOf(DOCUMENT, openApiDocument(resolveProfile(given)))
  expect(changed.filter((place) => !places.some((pattern) => pattern.test(place)))).toEqual([])
  expect(places.filter((pattern) => !changed.some((place) => pattern.test(place)))).toEqual([])
})

test('causes with the same status share one response, which names both', () => {
  const { components } = openApiDocument({ errors: { invalidBody: 400, referenceConflict: 400 } })
  const shared = components.responses.ReferenceConflictOrInvalidBody ?? {}
  expect(assumptionsOf(shared).map(({ gap }) => gap)).toEqual(['reference-conflict', 'invalid-body-status'])
})

test('a success is described at 200 by itself, too, as what the reference does not show', () => {
  const successes = everyPart(DOCUMENT).filter((part) => '2XX' in part) as Record<string, Successes>[]
  expect(successes).toHaveLength(6)
  for (const { '200': usual = {}, '2XX': any = {} } of successes) {
    expect(usual.content).toEqual(any.content)
    expect(usual['x-open']).toEqual(['success-status'])
  }
})

test('no keyword stands beside a list of alternatives, and no variable of a server is described', () => {
  const alternatives = everyPart(DOCUMENT).filter((part) => 'anyOf' in part)
  expect(alternatives.map((part) => Object.keys(part))).toEqual([['anyOf']])
  expect(DOCUMENT.servers).toMatchObject([{ variables: { base_url: { default: expect.any(String) } } }])
  expect(JSON.stringify(DOCUMENT.servers)).not.toContain('The base address')
})

test('a lookup by QUERY is a document of OpenAPI 3.2, which knows that method', () => {
  const document = openApiDocument({ lookup: { method: 'QUERY', path: '/find/{partnerReference}' } })
  expect(document).toMatchObject({ openapi: '3.2.0', paths: { '/find/{partnerReference}': { query: {} } } })
})

test('a lookup on the path of the purchase stands beside it', () => {
  const lookup = { method: 'GET', path: '/orders?by=reference&value={partnerReference}' } as const
  const { paths } = openApiDocument({ lookup })
  expect(Object.keys(paths['/orders'] ?? {})).toEqual(['post', 'get'])
  expect(paths['/orders']?.get).toMatchObject({
    parameters: [
      { name: 'by', in: 'query', required: true, schema: { const: 'reference' } },
      { name: 'value', in: 'query', required: true },
    ],
  })
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

test('every example fits its schema under a profile that differs everywhere, too', () => {
  const profile = resolveProfile(OTHER_PROFILE)
  const operations = Object.values(openApiDocument(profile).paths).flatMap((methods) =>
    Object.values(methods),
  )
  const examples = operations.flatMap(({ operationId, responses: { '2XX': success = { $ref: '' } } }) => {
    const media = 'content' in success ? Object.values(success.content) : []
    const all = media.flatMap((one) => Object.values(one.examples ?? {}))
    return all.map(({ value }) => answered(operationId, 200, value))
  })
  expect(examples.length).toBeGreaterThan(10)
  expect(violationsOf(profile)(examples)).toEqual([])
})

test('a profile in part, or none, is completed, and the document has the types of others', () => {
  const document: OpenAPIObject = openApiDocument({ states: { success: ['ISSUED'] } })
  expect(document).toEqual(openApiDocument(resolveProfile({ states: { success: ['ISSUED'] } })))
  expect(openApiDocument()).toEqual(DOCUMENT)
})
