import { describe, expect, test } from 'vitest'
import { SERVER_CLAUSES } from '../contract/reference/server-clauses.ts'
import { BROKEN_SERVERS } from './broken-servers/broken.fixture.ts'
import { CONFORMING_SERVERS } from './broken-servers/conforming.fixture.ts'
import { brokenIn, runOn, unseenIn } from './broken-servers/run-on.fixture.ts'
import { SmallService } from './broken-servers/service.fixture.ts'
import { CHECKS, purchasesOf } from './suite.ts'
import { PURCHASE_LIMIT } from './target/target.ts'

describe.concurrent('a server that breaks one clause is blamed for that clause alone', () => {
  test.each(BROKEN_SERVERS)('$breaks: $name', async (row) => {
    expect(brokenIn(await runOn(row))).toEqual([row.breaks])
  })
})

/** Reasons for which a run can never observe every clause. */
const NEVER_KEPT = [
  'some calls never get an answer that says something',
  'cards or money run out',
  'the balance cannot be read',
  'the path of a lookup is not documented',
  'an order asks for longer waits than a run has',
]

describe.concurrent('a server that breaks no clause is never blamed', () => {
  test.each(CONFORMING_SERVERS.filter(({ unseen }) => unseen === null))('$name: kept', async (row) => {
    const run = await runOn(row)
    expect({ broken: brokenIn(run), unseen: unseenIn(run) }).toEqual({ broken: [], unseen: [] })
    expect(run.report.outcome).toBe('kept')
  })

  test.each(CONFORMING_SERVERS.filter(({ unseen }) => unseen !== null))(
    '$name: at worst not observed, since $unseen',
    async ({ unseen, ...row }) => {
      const run = await runOn(row)
      expect(brokenIn(run)).toEqual([])
      if (unseen !== null && NEVER_KEPT.includes(unseen)) expect(run.report.outcome).toBe('incomplete')
    },
  )
})

describe('a run', () => {
  const service = (clock: ConstructorParameters<typeof SmallService>[0]) => new SmallService(clock)

  test('buys exactly the cards, and sends exactly the purchases, that a dry run announces', async () => {
    const { report, calls } = await runOn({ service })
    const { purchases, cards, withConfirmations } = purchasesOf(CHECKS)
    expect(report.purchases?.sent).toBe(purchases)
    const bought = new Set(
      calls
        .filter(({ key, status }) => key === 'own' && status === 200)
        .flatMap(({ exchange, reference }) => (exchange.operation === 'createOrder' ? reference : [])),
    )
    expect(bought.size).toBe(cards)
    expect(cards).toBeLessThanOrEqual(28)
    expect(PURCHASE_LIMIT).toBe(withConfirmations)
  })

  test.each(Object.keys(SERVER_CLAUSES))(
    'of %s alone sends no more purchases than a dry run announces',
    async (id) => {
      const only = CHECKS.filter(({ clause }) => clause === id)
      const { report } = await runOn({ service }, only)
      expect(report.purchases?.sent).toBeLessThanOrEqual(purchasesOf(only).purchases)
    },
  )

  test('of one clause sends only the purchases that its checks need', async () => {
    const only = CHECKS.filter(({ clause }) => clause === 'lookup-position')
    const { report } = await runOn({ service }, only)
    expect(report.clauses.map(({ id, verdict }) => [id, verdict])).toEqual([['lookup-position', 'kept']])
    expect(report.purchases?.sent).toBe(2)
  })
})
