import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../contract/testing/sample.fixture.ts'
import type { SeenAnswer } from './observe.ts'
import { drifts, observedFrom, SECRET } from './observed.fixture.ts'
import { observedSchema } from './observed.ts'

const MARKER = 'xMARKx'

/** Values of undocumented fields, and keys: none of them may be recorded. */
const value = fc.oneof(
  fc.string().map((text) => `${MARKER}${text}`),
  fc.constantFrom(
    MARKER.toUpperCase(),
    `Bearer ${SECRET}`,
    'pk_test_secret1',
    btoa(`${SECRET}:`),
    null,
    true,
  ),
  fc.integer({ min: 700_000_000 }),
)

/** Names, and data in the place of names. */
const name = fc.oneof(
  fc.constantFrom('data', 'order', 'status', 'products', 'sku', '__proto__', 'steam'),
  fc.integer({ min: 0, max: 80 }).map((number) => `n${number}`),
  fc.constantFrom('SHOP:', `${SECRET}-`, 'pk_test_', 'CARD ').map((start) => `${start}${MARKER}`),
)

const body = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, value, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(name, tie('value'), { maxKeys: 8 }),
}))

/** Neither of these operations has a documented field whose values are recorded. */
const seen: fc.Arbitrary<Partial<SeenAnswer>> = fc.record({
  operation: fc.constantFrom('listProducts' as const, 'getPrice' as const),
  status: fc.constantFrom(200, 404),
  contentType: fc.constantFrom('application/json', null, `text/${SECRET}`),
  json: fc.oneof(body.object, fc.constant({ data: { products: [{ sku: 'steam', steam: 1 }] } })),
})

test('neither a value of an undocumented field, nor data for a name, nor a key is recorded', () => {
  fc.assert(
    fc.property(fc.array(seen, { maxLength: 6 }), (answers) => {
      const observed = observedFrom(answers)
      const text = JSON.stringify(observed)
      expect(text.toLowerCase()).not.toContain(MARKER.toLowerCase())
      expect(text).not.toMatch(/\d{9}|pk_test_[a-z]/)
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain(btoa(SECRET).replaceAll('=', ''))
      expect(observedSchema.parse(JSON.parse(text))).toEqual(observed)
    }),
    { numRuns: runs({ sample: 10, full: 60 }) },
  )
})

test('the order of the answers makes no difference', () => {
  const answers = fc.array(seen, { maxLength: 6 })
  fc.assert(
    fc.property(answers, (one) => {
      expect(JSON.stringify(observedFrom(one.toReversed()))).toBe(JSON.stringify(observedFrom(one)))
    }),
    { numRuns: runs({ sample: 10, full: 60 }) },
  )
})

const decimal = fc.integer({ min: 0, max: 1e6 }).map((cents) => (cents / 100).toFixed(2))
const dateTime = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })

/** Addresses made of parts: for those of fast-check, each process makes a table of a million characters. */
const image = fc
  .tuple(fc.constantFrom('http', 'https'), fc.uuid(), fc.array(fc.uuid()), fc.nat())
  .map(([scheme, host, path, size]) => `${scheme}://${host}.example/${path.join('/')}?size=${size}`)

/** The answers of an unchanged service for different cards, amounts, references and times. */
const order = fc.record({
  partnerReference: fc.uuid().map((id) => `SHOP:${id}`),
  sku: fc.constantFrom('CARD-USD-25', 'steam-50', 'a card'),
  status: fc.constantFrom('PROCESSING', 'COMPLETED', 'FAILED'),
  amount: decimal,
  fee: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  createdAt: dateTime.map((date) => date.toISOString()),
  note: fc.oneof(fc.string(), fc.constantFrom('42', 'USD', '')),
})
const honest: fc.Arbitrary<Partial<SeenAnswer>[]> = fc.array(
  fc.oneof(
    order.map((one) => ({ operation: 'lookupOrder' as const, json: { data: { order: one } } })),
    fc.dictionary(fc.uuid(), order).map((bySku) => ({ json: { data: { orders: bySku } } })),
    fc
      .array(fc.record({ sku: fc.uuid(), price: decimal, image }), { maxLength: 3 })
      .map((products) => ({ operation: 'listProducts' as const, json: { data: { products } } })),
  ),
  { minLength: 1, maxLength: 6 },
)

test('two runs of an unchanged service show no drift, for any cards, amounts, references and times', () => {
  fc.assert(
    fc.property(honest, honest, (earlier, now) => {
      expect(drifts(earlier, now).filter((line) => line.startsWith('drift'))).toEqual([])
    }),
    { numRuns: runs({ sample: 15, full: 100 }) },
  )
})
