import { describe, expect, test } from 'vitest'
import { balance, bought, brokenIn, historyOf, lookedUp, type Sent } from '../history/history.fixture.ts'
import { reportOf } from '../report/build-report.ts'

test.each([
  ['and no other', ['FAILED', 'FAILED', 'FAILED'], 'COMPLETED', ['purchase-survives-timeout/resent']],
  [
    'in a state that the profile does not name',
    ['GONE', 'GONE', 'GONE'],
    'DONE',
    ['purchase-survives-timeout/resent'],
  ],
  ['but for one', ['FAILED', 'FAILED', 'COMPLETED'], 'COMPLETED', []],
  ['which are two', ['FAILED', 'FAILED'], 'COMPLETED', []],
  ['while others fail as well', ['GONE', 'GONE', 'GONE'], 'FAILED', []],
  ['as another one does', ['FAILED', 'FAILED', 'FAILED'], 'FAILED', []],
])('purchases whose client went away fail, %s', (_, ends, other, expected) => {
  const left = ends.flatMap((end, nth) => [bought(`L${nth}`, null), bought(`L${nth}`, end)])
  expect(brokenIn([bought('A', other), ...left])).toEqual(expected)
})

describe('an order that is said to have ended in two ways', () => {
  const of = (reference: string, ...steps: readonly Sent[]) => [bought(reference, 'COMPLETED'), ...steps]
  const failedBody = (reference: string) =>
    of(
      reference,
      lookedUp(reference, 'COMPLETED'),
      bought(reference, 'FAILED'),
      lookedUp(reference, 'COMPLETED'),
    )
  const failedLookup = (reference: string) =>
    of(
      reference,
      lookedUp(reference, 'FAILED'),
      bought(reference, 'COMPLETED'),
      lookedUp(reference, 'FAILED'),
    )

  test('was answered wrongly by its body, where lookups say before and after that it did not fail', () => {
    expect(brokenIn([...failedBody('A'), ...failedBody('B')])).toEqual(['same-body-same-purchase/later'])
  })

  test('ties the lookup with the body, where each says the same every time', () => {
    const steps = [...failedLookup('A'), ...failedLookup('B')]
    const { outcome, clauses } = reportOf(historyOf(steps))
    const tied = clauses.flatMap(({ id, either }) => (either === undefined ? [] : [id]))
    expect({ outcome, tied }).toEqual({
      outcome: 'broken',
      tied: ['lookup-position', 'same-body-same-purchase'],
    })
  })

  test('ties the lookup with the body, where lookups say both as well', () => {
    const both = (reference: string) => [
      ...of(reference, lookedUp(reference, 'COMPLETED'), bought(reference, 'FAILED')),
      ...[lookedUp(reference, 'FAILED'), lookedUp(reference, 'COMPLETED')],
    ]
    const { clauses } = reportOf(historyOf([...both('A'), ...both('B')]))
    expect(clauses.flatMap(({ id, either }) => (either === undefined ? [] : [id]))).toEqual([
      'lookup-position',
      'same-body-same-purchase',
    ])
  })

  test('was answered wrongly also where one order alone shows it, and each side denies it twice', () => {
    const found = lookedUp('A', 'COMPLETED')
    expect(brokenIn([...of('A', found), bought('A', 'FAILED'), found, found])).toEqual([
      'same-body-same-purchase/later',
    ])
  })

  test('failed after its client went away, and then did not', () => {
    const left = (reference: string) => [
      bought(reference, null),
      bought(reference, 'FAILED'),
      lookedUp(reference, 'COMPLETED'),
      bought(reference, 'COMPLETED'),
    ]
    expect(brokenIn([...left('A'), ...left('B')])).toEqual(['purchase-survives-timeout/resent'])
  })

  test('was started again, where it is PROCESSING between the two', () => {
    const ended = (reference: string, ...between: readonly Sent[]) =>
      of(reference, lookedUp(reference, 'FAILED'), ...between, lookedUp(reference, 'COMPLETED')).slice(1)
    const [a, b] = [bought('A', 'PROCESSING'), bought('B', 'PROCESSING')]
    const restarted = ended('A', lookedUp('A', 'PROCESSING'))
    expect(brokenIn([a, b, ...restarted, ...ended('B')])).toEqual(['order-leaves-processing/stays-settled'])
    expect(brokenIn([a, b, ...ended('A'), ...ended('B')])).toEqual(['lookup-position/found'])
    const again = [...ended('B', lookedUp('B', 'PROCESSING')), lookedUp('B', 'FAILED')]
    expect(brokenIn([b, ...again, a, ...ended('A')])).toEqual(['lookup-position/found'])
    // Where its bodies always say that it has failed, nothing tells that it has not.
    const followed = (reference: string) => ended(reference, lookedUp(reference, 'PROCESSING')).slice(1)
    const failed = [bought('A', 'FAILED'), bought('B', 'FAILED')]
    expect(brokenIn([...failed, ...followed('A'), ...followed('B')])).toEqual(['lookup-position/found'])
    const paid = [balance(100), a, balance(90), b, balance(80), balance(80)]
    const repeated = [
      lookedUp('A', 'FAILED'),
      lookedUp('B', 'FAILED'),
      a,
      balance(70),
      lookedUp('A', 'PROCESSING'),
    ]
    const both = [
      lookedUp('A', 'COMPLETED'),
      lookedUp('B', 'FAILED'),
      b,
      balance(60),
      lookedUp('B', 'COMPLETED'),
    ]
    expect(brokenIn([...paid, ...repeated, ...both, balance(60)])).toEqual([
      'same-body-same-purchase/later',
      'same-body-same-purchase/settled',
    ])
  })

  test.each([
    ['one order alone does', failedBody('A')],
    [
      'it failed later, and stays so',
      [...of('A', lookedUp('A', 'FAILED')), ...of('B', lookedUp('B', 'FAILED'))],
    ],
  ])('shows nothing where %s', (_, steps) => {
    expect(brokenIn(steps)).toEqual([])
  })
})
