import { describe, expect, test } from 'vitest'
import { balance, bought, brokenIn, historyOf, lookedUp, type Sent } from '../history/history.fixture.ts'
import { reportOf } from '../report/build-report.ts'
import { type Fact, factsOf } from './facts.ts'
import { judgeFacts } from './judge.ts'

describe('a card that is refused under each new reference, from one on', () => {
  const sold = ['A', 'B', 'C'].map((name) => bought(name, 'COMPLETED'))
  const refused = ['D', 'E'].map((name) => bought(name, 409))
  const other: Sent = {
    ...bought('F', 'COMPLETED'),
    body: JSON.stringify({ partnerReference: 'F', sku: 'OTHER' }),
  }

  test('is sold out, where it was sold twice, and another card is sold then', () => {
    expect(brokenIn([...sold.slice(1), ...refused, other])).toEqual([])
  })

  test.each([
    ['no other card is sold', [...sold, ...refused]],
    ['it was sold only once', [...sold.slice(2), ...refused, other]],
    ['it is sold again', [...sold, ...refused, other, bought('G', 'COMPLETED')]],
  ])('is not, where %s', (_, steps) => {
    expect(brokenIn(steps)).toEqual(['new-reference-new-purchase/additional'])
  })
})

test('a card that is never sold is refused to a client that went away, too', () => {
  const other = (name: string, answer: number | null): Sent => ({
    ...bought(name, answer),
    body: JSON.stringify({ partnerReference: name, sku: 'OTHER' }),
  })
  const left = [other('X', null), other('X', 422), other('Y', 422)]
  expect(brokenIn([bought('A', 'COMPLETED'), ...left, bought('B', 'COMPLETED')])).toEqual([])
  const refused = ['purchase-survives-timeout/resent']
  expect(brokenIn([bought('A', 'COMPLETED'), ...left.slice(0, 2), bought('B', 'COMPLETED')])).toEqual(refused)
  // Found by a lookup, it was sold.
  const found = [...left.slice(0, 1), lookedUp('X', 'PROCESSING'), ...left.slice(1)]
  expect(brokenIn([bought('A', 'COMPLETED'), ...found, bought('B', 'COMPLETED')])).toEqual([
    'purchase-survives-timeout/found',
  ])
})

describe('where every new reference is refused from one on, of any card', () => {
  const sold = ['a', 'b', 'c', 'd'].map((name) => bought(name, 'COMPLETED'))
  const refused = (status: number) => ['\u00e9', 'f'].map((name) => bought(name, status))

  test.each([409, 422])('a quota is used up, perhaps, whose status is %i', (status) => {
    const { clauses, assumptions } = reportOf(historyOf([...sold, ...refused(status)]))
    const checks = clauses.flatMap((clause) => clause.checks)
    expect(checks.filter(({ verdict }) => verdict === 'broken')).toEqual([])
    expect(checks.find(({ id }) => id === 'new-reference-new-purchase/written')?.message).toMatch(
      /as a quota or a stock that is used up/,
    )
    // Its characters are not what it is refused for.
    expect(assumptions.find(({ gap }) => gap === 'reference-limits')?.verdict).not.toBe('differs')
  })

  test.each([
    ['only three were sold', [...sold.slice(1), ...refused(409)]],
    ['one is refused alone', [...sold, ...refused(409).slice(1)]],
    ['a new one is served again', [...sold, ...refused(409), bought('g', 'COMPLETED')]],
  ])('it is none, where %s', (_, steps) => {
    expect(new Set(brokenIn(steps).map((id) => id.split('/')[0]))).toEqual(
      new Set(['new-reference-new-purchase']),
    )
  })
})

test('a long run that is refused nearly everything is judged with work in proportion to its length', () => {
  const workFor = (purchases: number) => {
    const steps = Array.from({ length: purchases }, (_, nth) =>
      bought(`N${nth}`, nth % 9 ? 409 : 'COMPLETED'),
    )
    const { head, entries } = historyOf(steps)
    let reads = 0
    const get = (fact: Fact, member: keyof Fact) => {
      reads += 1
      return fact[member]
    }
    judgeFacts(
      factsOf(entries, head.profile).map((fact) => new Proxy(fact, { get } as ProxyHandler<Fact>)),
      head,
    )
    return reads
  }
  expect(workFor(4000) / workFor(1000)).toBeLessThan(5)
})

test('a new reference is refused for its characters, perhaps, where only a prefix has them', () => {
  const history = historyOf([bought('SHOP:cafe', 'COMPLETED'), bought('SHOP:TEA', 422)])
  const { outcome, assumptions } = reportOf(history)
  expect(outcome).toBe('incomplete')
  expect(assumptions.find(({ gap }) => gap === 'reference-limits')?.message).toContain(
    'A reference with upper-case letters was refused',
  )
  expect(brokenIn([bought('SHOP:cafe', 'COMPLETED'), bought('SHOP:tea', 422)])).toEqual([
    'new-reference-new-purchase/additional',
  ])
})

test('an identical body that is asked to wait, again and again, is in progress', () => {
  const { head, entries } = historyOf(
    ['A', 'B', 'C'].flatMap((name) => [bought(name, 'COMPLETED'), bought(name, 423), bought(name, 423)]),
  )
  const waiting = [...entries].map((entry) => {
    const { exchange } = entry
    const response = exchange.response && { ...exchange.response, headers: { 'retry-after': '1' } }
    return { ...entry, exchange: { ...exchange, response } }
  })
  expect(reportOf({ head, entries: waiting }).outcome).toBe('incomplete')
  expect(reportOf({ head, entries }).outcome).toBe('broken')
})

test('a body of the same moment that is asked to wait, and served then, is one purchase with it', () => {
  const steps = ['COMPLETED', 409, 'COMPLETED'].map((answer) => bought('A', answer))
  const { head, entries } = historyOf(steps)
  const atOnce = [...entries].map((entry, nth) => {
    if (nth !== 1) return entry
    const { exchange } = entry
    const arrivedMs = exchange.arrivedMs - 99
    const response = exchange.response && { ...exchange.response, headers: { 'retry-after': '1' } }
    return { ...entry, exchange: { ...exchange, arrivedMs, response } }
  })
  const checks = reportOf({ head, entries: atOnce }).clauses.flatMap((clause) => clause.checks)
  expect(checks.find(({ id }) => id === 'same-body-same-purchase/simultaneous')?.verdict).toBe('kept')
})

describe('a card that is refused while the balance', () => {
  const price: Sent = {
    operation: 'getPrice',
    call: ['GET', '/products/CARD/price'],
    answer: { price: { amount: '10.00', currency: 'USD' } },
  }
  const [A, refused] = [bought('A', 'COMPLETED'), bought('B', 422)]

  test('does not cover its price breaks no clause, and the report says what to do', () => {
    expect(brokenIn([price, balance(15), A, balance(5), refused])).toEqual([])
    const { outcome, clauses } = reportOf(historyOf([price, balance(5), refused]))
    expect(outcome).toBe('incomplete')
    const checks = clauses.flatMap((clause) => clause.checks)
    expect(checks.find(({ id }) => id === 'order-two-fields/served')?.message).toMatch(
      /^POST \/orders answered 422, while the balance that was read before did not cover .* Ask for more TEST balance/,
    )
  })

  test('covers it is refused wrongly', () => {
    expect(brokenIn([price, balance(25), A, balance(15), refused])).toEqual([
      'new-reference-new-purchase/additional',
    ])
  })
})

test('where no body is served, the shape of references is named as what may be wanted', () => {
  const messageOf = (status: number) => {
    const checks = reportOf(historyOf([bought('A', status)])).clauses.flatMap((clause) => clause.checks)
    return checks.find(({ id }) => id === 'order-two-fields/served')?.message
  }
  expect(messageOf(422)).toContain('name their prefix by --reference-prefix')
  expect(messageOf(404)).not.toContain('--reference-prefix')
})
