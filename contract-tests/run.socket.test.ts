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
const NAME = 'an order is recorded only when it is answered'
const isChosen = ({ name }: Row) => name === `${NAME}, at 0 ms` || name === `${NAME}, at 150 ms`
const TWICE = rowsOf(BROKEN_TIMEOUTS['purchase-survives-timeout'] ?? {}).filter(isChosen)

/** Counts how many more cards a service has debited than references were bought. */
function debitedTwice(service: SmallService): () => number {
  const debited: string[] = []
  const debit = service.debit.bind(service)
  service.debit = (order) => {
    debited.push(order.reference)
    debit(order)
  }
  return () => debited.length - new Set(debited).size
}

// On a busy machine a service may answer before it can know that its client disconnected. It then debits once.
test.concurrent.each(TWICE)(
  'over a socket, a double debit after a disconnect breaks the clause: $name',
  async ({ service }) => {
    const small = service(systemClock)
    const twice = debitedTwice(small)
    await using server = await overSocket(small)
    const run = await runSuite(targetOf({ baseUrl: server.baseUrl, apiKey: KEY }), {}, ONLY)
    expect(brokenIn(run)).toEqual(twice() > 0 ? ['purchase-survives-timeout'] : [])
  },
)

test('over a socket, a conforming service keeps purchase-survives-timeout', async () => {
  await using server = await overSocket(new SmallService(systemClock))
  const run = await runSuite(targetOf({ baseUrl: server.baseUrl, apiKey: KEY }), {}, ONLY)
  expect(brokenIn(run)).toEqual([])
  expect(run.report.outcome).toBe('kept')
})
