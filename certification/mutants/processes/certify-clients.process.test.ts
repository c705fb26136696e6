import { expect, test, vi } from 'vitest'
import { isInstalled, programFile } from '../../../contract/testing/installed.fixture.ts'
import { isFull, sampleOf } from '../../../contract/testing/sample.fixture.ts'
import { GOOD_CLIENTS } from '../../../examples/good-clients.fixture.ts'
import { SCENARIOS, type ScenarioSku } from '../../../fixtures/scenarios.ts'
import { BROKEN, CERTIFIED, certifyClient } from './clients.ts'
import { BROKEN_EVERY_TIME, EVERY_TIME, judgesRightly } from './judges-rightly.fixture.ts'

// Other tests run at the same time, and a client waits only some seconds for an answer.
vi.setConfig({ maxConcurrency: 2 })

/** A card that is bought at once, one that is polled, two that are lost, and one that is too dear. */
const USUAL: readonly ScenarioSku[] = [
  'SCENARIO-AT-ONCE',
  'SCENARIO-POLL-CUT',
  'SCENARIO-TWO-LOST',
  'SCENARIO-TOO-DEAR',
]

judgesRightly(
  CERTIFIED.filter(({ name }) => EVERY_TIME.includes(name)).map((client) => ({
    ...client,
    scenarios: isFull ? client.scenarios : USUAL,
  })),
  BROKEN.filter(({ name }) => BROKEN_EVERY_TIME.includes(name)),
)

/** The HTTP stacks of languages differ in how they report a broken connection, so each kind is tested. */
const CONNECTION = sampleOf(
  SCENARIOS.filter(({ faults }) => faults.some(({ does }) => does.kind !== 'refuse')).map(({ sku }) => sku),
  4,
)

// `npm run test:full` runs this client in all scenarios.
test
  .skipIf(isFull || !isInstalled('python3'))
  .concurrent('a client in Python passes the scenarios of lost connections', async () => {
    const [, ...args] = GOOD_CLIENTS['python-urllib']
    const { scenarios, clauses } = await certifyClient([programFile('python3'), ...args], CONNECTION)
    const reasons = clauses.flatMap(({ id, checks }) => checks.map(({ message }) => `${id}: ${message}`))
    expect(
      scenarios?.map(({ sku, outcome }) => [sku, outcome]),
      reasons.join('\n'),
    ).toEqual(CONNECTION.map((sku) => [sku, 'kept']))
  })
