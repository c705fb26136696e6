import { describe, expect, test } from 'vitest'
import { balance, bought, brokenIn, historyOf, lookedUp, type Sent } from '../history/history.fixture.ts'
import { judgeServer } from '../mutants/judge-server.ts'
import { ALL_CONFORMING } from '../mutants/matrix.ts'
import { reportOf } from '../report/build-report.ts'

const A = bought('A', 'COMPLETED')
const B = bought('B', 'COMPLETED')
const C = bought('C', 'COMPLETED')
const D = bought('D', 'COMPLETED')
const E = bought('E', 'COMPLETED')
const F = bought('G', 'COMPLETED')
const FAILED = bought('F', 'FAILED')
/** A card of 10 is bought, and the balance rests. */
const OPENING = [balance(100), A, balance(90), balance(90)]
const PRICE: Sent = {
  operation: 'getPrice',
  call: ['GET', '/products/CARD/price'],
  answer: { price: { amount: '10.00', currency: 'EUR' } },
}
const AGAIN = ['same-body-same-purchase/later']

test.for([
  ['is paid for once', [...OPENING, A, balance(90), B, balance(80)], []],
  ['is paid for twice, and the whole run agrees', [...OPENING, A, balance(80), B, balance(70)], AGAIN],
  [
    'only seems to be: the run as a whole does not agree',
    [...OPENING, A, balance(80), balance(90), B, balance(80)],
    [],
  ],
  [
    'costs a little each time that it is sent again',
    [...OPENING, A, balance(89), balance(89), A, balance(88), balance(88), B, balance(78)],
    [...AGAIN, 'same-body-same-purchase/settled'],
  ],
  [
    'costs a little each time that it is sent again once it is settled',
    [
      ...[balance(100), bought('P', 'PROCESSING'), balance(90), bought('P', 'PROCESSING'), balance(90)],
      ...[
        lookedUp('P', 'COMPLETED'),
        balance(90),
        bought('P', 'COMPLETED'),
        balance(88),
        bought('P', 'COMPLETED'),
      ],
      ...[balance(86), bought('P', 'COMPLETED'), balance(84), balance(84)],
    ],
    ['same-body-same-purchase/settled'],
  ],
  [
    'costs less beside another one',
    [...OPENING, B, balance(84), balance(84), C, D, balance(72), 1000, balance(72)],
    [],
  ],
  [
    'is paid for twice, though the balance was topped up before',
    [...OPENING, 4000, balance(590), A, balance(580), balance(580), B, balance(570)],
    AGAIN,
  ],
  [
    'is paid for twice, though the balance is topped up soon after',
    [...OPENING, A, balance(80), balance(580), B, balance(570)],
    AGAIN,
  ],
  [
    'is paid for twice, and a copy of the balance that is behind shows that later',
    [balance(100), A, balance(90), balance(100), A, balance(100), balance(80), B, balance(70)],
    AGAIN,
  ],
  [
    'is shown late',
    [balance(100), A, balance(100), balance(90), A, balance(90), B, balance(90), balance(80)],
    [],
  ],
  [
    'is a second one under its reference, and free',
    [...OPENING, B, balance(90), balance(90), C, balance(80), 1000, balance(80)],
    ['new-reference-new-purchase/additional'],
  ],
  [
    'is free as every third one is',
    [
      ...OPENING,
      B,
      balance(80),
      C,
      balance(80),
      D,
      balance(70),
      E,
      balance(60),
      F,
      balance(60),
      1000,
      balance(60),
    ],
    [],
  ],
  [
    'is free as every third one is, also of two at a time',
    [
      ...OPENING,
      ...[B, C, balance(80), D, E, balance(60), balance(60)],
      ...[F, balance(60), 1000, balance(60)],
    ],
    [],
  ],
  [
    'is free, as others are now and then',
    [
      ...OPENING,
      B,
      balance(80),
      C,
      balance(80),
      D,
      balance(80),
      E,
      balance(70),
      F,
      balance(60),
      1000,
      balance(60),
    ],
    ['new-reference-new-purchase/additional'],
  ],
  [
    'may be paid for where the balance is topped up now and then, by what a card costs',
    [...OPENING, B, balance(90), C, balance(90), 4000, balance(100), D, balance(90), 1000, balance(90)],
    [],
  ],
  [
    'is given back as its order fails, and charged by each identical body',
    [balance(100), FAILED, balance(100), FAILED, balance(90), FAILED, balance(80), FAILED, balance(70)],
    ['same-body-same-purchase/settled'],
  ],
  [
    'is given back as its order fails, and debited once, late',
    [balance(100), FAILED, balance(100), FAILED, balance(90), FAILED, balance(90), B, balance(80)],
    [],
  ],
  [
    'is held as well as debited while its order is PROCESSING, and its body is sent again',
    [...OPENING, B, balance(80), bought('H', 'PROCESSING'), bought('H', 'PROCESSING'), balance(60)],
    [],
  ],
] as const)('a card %s', ([, steps, broken]) => {
  expect(brokenIn(steps)).toEqual(broken)
})

test('where each debit is shown at once, one that was given back between two reads is no later one', () => {
  const prompt = ['1', '2', '3', '4', '5', '6'].flatMap((name, index) => {
    const left = balance(150 - 10 * index)
    return [bought(name, 'COMPLETED'), left, left]
  })
  const failing = [bought('Z', 'PROCESSING'), lookedUp('Z', 'FAILED'), balance(100)]
  const again = [bought('Z', 'FAILED'), balance(90), balance(90)]
  expect(brokenIn([balance(160), ...prompt, ...failing, ...again])).toEqual(AGAIN)
})

describe('purchases whose clients went away, and are charged again a moment later', () => {
  const price = { price: { amount: '10.00', currency: 'USD' } }
  const read: Sent = { operation: 'getPrice', call: ['GET', '/products/CARD/price'], answer: price }
  const left = (name: string) => [bought(name, null), bought(name, 'COMPLETED')]
  const twice = [read, ...OPENING, ...left('X'), balance(80), ...left('Y'), balance(70), balance(70)]

  test('are seen in the next fall, which is by as much more', () => {
    expect(brokenIn([...twice, C, balance(40)])).toEqual(['purchase-survives-timeout/resent'])
  })

  test.each([50, 30])('a fall of another size (to %i) may be that of another caller', (units) => {
    expect(brokenIn([...twice, C, balance(units)])).toEqual([])
  })
})

test('a balance that another caller moves decides nothing, and the report says why', () => {
  const { clauses } = reportOf(historyOf([...OPENING, 4000, balance(55), A, balance(45), B, balance(35)]))
  const clause = clauses.find(({ id }) => id === 'same-body-same-purchase')
  expect(clause?.verdict).toBe('not-observed')
  expect(clause?.checks[0]?.message).toBe(
    'The balance fell by 35.00 USD while the run bought nothing: another caller spends on this key, or it shows late what the run was charged. A run needs a key for itself.',
  )
})

test('what leaves beside a purchase, and is far more than others of its card cost, decides nothing', () => {
  const remarkOf = (last: number) => {
    const { remarks } = reportOf(historyOf([...OPENING, B, balance(80), C, balance(70), D, balance(last)]))
    return remarks.find(({ id }) => id === 'weather')?.message
  }
  expect(remarkOf(50)).toMatch(
    /^The balance fell by 10\.00 USD more than what the run bought costs: another caller/,
  )
  expect(remarkOf(56)).toBeUndefined()
  const charged = [...OPENING, A, balance(80), B, balance(70), C, balance(60), D, balance(40)]
  expect(brokenIn(charged)).toEqual(AGAIN)
})

test('what leaves beside a body that is sent again, and is more than it costs once more, is of a card that costs more', () => {
  const left = bought('Z', null)
  // So many purchases show that this balance is never behind.
  const prompt = Array.from({ length: 6 }, (_, nth) => [
    ...[balance(200 - 10 * nth), bought(`P${nth}`, 'COMPLETED'), balance(190 - 10 * nth)],
  ]).flat()
  const resent = (units: number) =>
    reportOf(historyOf([...prompt, balance(140), left, bought('Z', 'COMPLETED'), balance(140 - units)]))
  expect(
    resent(20)
      .clauses.filter(({ verdict }) => verdict === 'broken')
      .map(({ id }) => id),
  ).toEqual(['purchase-survives-timeout'])
  const { outcome, remarks } = resent(100)
  expect(outcome).not.toBe('broken')
  expect(remarks.find(({ id }) => id === 'weather')?.message).toMatch(
    /^The balance fell by 90\.00 USD more than .*, a card costs more than its price says, or/,
  )
})

test('what is charged late for a body that was sent again, or at once for a refused key, is a tie', () => {
  const keyless = { ...bought('W', 401), key: 'none' } as const
  const late = [...OPENING, B, balance(90), balance(80), A, balance(80)]
  const { clauses } = reportOf(historyOf([...late, keyless, balance(70), C, balance(60)]))
  const tied = clauses.filter(({ either = [] }) => either.length > 0)
  expect(tied.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['same-body-same-purchase', 'not-observed'],
    ['key-required', 'not-observed'],
  ])
})

test('what leaves a moment after purchases with other keys were refused, and is exactly what they cost, is theirs', () => {
  const [one, other] = ['V', 'W'].map((name) => ({ ...bought(name, 401), key: 'none' }) as const)
  const refused = [PRICE, ...OPENING, B, balance(80), one, other, balance(80), balance(80)] as Sent[]
  expect(brokenIn([...refused, 1000, balance(60), C, balance(50)])).toEqual(['key-required/refused-purchase'])
  expect(brokenIn([...refused, 1000, balance(72), C, balance(62)])).toEqual([])
  expect(brokenIn([...refused, 5000, balance(80), balance(60), C, balance(50)])).toEqual([])
})

test('what another body may have cost, shown late, is not said of a key that was refused before it', () => {
  const blocked = { ...bought('V', 403), key: 'blocked' } as const
  const other: Sent = { ...A, body: JSON.stringify({ partnerReference: 'A', sku: 'OTHER' }) }
  const late = [...OPENING, B, balance(90), balance(80), blocked, balance(80)]
  expect(brokenIn([...late, other, balance(80), balance(70)])).toEqual([])
  expect(brokenIn([...late, balance(70)])).toEqual(['ip-allowlist/purchase'])
})

test('the price of another card is not what a card costs', () => {
  const priced = (sku: string): Sent => ({
    ...PRICE,
    call: ['GET', '/products/OTHER/price'],
    answer: { price: { sku, amount: '50.00', currency: 'USD' } },
  })
  const other: Sent = { ...B, body: JSON.stringify({ partnerReference: 'B', sku: 'OTHER' }) }
  const steps = [PRICE, ...OPENING, other, balance(85), balance(85), C, balance(75), 1000, balance(75)]
  expect(brokenIn([priced('ANOTHER'), ...steps])).toEqual([])
  expect(brokenIn([priced('OTHER'), ...steps])).toEqual(['new-reference-new-purchase/additional'])
})

describe('a purchase whose client went away, that was charged', () => {
  const left = (...lookups: readonly (Sent | number)[]) =>
    brokenIn([
      ...OPENING,
      bought('Z', null),
      2500,
      balance(80),
      ...lookups,
      bought('Z', 'COMPLETED'),
      balance(80),
    ])
  const found = [bought('Z', 'COMPLETED'), lookedUp('Z', 'COMPLETED')] as const

  test('and that a lookup does not find until its body is sent again, did not survive', () => {
    expect(left(lookedUp('Z', 404), ...found)).toEqual(['purchase-survives-timeout/found'])
  })

  test.each([
    ['found by then', [lookedUp('Z', 'COMPLETED')]],
    ['found by no lookup at all', [lookedUp('Z', 404)]],
    ['looked up a moment later', [bought('Z', 'COMPLETED'), lookedUp('Z', 404), lookedUp('Z', 'COMPLETED')]],
    ['said nothing of', [lookedUp('Z', 503), ...found]],
  ])('is not blamed where it is %s', (_, lookups) => {
    expect(left(...lookups)).toEqual([])
  })

  test('did not survive either where the cost of other cards is not known, but each was charged at once', () => {
    const [one, other] = ['X', 'Y'].map((name) => ({
      ...bought(name, 'COMPLETED'),
      body: JSON.stringify({ partnerReference: name, sku: 'OTHER' }),
    })) as [Sent, Sent]
    const lost = [bought('Z', null), 2500, balance(60), lookedUp('Z', 404), ...found, balance(60)]
    const broken = ['purchase-survives-timeout/found']
    expect(
      brokenIn([...OPENING, bought('\u00e9', 422), balance(90), one, other, balance(70), ...lost]),
    ).toEqual(broken)
    expect(brokenIn([...OPENING, one, other, balance(70), balance(70), ...lost])).toEqual(broken)
    // What leaves then may be the debit of these.
    expect(brokenIn([...OPENING, one, other, balance(90), balance(70), ...lost])).toEqual([])
  })

  test('is not blamed where a copy of the balance is behind', () => {
    const behind = [balance(100), A, balance(90), balance(100), bought('Z', null), 2500, balance(90)]
    expect(brokenIn([...behind, lookedUp('Z', 404), ...found, balance(80)])).toEqual([])
  })

  test('is not blamed for what another body may have cost', () => {
    const beside = [bought('Z', null), A, 2500, balance(80), lookedUp('Z', 404), ...found, balance(80)]
    expect(brokenIn([...OPENING, ...beside])).toEqual([])
  })

  test('is not blamed where it may not be stored yet', () => {
    const early = [bought('Z', null), balance(80), lookedUp('Z', 404)]
    expect(brokenIn([...OPENING, ...early, ...found, balance(80)])).toEqual([])
  })
})

test('amounts are named in the currency that the balance names, where it is read alike', () => {
  const words = (currency: string) => {
    const read = (units: number): Sent => ({
      ...balance(units),
      answer: { balance: { amount: `${units}.00`, currency } },
    })
    const { clauses } = reportOf(historyOf([read(100), A, read(90), read(90), A, read(80), B, read(70)]))
    return clauses.find(({ id }) => id === 'same-body-same-purchase')?.checks[0]?.message
  }
  expect(words('EUR')).toContain('took 10.00 EUR off')
  expect(words('JPY')).toContain('took 10.00 USD off')
})

test('a balance that shows no purchase is a remark: what rests on the orders alone is said', () => {
  const remarksOf = (steps: readonly (Sent | number)[]) =>
    reportOf(historyOf(steps)).remarks.map(({ id }) => id)
  expect(remarksOf([A, B])).toContain('balance-unseen')
  expect(remarksOf([balance(100), A, balance(100), B, balance(100)])).toContain('balance-unseen')
  expect(remarksOf([...OPENING, B, balance(80)])).not.toContain('balance-unseen')
})

test('what an address that is not allowed was charged for is not said of a key that is not valid', () => {
  const blocked = { ...bought('V', 403), key: 'blocked' } as const
  const { clauses } = reportOf(historyOf([...OPENING, B, balance(80), balance(80), blocked, balance(70)]))
  const broken = clauses.flatMap(({ checks }) => checks).filter(({ verdict }) => verdict === 'broken')
  expect(broken.map(({ message }) => message)).toEqual([
    'Purchases from an address that is not allowed were refused, and 10.00 USD left the balance.',
  ])
})

test.for([
  [
    'charged again',
    [...OPENING, A, balance(80), B, balance(70)],
    'The identical body of "A" took 10.00 USD off the balance once more; one card costs 10.00 USD.',
  ],
  [
    'bought again after its client went away',
    [...OPENING, bought('C', null), C, balance(70), balance(70), B, balance(60)],
    'After the client went away, "C" was bought more than once: 20.00 USD left the balance instead of 10.00 USD.',
  ],
  [
    'free',
    [...OPENING, B, balance(90), balance(90), C, balance(80), 1000, balance(80)],
    'The purchase of "B" under a new reference was served, and nothing left the balance.',
  ],
  [
    'charged too little, beside another one',
    [...OPENING, B, C, balance(80), balance(80), D, balance(70), 1000, balance(70)],
    'Expected 20.00 USD to leave the balance, as one card costs 10.00 USD and 2 were bought at the same moment ("B", "C"); 10.00 USD left it.',
  ],
] as const)('an order that is %s is named beside the sum', ([, steps, message]) => {
  const { clauses } = reportOf(historyOf(steps))
  const broken = clauses.flatMap(({ checks }) => checks).filter(({ verdict }) => verdict === 'broken')
  expect(broken.map((check) => check.message)).toEqual([message])
})

test('where no read shows one purchase by itself, more than the prices of all decides nothing, and is said', () => {
  const price = { price: { amount: '10.00', currency: 'USD' } }
  const read: Sent = { operation: 'getPrice', call: ['GET', '/products/CARD/price'], answer: price }
  const weatherOf = (last: number) => {
    const steps = [
      read,
      balance(100),
      A,
      bought('A', 'COMPLETED'),
      B,
      bought('B', 'COMPLETED'),
      balance(last),
    ]
    return reportOf(historyOf(steps)).remarks.find(({ id }) => id === 'weather')?.message
  }
  expect(weatherOf(60)).toMatch(/^The balance fell by 20\.00 USD more than what the run bought costs/)
  expect(weatherOf(80)).toBeUndefined()
})

test('a copy of the balance that is behind hides no body that is charged each time', () => {
  const seen = (name: string, left: number) => [bought(name, 'COMPLETED'), balance(left), balance(100)]
  // Each purchase seems to cost what the copy had not shown, too.
  const steps = [...seen('A', 90), ...seen('B', 80), ...seen('C', 70), ...seen('A', 60), ...seen('B', 50)]
  const price = { price: { amount: '10.00', currency: 'USD' } }
  const read: Sent = { operation: 'getPrice', call: ['GET', '/products/CARD/price'], answer: price }
  expect(brokenIn([read, balance(100), ...steps, 4000, balance(50), balance(50)])).toEqual(AGAIN)
})

test.each(['the first two cards are free', 'every third card is free'])(
  'a service is blamed for no discount: %s',
  async (name) => {
    const server = ALL_CONFORMING.find((one) => one.name === name)
    const { report } = await judgeServer(server as NonNullable<typeof server>)
    expect(report.outcome).toBe('kept')
  },
)

test('what another card under a known reference costs does not show how late a balance is', () => {
  const other = { ...bought('B', 'COMPLETED'), body: JSON.stringify({ partnerReference: 'B', sku: 'OTHER' }) }
  const free = [balance(100), A, balance(90), B, balance(90), C, balance(90), D, balance(90)]
  expect(brokenIn([...free, 1500, other, balance(80), E, balance(80), 1000, balance(80)])).toEqual([
    'new-reference-new-purchase/additional',
  ])
})
