import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedMock, serve } from '../../serve.ts'
import { journalOf, openSandbox, overSocket } from './sandbox.fixture.ts'

const SIMULTANEOUS = 100

let mock: ServedMock
beforeAll(async () => {
  mock = await serve()
})
afterAll(() => mock.close())

async function answersOf(calls: readonly Promise<Response>[]) {
  return Promise.all(
    calls.map(async (call) => ({ status: (await call).status, body: await (await call).text() })),
  )
}

async function effectsOn(partner: string) {
  const exchanges = await journalOf(overSocket(mock.url))
  return exchanges.filter((exchange) => exchange.partner === partner).map(({ order }) => order)
}

test('a hundred simultaneous identical purchases are one purchase, one debit, and a hundred identical answers', async () => {
  const sandbox = openSandbox(overSocket(mock.url), { key: 'pk_test_ordinary' })
  const calls = Array.from({ length: SIMULTANEOUS }, () => sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1'))
  const answers = await answersOf(calls)
  expect(new Set(answers.map(({ body }) => body))).toEqual(
    new Set(['{"data":{"order":{"order":{"status":"COMPLETED"}}}}']),
  )
  expect(answers.filter(({ status }) => status >= 200 && status <= 299)).toHaveLength(SIMULTANEOUS)
  const effects = await effectsOn('ordinary')
  expect(effects.filter((order) => order?.effect === 'recorded')).toHaveLength(1)
  expect(effects.filter((order) => order?.effect === 'replayed')).toHaveLength(SIMULTANEOUS - 1)
  expect(await sandbox.balance()).toBe(500_000 - 2500)
})
