import { describe, expect, test } from 'vitest'
import { balance, bought, brokenIn, historyOf, lookedUp, type Sent } from '../history/history.fixture.ts'
import { reportOf } from '../report/build-report.ts'

test.each([
  ['and no other', 5, 'FAILED', ['COMPLETED'], true],
  ['in a state that the profile does not name', 5, 'GONE', ['DONE'], true],
  ['but for one', 4, 'FAILED', ['COMPLETED'], false],
  ['while others fail as well', 5, 'GONE', ['DONE', 'FAILED'], false],
  ['as another one does', 5, 'FAILED', ['COMPLETED', 'FAILED'], false],
])('purchases whose client went away fail, %s', (_, failing, end, others, isBroken) => {
  const lost = (count: number, state: string) =>
    Array.from({ length: count }, (_, nth) => `L-${state}-${nth}`).flatMap((name) => [
      bought(name, null),
      bought(name, state),
    ])
  const of = (count: number) =>
    Array.from({ length: count }, (_, nth) => bought(`A${nth}`, others[nth] ?? others[0] ?? ''))
  const left = [...lost(failing, end), ...lost(5 - failing, 'COMPLETED')]
  expect(brokenIn([...of(4), ...left])).toEqual(isBroken ? ['purchase-survives-timeout/resent'] : [])
  // Fewer on either side may by chance.
  expect(brokenIn([...of(3), ...left])).toEqual([])
  expect(brokenIn([...of(4), ...left.slice(2)])).toEqual([])
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
    const lookups = [...failed, ...followed('A'), ...followed('B')]
    expect(brokenIn(lookups)).toEqual(['lookup-position/found'])
    expect(brokenIn([...lookups, bought('A', 'COMPLETED')])).toEqual([
      'order-leaves-processing/stays-settled',
    ])
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
