import { describe, expect, test } from 'vitest'
import { balance, bought, brokenIn, historyOf, lookedUp, type Sent } from '../history/history.fixture.ts'
import type { Entry } from '../history/history.ts'
import { reportOf } from '../report/build-report.ts'

const A = bought('A', 'COMPLETED')
const FOUND = lookedUp('A', 'COMPLETED')
const LOST = lookedUp('A', 404)
const C = bought('C', 'COMPLETED')
/** Another order, which its lookup finds. */
const B = [bought('B', 'COMPLETED'), lookedUp('B', 'COMPLETED')]

describe('an order that was bought', () => {
  const LOSES = ['lookup-position/found']

  test.for([
    ['and is found no more', [A, FOUND, LOST, LOST], LOSES],
    ['and is not found once, long after', [A, FOUND, 3000, LOST, FOUND], LOSES],
    ['and is not found once, just after it was', [A, FOUND, LOST, FOUND], []],
    ['and whose lookup says nothing', [A, FOUND, lookedUp('A', 503), lookedUp('A', 504)], []],
    ['and is never found, while another is', [A, 2000, LOST, ...B], LOSES],
    ['and is found late', [A, LOST, FOUND], []],
    ['and is never found, as none is: the profile may name another path', [A, LOST, LOST], []],
  ] as const)('%s', ([, steps, broken]) => {
    expect(brokenIn(steps)).toEqual(broken)
  })
})

test('of two bodies of one moment, the one that is served is the purchase, and the refused one repeats it', () => {
  const [first, ...others] = [A, bought('A', 409), bought('B', 409), bought('B', 'COMPLETED')]
  const { head, entries } = historyOf([first as Sent, ...others])
  const [, , refused, served] = [...entries]
  const atOnce = {
    ...served,
    exchange: { ...served?.exchange, arrivedMs: (refused?.exchange.arrivedMs ?? 0) + 1 },
  }
  const { clauses } = reportOf({ head, entries: [...entries].with(3, atOnce as Entry) })
  expect(clauses.flatMap(({ id, verdict }) => (verdict === 'broken' ? [id] : []))).toEqual([
    'same-body-same-purchase',
  ])
})

describe('an identical body', () => {
  const [again500, again503] = [bought('A', 500), bought('A', 503)]
  const [b500, b503] = [bought('B', 500), bought('B', 503)]

  test.for([
    ['that is refused', [A, bought('A', 409)], ['same-body-same-purchase/later']],
    ['to which nothing is said once', [A, again500, A], []],
    ['to which nothing is said on one occasion', [A, again500, again500, ...B], []],
    [
      'to which nothing is said on two occasions, while others are sold',
      [A, again500, again500, ...B, b500, b500, bought('C', 'COMPLETED')],
      ['same-body-same-purchase/later', 'same-body-same-purchase/settled'],
    ],
    [
      'to which nothing is said on two occasions, that of the first purchase after others are sold',
      [A, ...B, b500, b500, bought('C', 'COMPLETED'), again500, again500],
      ['same-body-same-purchase/later', 'same-body-same-purchase/settled'],
    ],
    [
      'that is asked to come again on two occasions',
      [A, again503, again503, ...B, b503, b503, bought('C', 'COMPLETED')],
      [],
    ],
  ] as const)('%s', ([, steps, broken]) => {
    expect(brokenIn(steps)).toEqual(broken)
  })
})

describe('an identical body that is answered with a conflict', () => {
  /** The bodies of one order: when each was sent, what it was answered, and when. */
  const brokenBy = (
    ...bodies: readonly (readonly [sentMs: number, answer: string | number | null, answeredMs: number])[]
  ) => {
    const { head, entries } = historyOf([...bodies.map(([, answer]) => bought('A', answer)), FOUND, ...B])
    const timed = [...entries].map((entry, nth): Entry => {
      const [arrivedMs, , answeredMs] = bodies[nth] ?? [9000, 0, 9010]
      const { response } = entry.exchange
      const exchange = { ...entry.exchange, arrivedMs, response: response && { ...response, answeredMs } }
      return { ...entry, exchange }
    })
    const { clauses } = reportOf({ head, entries: timed })
    return clauses.flatMap(({ id, verdict }) => (verdict === 'broken' ? [id] : []))
  }

  test('while the purchase is under way is no refusal of it: a lookup finds it later', () => {
    expect(brokenBy([0, 'COMPLETED', 2000], [1, 409, 5])).toEqual([])
  })

  test.each([
    [
      'after the purchase was answered',
      [
        [0, 'COMPLETED', 2000],
        [2001, 409, 2005],
      ],
    ],
    [
      'while a purchase is under way that takes no time',
      [
        [0, 'COMPLETED', 20],
        [1, 409, 5],
      ],
    ],
    [
      'with another status',
      [
        [0, 'COMPLETED', 2000],
        [1, 404, 5],
      ],
    ],
  ] as const)('%s is refused', (_, bodies) => {
    expect(brokenBy(...bodies)).toEqual(['same-body-same-purchase'])
  })

  test('after its client went away is under way for as long as purchases take', () => {
    const left = (sentMs: number) =>
      brokenBy([0, null, 0], [sentMs, 409, sentMs + 5], [3000, 'COMPLETED', 5000])
    expect(left(100)).toEqual([])
    expect(left(2500)).toEqual(['purchase-survives-timeout'])
  })

  test('that holds the order is answered with it', () => {
    const holding = (answer: object): Entry[] => {
      const { entries } = historyOf([A, { ...A, answer }])
      return [...entries].map((entry, nth) => {
        const { response } = entry.exchange
        const status = nth === 1 ? 409 : 200
        return { ...entry, exchange: { ...entry.exchange, response: response && { ...response, status } } }
      })
    }
    const { head } = historyOf([])
    const brokenOf = (answer: object) =>
      reportOf({ head, entries: holding(answer) }).clauses.filter(({ verdict }) => verdict === 'broken')
        .length
    expect(brokenOf({ order: { order: { status: 'COMPLETED' } } })).toBe(0)
    expect(brokenOf({ order: { order: { status: 'conflict' } } })).toBe(1)
    expect(brokenOf({ order: { status: 'COMPLETED' } })).toBe(1)
  })
})

test('its first repeat shows that it is the same purchase, also of an order that is PROCESSING', () => {
  const { clauses } = reportOf(historyOf([bought('A', 'PROCESSING'), bought('A', 'PROCESSING'), FOUND]))
  const checks = clauses.find(({ id }) => id === 'same-body-same-purchase')?.checks
  expect(checks?.find(({ id }) => id.endsWith('/later'))?.verdict).toBe('kept')
})

test('a check that another clause explains names that clause, which is broken in the same report', () => {
  const { clauses } = reportOf(
    historyOf([A, bought('A', 409), ...B, bought('C', null), lookedUp('C', 404), bought('C', 409)]),
  )
  const checks = clauses.flatMap((clause) => clause.checks)
  const pointing = checks.filter(({ message }) => message?.endsWith('(see same-body-same-purchase)'))
  expect(pointing.map(({ id }) => id)).toContain('purchase-survives-timeout/found')
  expect(clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual([
    'same-body-same-purchase',
  ])
})

describe('a purchase whose client went away', () => {
  const abandoned = bought('A', null)

  test.for([
    ['is found', [...B, abandoned, FOUND, A], []],
    [
      'is refused by its body',
      [...B, abandoned, FOUND, bought('A', 409)],
      ['purchase-survives-timeout/found'],
    ],
    [
      'is not found, and its body is answered',
      [...B, abandoned, A, 3000, LOST, A],
      ['lookup-position/found'],
    ],
    ['may say nothing to its body', [...B, abandoned, FOUND, bought('A', 504)], []],
  ] as const)('%s', ([, steps, broken]) => {
    expect(brokenIn(steps)).toEqual(broken)
  })
})

/** A body, or a lookup, that is answered with an order by its name. */
const named = (sent: Sent, name: string, status = 'COMPLETED'): Sent => {
  const order = { partnerReference: name, status, ...(status === 'PROCESSING' && { pollAfterSeconds: 1 }) }
  return { ...sent, answer: sent.operation === 'createOrder' ? { order: { order } } : { order } }
}
const own = (name: string) => named(bought(name, 'COMPLETED'), name)

describe('an answer that names another order', () => {
  test('to a body that was sent again is no merged reference, and shows nothing of its own course', () => {
    const again = named(bought('A', 'COMPLETED'), 'B', 'PROCESSING')
    expect(brokenIn([own('A'), own('B'), again])).toEqual(['same-body-same-purchase/later'])
  })

  test('leads no order back that was settled and paid once', () => {
    const again = named(bought('A', 'COMPLETED'), 'B', 'PROCESSING')
    const paid = [balance(100), own('A'), balance(90), own('B'), balance(80), again, balance(80)]
    expect(brokenIn(paid)).toEqual(['same-body-same-purchase/later'])
  })

  test('to the first body of a reference is a merged one', () => {
    const merged = named(bought('B', 'COMPLETED'), 'A')
    expect(brokenIn([own('A'), merged])).toEqual(['new-reference-new-purchase/additional'])
  })

  test('beside its summary names it as well', () => {
    const beside = { order: { partnerReference: 'A', order: { status: 'COMPLETED' } } }
    const merged = { ...bought('B', 'COMPLETED'), answer: beside }
    const found = named(lookedUp('B', 'COMPLETED'), 'A')
    expect(brokenIn([own('A'), merged, found])).toEqual(['new-reference-new-purchase/additional'])
  })

  test('as a service writes all of them names the own one, also where its purchase was not answered', () => {
    const found = named(lookedUp('B', 'COMPLETED'), 'b')
    expect(brokenIn([named(bought('A', 'COMPLETED'), 'a'), bought('B', 503), found])).toEqual([])
    expect(brokenIn([own('A'), bought('B', 503), found])).toEqual(['lookup-position/found'])
  })

  test('under another name than that of the reference does so in another case', () => {
    const echoed = (name: string, more = {}): Sent => ({
      ...bought(name, 'COMPLETED'),
      answer: { order: { order: { status: 'COMPLETED', extRef: name.toUpperCase(), ...more } } },
    })
    expect(brokenIn([echoed('tea'), echoed('TEA')])).toEqual(['new-reference-new-purchase/additional'])
    expect(brokenIn([echoed('tea'), echoed('cup')])).toEqual([])
    expect(brokenIn([echoed('tea', { ref: 'tea' }), echoed('TEA', { ref: 'TEA' })])).toEqual([])
  })

  test('to the lookup of one that was never bought is of the lookup', () => {
    const unknown = named(lookedUp('NEVER', 'COMPLETED'), 'A')
    expect(brokenIn([own('A'), lookedUp('A', 'COMPLETED'), unknown])).toEqual(['lookup-position/found'])
    expect(brokenIn([own('A'), lookedUp('A', 'COMPLETED'), lookedUp('NEVER', 404)])).toEqual([])
  })

  test('to the lookup of one under which nothing is sold may be of no reference', () => {
    const lookup = named(lookedUp('A.1', 'COMPLETED'), 'A')
    const { clauses } = reportOf(historyOf([own('A'), lookup, bought('A.1', 422)]))
    expect(clauses.filter(({ verdict, either }) => verdict === 'broken' || either !== undefined)).toEqual([])
    expect(brokenIn([own('A'), lookup, own('A.1')])).toEqual(['lookup-position/found'])
  })

  test('to the lookup of one that is bought then is of the lookup, or merges both', () => {
    const early = [own('A'), named(lookedUp('LATER', 'COMPLETED'), 'A')]
    const found = named(lookedUp('LATER', 'COMPLETED'), 'LATER')
    expect(brokenIn([...early, own('LATER'), found])).toEqual(['lookup-position/found'])
    // Nothing tells which, where no balance is read and no purchase is named.
    const { outcome, clauses } = reportOf(historyOf([...early, bought('LATER', 'COMPLETED')]))
    expect(outcome).toBe('broken')
    expect(clauses.flatMap(({ id, either }) => (either === undefined ? [] : [id]))).toEqual([
      'lookup-position',
      'new-reference-new-purchase',
    ])
    const merged = named(bought('LATER', 'COMPLETED'), 'A')
    expect(brokenIn([...early, merged])).toEqual(['new-reference-new-purchase/additional'])
  })
})

describe('an answer that names a card', () => {
  const catalogue: Sent = {
    operation: 'listProducts',
    call: ['GET', '/products'],
    answer: { products: [{ sku: 'CARD' }, { sku: 'OTHER' }] },
  }
  const ofCard = (sku: string) => {
    const order = { status: 'COMPLETED', sku }
    return { purchase: { ...A, answer: { order: { order } } }, lookup: { ...FOUND, answer: { order } } }
  }

  test.for([
    ['of its order', 'CARD', [], []],
    ['of another one', 'OTHER', ['order-two-fields/served'], ['lookup-position/found']],
    ['that the catalogue does not have', 'card', [], []],
  ] as const)('%s', ([, sku, ofPurchase, ofLookup]) => {
    const { purchase, lookup } = ofCard(sku)
    expect(brokenIn([catalogue, purchase, FOUND])).toEqual(ofPurchase)
    expect(brokenIn([catalogue, A, lookup])).toEqual(ofLookup)
    // The lookup of an order that is of another card is right.
    expect(brokenIn([catalogue, bought('A', null), lookup, purchase, lookup])).toEqual(ofPurchase)
  })
})

test('a served body without a card differs from what the profile assumes', () => {
  const body = JSON.stringify({ partnerReference: 'B' })
  const { assumptions } = reportOf(historyOf([A, { ...bought('B', 'COMPLETED'), body }]))
  expect(assumptions.find(({ gap }) => gap === 'invalid-body-status')).toMatchObject({
    verdict: 'differs',
    message: 'Expected 422: POST /orders answered 200.',
  })
})

const skuFirst = (name: string): Sent => ({
  ...bought(name, 400),
  body: JSON.stringify({ sku: 'CARD', partnerReference: name }),
})

test('bodies that are refused where their members stand in another order are refused for that', () => {
  expect(brokenIn([own('A'), skuFirst('B'), skuFirst('A')])).toEqual(['order-two-fields/served'])
})

test('bodies that are sent again are refused for that where no new body was refused for how it is written', () => {
  const again = [own('A'), skuFirst('A'), own('C'), skuFirst('C')]
  expect(brokenIn(again)).toEqual(['same-body-same-purchase/reordered'])
  // This one may be refused for its reference.
  expect(brokenIn([...again, skuFirst('caf\u00e9')])).toEqual(['order-two-fields/served'])
})

test('a name that a service gives a reference is that reference, and shows which others it takes for it', () => {
  const lower = named(bought('A', 'COMPLETED'), 'a')
  const found = named(lookedUp('A', 'COMPLETED'), 'a')
  expect(brokenIn([lower, found, lower])).toEqual([])
  const cut = (name: string) => named(bought(name, 'COMPLETED'), 'LONG')
  expect(brokenIn([cut('LONG-1'), cut('LONG-2'), named(lookedUp('LONG-2', 'COMPLETED'), 'LONG')])).toEqual([
    'new-reference-new-purchase/additional',
  ])
})

test('an order that is found once its body comes in another form was bought again by it, if none is found in that form', () => {
  const escaped = { ...bought('A', 'COMPLETED'), body: '{"partnerReference":"\\u0041","sku":"CARD"}' }
  const other = { ...bought('B', 'COMPLETED'), body: '{"partnerReference":"\\u0042","sku":"CARD"}' }
  const steps = [
    balance(100),
    C,
    balance(90),
    balance(90),
    escaped,
    balance(80),
    LOST,
    2000,
    LOST,
    balance(80),
  ]
  const again = [A, balance(70), FOUND, balance(70)]
  expect(brokenIn([...steps, ...again])).toEqual(['same-body-same-purchase/reordered'])
  expect(
    brokenIn([
      ...steps,
      other,
      balance(70),
      lookedUp('B', 'COMPLETED'),
      balance(70),
      A,
      balance(60),
      FOUND,
      balance(60),
    ]),
  ).toEqual(['same-body-same-purchase/reordered', 'new-reference-new-purchase/additional'])
})

test.for([
  ['was not made until then', 2000, ['new-reference-new-purchase/additional']],
  ['may be found late', 1000, []],
] as const)('an order that lookups find only from its next body on %s', ([, pauseMs, broken]) => {
  const lost = [lookedUp('A', 404), pauseMs, lookedUp('A', 404)]
  expect(brokenIn([A, ...lost, A, FOUND])).toEqual(broken)
  expect(brokenIn([A, ...lost, FOUND, A])).toEqual([])
  expect(brokenIn([A, 2000, LOST, LOST, A, FOUND])).toEqual([])
})

test('the lookup of a reference that was never bought may be answered with nothing', () => {
  expect(brokenIn([A, FOUND, lookedUp('B', 204)])).toEqual([])
})

test.for([
  ['in a state of orders shows another order', 'COMPLETED', ['lookup-position/found']],
  ['in a state of its own says that there is none', 'UNKNOWN', []],
] as const)('the lookup of a reference that was never bought, answered %s', ([, status, broken]) => {
  expect(brokenIn([A, FOUND, lookedUp('B', status)])).toEqual(broken)
})

test('an order that no lookup finds for how its reference is written is an assumption that differs', () => {
  const assumptionOf = (...steps: Parameters<typeof historyOf>[0]) =>
    reportOf(historyOf([A, FOUND, ...steps])).assumptions.find(({ gap }) => gap === 'lookup-operation')
  const odd = bought('caf\u00e9', 'COMPLETED')
  const lost = { ...lookedUp('caf%C3%A9', 404) }
  expect(assumptionOf(odd, lost, lost)).toMatchObject({
    verdict: 'differs',
    message: expect.stringMatching(
      /^The lookup does not find the order "café".* references\.characters of the profile/,
    ),
  })
  expect(assumptionOf(odd, lost)?.verdict).toBe('holds')
  expect(assumptionOf(odd, lost, lookedUp('caf%C3%A9', 'COMPLETED'))?.verdict).toBe('holds')
})

test('an unknown order is refused with the profile’s status, but where it may be for its characters', () => {
  const refusalOf = (reference: string) => {
    const { assumptions } = reportOf(historyOf([A, FOUND, lookedUp('AAA', 404), lookedUp(reference, 400)]))
    return assumptions.find(({ gap }) => gap === 'not-found-status')?.verdict
  }
  for (const odd of ['AA_', 'B:AA']) expect(refusalOf(odd)).toBe('holds')
  expect(refusalOf('AA')).toBe('differs')
})
