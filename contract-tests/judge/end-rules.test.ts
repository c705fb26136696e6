import { describe, expect, test } from 'vitest'
import { bought, brokenIn, historyOf, lookedUp, type Sent } from '../history/history.fixture.ts'
import { reportOf } from '../report/build-report.ts'

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
