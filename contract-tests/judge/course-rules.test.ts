import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../contract/profile/parse-profile.ts'
import { balance, bought, brokenIn, historyOf, lookedUp, type Sent } from '../history/history.fixture.ts'
import { reportOf } from '../report/build-report.ts'

const A = bought('A', 'COMPLETED')
const FOUND = lookedUp('A', 'COMPLETED')
const otherCard = (answer: string | number): Sent => ({
  ...bought('A', answer),
  body: JSON.stringify({ partnerReference: 'A', sku: 'OTHER' }),
})
const slower = (name: string): Sent => ({
  ...bought(name, 'PROCESSING'),
  answer: { order: { order: { status: 'PROCESSING', pollAfterSeconds: 9 } } },
})
const PAID = [balance(100), A, balance(90)]
/** Another order, which its lookup finds. */
const B = [bought('B', 'COMPLETED'), lookedUp('B', 'COMPLETED')]

describe('an order that was settled, and is PROCESSING later', () => {
  const BACK = 'order-leaves-processing/stays-settled'

  test.for([
    ['went back, by its lookups', [A, FOUND, lookedUp('A', 'PROCESSING')], [BACK]],
    ['went back, by a body that costs nothing', [...PAID, bought('A', 'PROCESSING'), balance(90)], [BACK]],
    [
      'may be another one, where no balance is read',
      [A, bought('A', 'PROCESSING')],
      ['same-body-same-purchase/later'],
    ],
    [
      'was shown wrongly, where lookups say settled before and after',
      [bought('A', 'PROCESSING'), FOUND, bought('A', 'PROCESSING'), FOUND, A],
      ['lookup-position/found'],
    ],
    [
      'is undecided, where its body never says settled: it may repeat its first answer',
      [bought('A', 'PROCESSING'), FOUND, bought('A', 'PROCESSING'), FOUND],
      [],
    ],
    [
      'was bought again, where it had failed and its body cost money, also if that is given back',
      [
        ...[balance(100), bought('A', 'PROCESSING'), balance(90), lookedUp('A', 'FAILED'), balance(100)],
        ...[
          4000,
          balance(100),
          bought('A', 'PROCESSING'),
          balance(90),
          lookedUp('A', 'FAILED'),
          balance(100),
        ],
        ...[bought('B', 'COMPLETED'), balance(90), balance(90)],
      ],
      ['same-body-same-purchase/later'],
    ],
    [
      'is another one, perhaps, where another card was bought under its reference',
      [A, FOUND, otherCard('COMPLETED'), lookedUp('A', 'PROCESSING'), bought('A', 409)],
      [],
    ],
    [
      'went back, where another card was refused under its reference',
      [A, FOUND, otherCard(409), lookedUp('A', 'PROCESSING')],
      [BACK],
    ],
    [
      'may have had a state before that no list names',
      [bought('A', 'QUEUED'), lookedUp('A', 'PROCESSING'), FOUND],
      [],
    ],
    [
      'went back, where it had left PROCESSING for a state that no list names',
      [bought('A', 'PROCESSING'), lookedUp('A', 'SHIPPED'), lookedUp('A', 'PROCESSING'), FOUND],
      [BACK],
    ],
  ] as const)('%s', ([, steps, broken]) => {
    expect(brokenIn(steps)).toEqual(broken)
  })
})

describe('identical bodies that repeat the first answer of an order that has settled', () => {
  const again = (name: string) => [
    bought(name, 'PROCESSING'),
    lookedUp(name, 'COMPLETED'),
    bought(name, 'PROCESSING'),
  ]
  const outcomeOf = (steps: readonly (Sent | number)[]) =>
    reportOf(historyOf(steps)).clauses.filter(({ verdict, either }) => verdict === 'broken' || either).length

  test('break nothing: no sentence forbids them, and its lookups stay settled', () => {
    expect(outcomeOf([...again('A'), FOUND, ...again('B')])).toBe(0)
  })

  test.each([
    ['one body alone does', again('A')],
    ['a body says something else', [...again('A'), ...again('B'), A]],
    ['a lookup takes it back', [...again('A'), ...again('B'), lookedUp('A', 'PROCESSING')]],
    [
      'it is another answer than the first',
      [bought('A', 'PROCESSING'), FOUND, slower('A'), slower('A'), FOUND],
    ],
  ])('are none, where %s', (_, steps) => {
    expect(outcomeOf(steps)).toBeGreaterThan(0)
  })
})

describe('an order that stays PROCESSING', () => {
  const polled = Array.from({ length: 5 }, () => [1000, lookedUp('A', 'PROCESSING')]).flat()
  const stuck = [bought('A', 'PROCESSING'), ...polled]
  const settlesIn = (steps: readonly (Sent | number)[], settleSeconds = 120) => {
    const limits = { settleSeconds }
    const provenance = settleSeconds < 120 ? ({ 'limits.settleSeconds': 'confirmed' } as const) : {}
    const { clauses } = reportOf(historyOf(steps, { profile: resolveProfile({ limits, provenance }) }))
    return clauses.flatMap(({ checks }) => checks).find(({ id }) => id.endsWith('/settles'))
  }

  test('while others settle is not observed, and the line is named that decides it', () => {
    const settles = settlesIn([bought('B', 'PROCESSING'), 1000, lookedUp('B', 'COMPLETED'), ...stuck])
    expect(settles?.verdict).toBe('not-observed')
    expect(settles?.message).toMatch(
      /^The order "A" was still PROCESSING after 5 polls at its own pace, in 5\.5 s, while another one of its card settled within 1\.1 s\. .* write it into the profile as limits\.settleSeconds, with the provenance "confirmed"/,
    )
  })

  test.for([
    ['breaks the clause past a confirmed time', [...B, ...stuck], 5, 'broken'],
    [
      'shows nothing where others took as long',
      [...stuck.with(-1, lookedUp('A', 'COMPLETED')), bought('B', 'PROCESSING'), lookedUp('B', 'PROCESSING')],
      120,
      'kept',
    ],
    [
      'shows nothing where it was hardly polled',
      [...stuck.slice(0, 3), ...B, bought('C', 'PROCESSING'), 500, lookedUp('C', 'COMPLETED')],
      120,
      'kept',
    ],
  ] as const)('%s', ([, steps, settleSeconds, verdict]) => {
    expect(settlesIn(steps, settleSeconds)?.verdict).toBe(verdict)
  })
})

test.for([
  ['in milliseconds in one of two answers', [2000, 2], ['processing-has-poll-after/summary']],
  ['a point in time', [1_790_000_000, 2], ['processing-has-poll-after/summary']],
  ['longer after a while', [2, 60], []],
  ['nothing, once, for a client that may ask at once', [2, 0], []],
  ['the rest of its time, until the last moment', [2, 0.002], []],
  ['the rest of a long time', [150, 0.2, 6000], []],
  ['a point in time every time', [1_790_000_000, 1_790_000_000], ['processing-has-poll-after/summary']],
] as const)('the pace of an order is %s', ([, [first, next, pauseMs = 0], expected]) => {
  const order = (pollAfterSeconds: number) => ({ status: 'PROCESSING', pollAfterSeconds })
  const purchase = { ...A, answer: { order: { order: order(first) } } }
  const lookup = { ...FOUND, answer: { order: order(next) } }
  expect(brokenIn([purchase, pauseMs, lookup, FOUND])).toEqual(expected)
})
