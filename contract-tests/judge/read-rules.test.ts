import { expect, test } from 'vitest'
import { balance, brokenIn, historyOf, ping, type Sent } from '../history/history.fixture.ts'
import type { Entry } from '../history/history.ts'
import { reportOf } from '../report/build-report.ts'

const catalogue = (answer: object | number): Sent => ({
  operation: 'listProducts',
  call: ['GET', '/products'],
  answer,
})

test.for([
  [
    'an answer without a body is said to have none',
    [ping(204)],
    'data-envelope/ping',
    'Expected a top-level data object; GET /ping answered 204 without a body.',
  ],
  [
    'a field of ping that stands elsewhere is found, and its place is what to write into the profile',
    [ping({ list: [{ status: 'no' }], ping: { status: 'ok', mode: 'TEST' } })],
    'ping-ok/status',
    'GET /ping answered 200 with the field status at /data/ping/status, not at /data/status. The reference does not show its position: if that is the one, set ping.status to "/data/ping/status" in the profile.',
  ],
  [
    'an entry of the catalogue is counted from one, beside its pointer',
    [ping(), catalogue({ products: [{ sku: 'A' }, { sku: 5 }] })],
    'product-has-sku/every-entry',
    'Entry 2 of 2 in the catalogue (/data/products/1) has no string sku: {"sku":5}.',
  ],
] as const)('%s', ([, steps, id, message]) => {
  const checks = reportOf(historyOf(steps)).clauses.flatMap((clause) => clause.checks)
  expect(checks.find((check) => check.id === id)?.message).toBe(message)
})

test('a field of ping outside data is no place that a profile can name', () => {
  const { head, entries } = historyOf([ping()])
  const outside = [...entries].map(({ exchange, ...rest }): Entry => {
    const response = exchange.response && { ...exchange.response, body: '{"status":"ok","data":{}}' }
    return { ...rest, exchange: { ...exchange, response } }
  })
  const [check] =
    reportOf({ head, entries: outside }).clauses.find(({ id }) => id === 'ping-ok')?.checks ?? []
  expect(check?.message).toBe(
    'GET /ping answered 200 with the field status at /status, not at /data/status. No profile can name a place outside data, which carries what a success says (§2): put the field there.',
  )
})

test.for([
  [
    { products: [] },
    /^The catalogue at \/data\/products is empty\. Ask the operator which cards this key may buy;/,
  ],
  [{ products: {} }, /; an object stands there\./],
  [{ products: null }, /; null stands there\./],
] as const)('what stands in the place of the catalogue is said: %j', ([answer, words]) => {
  const { clauses } = reportOf(historyOf([ping(), catalogue(answer)]))
  expect(clauses.find(({ id }) => id === 'product-has-sku')?.checks[0]?.message).toMatch(words)
})

test('what is refused after calls with other keys may be locked out, and breaks nothing', () => {
  const price = (answer: object | number): Sent => ({
    operation: 'getPrice',
    call: ['GET', '/products/CARD/price'],
    answer,
  })
  const wrongKey: Sent = { ...ping(401), key: 'invalid' }
  const listed = catalogue({ products: [{ sku: 'CARD' }] })
  expect(brokenIn([ping(), listed, wrongKey, price(404), ping(403)])).toEqual([])
  expect(brokenIn([ping(), listed, wrongKey, ping(), price(404), ping()])).toEqual(['price-per-sku/later'])
})

const SILENT = [503, 503, 503, 503, 503, 503]

test.for([
  ['kept where every call comes to nothing, and others are served', SILENT, [], 'kept'],
  ['kept where it is refused to most, and another one fails', [401, 503], [], 'kept'],
  ['not observed where a few calls came to nothing', SILENT.slice(3), [], 'not-observed'],
  [
    'not observed where other keys are refused more often',
    SILENT,
    [401, ...SILENT.map(() => 401)],
    'not-observed',
  ],
] as const)('that nobody is served without a key is %s', ([, keyless, invalid, verdict]) => {
  const turnedAway = [
    ...keyless.map((status): Sent => ({ ...ping(status), key: 'none' })),
    ...invalid.map((status): Sent => ({ ...ping(status), key: 'invalid' })),
  ]
  const checks = reportOf(historyOf([ping(), ...turnedAway, ping()])).clauses.flatMap(
    (clause) => clause.checks,
  )
  expect(checks.find(({ id }) => id === 'key-required/reads-without-key')?.verdict).toBe(verdict)
})

test('an answer to a call without a key serves it only with data, and a ping only where all is well', () => {
  const answered = (answer: object | number): Sent => ({ ...ping(answer), key: 'none' })
  const keyless = (...steps: readonly Sent[]) => brokenIn([ping(), ...steps])
  expect(keyless(answered({ status: 'unauthenticated', mode: 'TEST' }), answered(200))).toEqual([])
  expect(keyless(answered({ status: 'ok' }))).toEqual(['key-required/reads-without-key'])
  const verdictOf = (own: Sent) => {
    const checks = reportOf(historyOf([own, answered(200)])).clauses.flatMap((clause) => clause.checks)
    return checks.find(({ id }) => id === 'key-required/reads-without-key')?.verdict
  }
  expect([ping(), ping(200)].map(verdictOf)).toEqual(['kept', 'broken'])
})

test('an operation that refuses its caller from one answer on, while others serve it, is refused', () => {
  const refused = { ...balance(100), answer: 403 }
  const steps = [ping(), balance(100), refused, refused, catalogue({ products: [] }), ping()]
  expect(brokenIn(steps)).toEqual(['balance-readable/later'])
  expect(brokenIn(steps.slice(0, 4))).toEqual([])
})

test('a catalogue that is empty at first is judged by what it has then', () => {
  const { clauses } = reportOf(
    historyOf([ping(), catalogue({ products: [] }), catalogue({ products: [{ sku: 'A' }] })]),
  )
  const checks = clauses.flatMap((clause) => clause.checks)
  expect(checks.find(({ id }) => id === 'product-has-sku/every-entry')?.verdict).toBe('kept')
})

test.for([
  [[500, 500, 500], 'not-observed'],
  [[500, 500], 'kept'],
  [[500, 500, { price: { amount: '5.00' } }], 'kept'],
  [[503, 503, 503], 'kept'],
] as const)('a card whose price fails each of three times may have none: %j', ([answers, verdict]) => {
  const price = (sku: string, answer: object | number): Sent => ({
    operation: 'getPrice',
    call: ['GET', `/products/${sku}/price`],
    answer,
  })
  const steps = [ping(), price('A', { price: { amount: '5.00' } }), ...answers.map((one) => price('B', one))]
  const checks = reportOf(historyOf(steps)).clauses.flatMap((clause) => clause.checks)
  expect(checks.find(({ id }) => id === 'price-per-sku/catalogue-skus')?.verdict).toBe(verdict)
})

test.each([
  ['has left the catalogue is not served, and breaks nothing', ['OTHER'], []],
  ['still stands in the catalogue is refused', ['CARD', 'OTHER'], ['price-per-sku/catalogue-skus']],
])('the price of a card that %s', (_, skus, broken) => {
  const list = (names: readonly string[]) => catalogue({ products: names.map((sku) => ({ sku })) })
  const price: Sent = { operation: 'getPrice', call: ['GET', '/products/CARD/price'], answer: 404 }
  expect(brokenIn([ping(), list(['CARD', 'OTHER']), list(skus), price])).toEqual(broken)
})

const priceOf = (sku: string, answer: object | number): Sent => ({
  operation: 'getPrice',
  call: ['GET', `/products/${sku}/price`],
  answer,
})

test.for([
  [6, ['price-per-sku/catalogue-skus']],
  [5, []],
] as const)(
  'a card whose price fails %i times, while others have one, fails as an operation does',
  ([times, broken]) => {
    const listed = catalogue({ products: [{ sku: 'A' }, { sku: 'B' }] })
    const failing = Array.from({ length: times }, () => [priceOf('A', 500), priceOf('B', { price: {} })])
    expect(brokenIn([ping(), listed, ...failing.flat()])).toEqual(broken)
  },
)

test.for([
  [
    'of another card of the catalogue',
    { sku: 'B', price: { amount: '5.00' } },
    ['price-per-sku/catalogue-skus'],
  ],
  ['of its own card, beside its amount', { sku: 'B', price: { amount: '5.00', sku: 'A' } }, []],
  ['of a card that no catalogue has', { sku: 'a', price: { amount: '5.00' } }, []],
] as const)('the price of a card is not that %s', ([, data, expected]) => {
  const catalogue: Sent = {
    operation: 'listProducts',
    call: ['GET', '/products'],
    answer: { products: [{ sku: 'A' }, { sku: 'B' }] },
  }
  const price: Sent = { operation: 'getPrice', call: ['GET', '/products/A/price'], answer: data }
  expect(brokenIn([ping(), catalogue, price])).toEqual(expected)
})
