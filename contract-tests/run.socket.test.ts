import { expect, test } from 'vitest'
import { systemClock } from '../contract/clock.ts'
import { BROKEN_TIMEOUTS } from './broken-servers/broken-timeouts.fixture.ts'
import { overSocket } from './broken-servers/in-process.fixture.ts'
import { brokenIn } from './broken-servers/run-on.fixture.ts'
import { type Row, rowsOf } from './broken-servers/server.fixture.ts'
import { KEY, SmallService } from './broken-servers/service.fixture.ts'
import { runSuite } from './run.ts'
import { CHECKS } from './suite.ts'
import { targetOf } from './target/target.ts'

const ONLY = CHECKS.filter(({ clause }) => clause === 'purchase-survives-timeout')
const NAME = 'an order is recorded when it is answered'
const isChosen = ({ name }: Row) => name === `${NAME}, at 0 ms` || name === `${NAME}, at 150 ms`
const TWICE = rowsOf(BROKEN_TIMEOUTS['purchase-survives-timeout'] ?? {}).filter(isChosen)

test.concurrent.each(TWICE)(
  'over a socket, a double debit after a client left is seen: $name',
  async ({ service }) => {
    await using server = await overSocket(service(systemClock))
    const run = await runSuite(targetOf({ baseUrl: server.baseUrl, apiKey: KEY }), {}, ONLY)
    expect(brokenIn(run)).toEqual(['purchase-survives-timeout'])
  },
)

test('over a socket, a service that keeps every clause keeps this one', async () => {
  await using server = await overSocket(new SmallService(systemClock))
  const run = await runSuite(targetOf({ baseUrl: server.baseUrl, apiKey: KEY }), {}, ONLY)
  expect(brokenIn(run)).toEqual([])
  expect(run.report.outcome).toBe('kept')
})
