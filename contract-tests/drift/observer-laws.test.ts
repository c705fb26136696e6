import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeUpService } from './generated-service.fixture.ts'
import { observedFrom, SECRET } from './observed.fixture.ts'
import { observedSchema } from './observed-schema.ts'
import type { SeenAnswer } from './operation-memory.ts'

const MARKER = 'xMARKx'
const OPERATIONS = ['ping', 'listProducts', 'getPrice', 'createOrder', 'lookupOrder'] as const

/** Values of fields that nobody knows, and keys: none of it may be recorded. */
const value = fc.oneof(
  fc.string().map((text) => `${MARKER}${text}`),
  fc.constantFrom(MARKER.toUpperCase(), `https://${MARKER}.example`, `Bearer ${SECRET}`, 'pk_test_secret1'),
  fc.integer({ min: 700_000_000 }),
  fc.boolean(),
  fc.constant(null),
)

/** Names, and data in the place of names. */
const name = fc.oneof(
  fc.constantFrom('data', 'order', 'status', 'products', 'sku', 'price', 'list', '__proto__', 'steam'),
  fc.integer({ min: 0, max: 80 }).map((number) => `n${number}`),
  fc.constantFrom('SHOP:', `${SECRET}-`, 'pk_test_').map((start) => `${start}${MARKER}`),
  fc.nat().map((number) => `CARD-${number}-${MARKER.toUpperCase()}`),
  fc.uuid().map((uuid) => `${uuid}-${MARKER}`),
  fc.string().map((text) => `${text} ${MARKER}`),
)

const body = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, value, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc
    .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 12, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries)),
}))

/** A catalogue, in which names of members stand as SKUs. */
const catalogue = fc
  .array(name, { maxLength: 3 })
  .map((skus) => ({ data: { products: skus.map((sku) => ({ sku, [sku]: 1 })) } }))

const seen: fc.Arbitrary<Partial<SeenAnswer>> = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  status: fc.constantFrom(200, 201, 404, 503),
  contentType: fc.oneof(fc.constantFrom('application/json', null, `text/${SECRET}`), fc.string()),
  json: fc.oneof(body.object, body.value, catalogue, fc.constant(undefined)),
})

/** The same answers in two orders. */
const shuffled = (answers: fc.Arbitrary<Partial<SeenAnswer>[]>) =>
  answers.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
  )

const bytes = (answers: readonly Partial<SeenAnswer>[]) => JSON.stringify(observedFrom(answers))

test('the same answers give the same bytes, in whatever order they came', () => {
  const service = fc.integer().map((seed) => makeUpService(seed, { optional: true }).answers(3))
  for (const answers of [fc.array(seen, { maxLength: 25 }), service]) {
    fc.assert(
      fc.property(shuffled(answers), ([one, other]) => {
        expect(bytes(other)).toBe(bytes(one))
      }),
      { numRuns: 150 },
    )
  }
})

test('no value of a field that nobody knows is recorded, no data for a name, and no key', () => {
  // The status of an order and of ping are documented: their values are recorded, without keys.
  const undocumented = seen.filter(
    ({ operation }) => operation === 'listProducts' || operation === 'getPrice',
  )
  fc.assert(
    fc.property(fc.array(undocumented, { maxLength: 12 }), (answers) => {
      const text = bytes(answers)
      expect(text.toLowerCase()).not.toContain(MARKER.toLowerCase())
      expect(text).not.toMatch(/[1-9]\d{8}/)
    }),
    { numRuns: 200 },
  )
})

test('no key is recorded, wherever it stands', () => {
  const state = fc
    .constantFrom(SECRET, `A ${SECRET} B`, 'pk_test_secret1', btoa(`${SECRET}:`))
    .map((status) => ({
      data: { status, mode: status, order: { status, order: { status } } },
    }))
  const keyed = fc.oneof(seen, fc.record({ operation: fc.constantFrom(...OPERATIONS), json: state }))
  fc.assert(
    fc.property(fc.array(keyed, { maxLength: 12 }), (answers) => {
      const text = bytes(answers)
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain(btoa(SECRET).replaceAll('=', ''))
      expect(text).not.toMatch(/pk_test_[a-z]/)
    }),
    { numRuns: 200 },
  )
})

test('whatever is answered, what is recorded of it fits its schema and its bounds', () => {
  fc.assert(
    fc.property(fc.array(seen, { maxLength: 12 }), (answers) => {
      const observed = observedFrom(answers)
      expect(observedSchema.parse(JSON.parse(JSON.stringify(observed)))).toEqual(observed)
      const paths = observed.operations.flatMap((one) => one.answers).map(({ fields }) => Object.keys(fields))
      expect(Math.max(0, ...paths.map(({ length }) => length))).toBeLessThanOrEqual(500)
      expect(paths.flat().every((path) => path.split('/').length <= 13)).toBe(true)
    }),
    { numRuns: 150 },
  )
})
