import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { profileSchema } from '../../contract/profile/profile-schema.ts'
import { isGapId } from '../../contract/reference/gaps.ts'
import { scenarioSchema } from '../../contract/scenario/scenario.ts'
import { processingSummary, product, summaryAt } from '../../contract/wire/bodies.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import type { WireAnswer } from './variant.ts'
import { variantsOf } from './variants.ts'

const VARIANTS = variantsOf(DEFAULT_PROFILE)
const OTHER_PROFILE = resolveProfile({
  states: { success: ['FULFILLED'], failure: ['REJECTED'] },
  money: { format: 'minor-units', currency: 'EUR' },
  errors: { body: 'error-object', notFound: 410, unavailable: 500, rateLimited: 503, invalidBody: 400 },
})

test('every variant has its own id, and names existing gaps and scenarios', () => {
  expect(new Set(VARIANTS.map(({ id }) => id)).size).toBe(VARIANTS.length)
  expect(VARIANTS.flatMap(({ gaps }) => gaps).filter((gap) => !isGapId(gap))).toEqual([])
  const skus: readonly string[] = SCENARIOS.map(({ sku }) => sku)
  expect(VARIANTS.flatMap(({ scenarios }) => scenarios).filter((sku) => !skus.includes(sku))).toEqual([])
})

test.each([
  ['the defaults', DEFAULT_PROFILE],
  ['a profile that has some of the other answers', OTHER_PROFILE],
])('compared with %s, each answers differently, with a valid profile', (_, profile) => {
  for (const variant of variantsOf(profile)) {
    const { id, profile: other = profile, answers, course } = variant
    expect(() => profileSchema.parse(other), id).not.toThrow()
    const isOther = JSON.stringify(other) !== JSON.stringify(profile)
    expect(isOther || answers !== undefined || course !== undefined, id).toBe(true)
  }
})

test('an answer that the operator has confirmed is not varied', () => {
  const confirmed = {
    ...DEFAULT_PROFILE,
    provenance: { states: 'confirmed', 'errors.notFound': 'confirmed' },
  } as const
  const left = variantsOf(confirmed).map(({ id }) => id)
  const gone = VARIANTS.map(({ id }) => id).filter((id) => !left.includes(id))
  expect(gone).toEqual(['another-success-state', 'another-failure-state', 'not-found-status-410'])
})

test('how to call and where to read are not varied: that would require a change of the client', () => {
  for (const { id, profile = DEFAULT_PROFILE } of VARIANTS) {
    const { auth, ping, lookup, products, price, balance } = profile
    const places = { auth, ping, lookup, products, price: price.amount, balance: balance.amount }
    const { price: ownPrice, balance: ownBalance, ...same } = DEFAULT_PROFILE
    const own = { auth: same.auth, ping: same.ping, lookup: same.lookup, products: same.products }
    expect(places, id).toEqual({ ...own, price: ownPrice.amount, balance: ownBalance.amount })
  }
})

const PROCESSING = { status: 'PROCESSING', pollAfterSeconds: 3 }
const SETTLED = { status: 'COMPLETED' }
const BODIES: readonly (readonly [OperationId, unknown])[] = [
  ['ping', { data: { status: 'ok', mode: 'TEST' } }],
  ['listProducts', { data: { products: [{ sku: 'A', name: 'Card' }] } }],
  ['createOrder', { data: { order: { order: PROCESSING } } }],
  ['createOrder', { data: { order: { order: SETTLED } } }],
  ['lookupOrder', { data: { order: PROCESSING } }],
  ['lookupOrder', { data: { order: SETTLED } }],
]

describe.each(VARIANTS.flatMap(({ id, answers }) => (answers ? [{ id, answers }] : [])))(
  'in $id',
  ({ answers }) => {
    const sent = (operation: OperationId, body: unknown, status = 200) =>
      answers({
        operation,
        status,
        headers: [
          ['content-type', 'application/json'],
          ['mock-assumptions', 'x=assumed'],
          ['retry-after', '2'],
        ],
        body: JSON.stringify(body),
        isChunked: false,
      })

    test.each(BODIES)('what the reference shows of %s holds: %j', (operation, body) => {
      const { status, body: text } = sent(operation, body)
      expect(status >= 200 && status < 300).toBe(true)
      const document: unknown = JSON.parse(text)
      if (operation === 'ping') expect(document).toMatchObject(body as object)
      if (operation === 'listProducts') {
        const products = readPointer(document, '/data/products') as unknown[]
        expect(products.map((one) => product.parse(one).sku)).toContain('A')
      }
      if (operation !== 'createOrder' && operation !== 'lookupOrder') return
      const [found, given] = [document, body].map((one) => summaryAt(one, operation))
      expect(found?.status).toBe(given?.status ?? 'a summary')
      if (given?.status === 'PROCESSING') expect(processingSummary.parse(found).pollAfterSeconds).toBe(3)
    })

    test('a refusal stays a refusal', () => {
      expect(sent('createOrder', { error: {} }, 503).status).toBe(503)
    })

    test('something is different in some answer', () => {
      const all: readonly (readonly [OperationId, unknown, number])[] = [
        ...BODIES.map(([operation, body]) => [operation, body, 200] as const),
        ['getPrice', { data: { price: { amount: '1.00' } } }, 200],
        ['getBalance', { data: { balance: { amount: '1.00' } } }, 200],
        ['createOrder', { error: {} }, 429],
      ]
      const isSame = (
        { status, headers, body, isChunked }: WireAnswer,
        [, given, was]: (typeof all)[number],
      ) =>
        status === was &&
        headers.length === 3 &&
        headers[0]?.[1] === 'application/json' &&
        !isChunked &&
        body === JSON.stringify(given)
      expect(all.every((one) => isSame(sent(...one), one))).toBe(false)
    })
  },
)

test('the course of an order with fractions fits the schema of a scenario', () => {
  for (const { course, scenarios } of VARIANTS) {
    for (const scenario of SCENARIOS.filter(({ sku }) => scenarios.includes(sku))) {
      const changed = { ...scenario, course: course?.(scenario.course) ?? scenario.course }
      expect(scenarioSchema.safeParse(changed).success).toBe(true)
    }
  }
})

test('a wait in a settled order is in its summary, at the position of each answer', () => {
  const { answers } = VARIANTS.find(({ id }) => id === 'settled-pause-kept') ?? {}
  const sent = (operation: OperationId, data: object): unknown => {
    const body = JSON.stringify({ data })
    return JSON.parse(
      answers?.({ operation, status: 200, headers: [], body, isChunked: false }).body ?? 'null',
    )
  }
  const paused = { ...SETTLED, pollAfterSeconds: 5 }
  expect(sent('createOrder', { order: { order: SETTLED } })).toEqual({ data: { order: { order: paused } } })
  expect(sent('lookupOrder', { order: SETTLED })).toEqual({ data: { order: paused } })
  expect(sent('lookupOrder', { order: PROCESSING })).toEqual({ data: { order: PROCESSING } })
})
