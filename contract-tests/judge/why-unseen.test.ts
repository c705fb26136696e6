import { describe, expect, test } from 'vitest'
import { balance, bought, historyOf, lookedUp, ping, type Sent } from '../history/history.fixture.ts'
import type { HistoryHead } from '../history/history.ts'
import { reportOf } from '../report/build-report.ts'

const catalogue = (answer: object | number): Sent => ({
  operation: 'listProducts',
  call: ['GET', '/products'],
  answer,
})
const A = bought('A', 'COMPLETED')

const messageOf = (id: string, steps: readonly (Sent | number)[], head: Partial<HistoryHead> = {}) =>
  reportOf(historyOf(steps, head))
    .clauses.flatMap(({ checks }) => checks)
    .find((check) => check.id === id)?.message

test.for([
  ['was refused', 403, 'no catalogue was read, since GET /products answered 403.'],
  ['is empty', { products: [] }, 'the catalogue at /data/products is empty.'],
  [
    'stands elsewhere',
    { items: [{ sku: 'A' }] },
    'nothing stands at /data/products, where the profile says that the catalogue is.',
  ],
  [
    'has no string sku',
    { products: [{ sku: 1 }, {}] },
    'none of the 2 entries of the catalogue has a string sku that a URL can hold.',
  ],
  [
    'has a SKU that no URL can hold',
    { products: [{ sku: '\ud800' }] },
    'the catalogue has no SKU that a URL can hold.',
  ],
] as const)('nothing is bought where the catalogue %s, and the report says so', ([, answer, words]) => {
  const steps = [ping(), catalogue(answer)]
  expect(messageOf('order-two-fields/served', steps)).toBe(`Nothing was bought: ${words}`)
  expect(messageOf('price-per-sku/catalogue-skus', steps)).toBe(`There was no card to ask for: ${words}`)
})

describe('what was not seen', () => {
  const refused = (status: number) => ['B', 'C', 'D'].map((reference) => bought(reference, status))

  test.for([
    [
      'since purchases were refused, is not put on the limit alone',
      refused(409),
      { maxPurchases: 4 },
      'This was not seen, since POST /orders answered 409 to 3 of 4 purchases. Each of them counts against --max-purchases, too, and what is left of it does not cover this.',
    ],
    [
      'since the balance is used up, says what to ask for',
      refused(402),
      {},
      'This was not seen, since POST /orders answered 402 to 3 of 4 purchases. Ask for more TEST balance, or choose a cheaper card with --sku.',
    ],
    [
      'since the limit is small, is put on the limit, also where one purchase was refused in passing',
      [bought('B', 503)],
      { maxPurchases: 4 },
      'The limit of purchases does not cover it. Raise --max-purchases.',
    ],
  ] as const)('%s', ([, steps, head, message]) => {
    expect(messageOf('same-body-same-purchase/simultaneous', [ping(), A, ...steps], head)).toBe(message)
  })

  test('of an unusual reference that was bought once, is not put on its answers', () => {
    const steps = [A, A, bought('é', 'PROCESSING')]
    expect(messageOf('same-body-same-purchase/written', steps)).toMatch(
      /^No order with such a reference had its body sent again: /,
    )
  })

  test('of a summary, since its answer has no data, points to that', () => {
    expect(messageOf('purchase-position/replay', [A, bought('A', 204)])).toBe(
      'POST /orders answered 204 without a top-level data object (see data-envelope), so that nothing in it can be read.',
    )
  })

  test('of a new reference whose first answer was lost, says that its body was served later', () => {
    const { head, entries } = historyOf([A, bought('B', 503), bought('B', 'COMPLETED'), A])
    const lost = [...entries].map((entry) =>
      entry.exchange.seq === 1
        ? { ...entry, failure: 'read ECONNRESET', exchange: { ...entry.exchange, response: null } }
        : entry,
    )
    const { clauses } = reportOf({ head, entries: lost })
    const checks = clauses.find(({ id }) => id === 'new-reference-new-purchase')?.checks
    expect(checks?.find(({ id }) => id.endsWith('/additional'))).toMatchObject({
      verdict: 'not-observed',
      message:
        'POST /orders was not answered (read ECONNRESET), and its body was served when it was sent again: which of both bought it is not told.',
    })
  })
})

describe('a key that is refused after it had worked', () => {
  test('is not said to be sent in a wrong way', () => {
    const steps = [ping(), balance(9), ping(401), bought('A', 401)]
    expect(messageOf('ping-ok/later', steps)).toMatch(
      /errors\.unauthenticated\. The same key had worked up to request 2 of the run \(GET \/balance answered 200\), and was refused from then on\. Ask the operator whether it was revoked, its allowlist changed, or its caller was locked out/,
    )
    expect(messageOf('ping-mode-test/later', steps)).toBe(messageOf('ping-ok/later', steps))
    expect(messageOf('order-two-fields/served', steps)).toMatch(/up to request 2 of the run/)
  })

  test('and works again later, is refused for what it may do', () => {
    const steps = [A, bought('B', 403), lookedUp('A', 'COMPLETED')]
    expect(messageOf('new-reference-new-purchase/additional', steps)).toMatch(
      /The same key was served before it and after it, so it is valid: ask the operator what it may do, and how often\.$/,
    )
  })

  test('has never worked, is said to be sent as the profile says', () => {
    expect(messageOf('ping-ok/status', [ping(401)])).toMatch(/it was sent as Authorization: Bearer \{key\}/)
  })
})
