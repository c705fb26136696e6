import { expect, test, vi } from 'vitest'
import { createMock } from '../../app.ts'
import { openPostgres } from '../../store/postgres/opened.fixture.ts'
import { emptyDatabase } from '../../store/postgres/shared-server.fixture.ts'
import { inProcess, openSandbox } from '../../testing/behaviour/sandbox.fixture.ts'
import { eventsUntil, exchangesIn } from './events.fixture.ts'
import { storedExchanges } from './exchanges.ts'

async function replicaOver(url: string) {
  const store = await openPostgres(url)
  return { store, mock: createMock({ store }) }
}

test('a page shows what arrived at another replica, before and after it was opened', async () => {
  const url = await emptyDatabase()
  const [one, other] = [await replicaOver(url), await replicaOver(url)]
  const sandbox = openSandbox(inProcess(other.mock.app))
  await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
  await other.mock.history()
  const answer = await one.mock.app.request('/__mock/events')
  let isFirst = true
  const events = await eventsUntil(answer, ({ data }) => {
    if (isFirst && JSON.stringify(data).includes('TEST:1')) {
      isFirst = false
      void sandbox.buy('SCENARIO-AT-ONCE', 'TEST:2')
    }
    return JSON.stringify(data).includes('TEST:2')
  })
  expect(events[0]?.data).toEqual({ replica: one.store.archive?.others?.own })
  const references = exchangesIn(events).map(({ order }) => order?.partnerReference)
  expect(new Set(references)).toEqual(new Set(['TEST:1', 'TEST:2']))
})

test('each exchange of another replica is read once, and those that are too many are counted', async () => {
  const url = await emptyDatabase()
  const [one, other] = [await replicaOver(url), await replicaOver(url)]
  const stored = storedExchanges(one.store.archive?.others ?? expect.fail(), 0)
  const sandbox = openSandbox(inProcess(other.mock.app))
  const call = async (count: number) => {
    await Promise.all(Array.from({ length: count }, () => sandbox.get('/ping')))
    await vi.waitFor(async () => expect(await other.mock.history()).not.toHaveLength(0), { timeout: 30_000 })
  }
  await call(3)
  expect(await stored.next()).toEqual({ skipped: 0, exchanges: Array(3).fill(expect.any(String)) })
  expect(await stored.next()).toEqual({ skipped: 0, exchanges: [] })
  await call(510)
  const { exchanges, skipped } = await stored.next()
  expect([exchanges.length, skipped]).toEqual([500, 10])
})
