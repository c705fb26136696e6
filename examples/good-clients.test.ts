import { spawnSync } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import { SCENARIOS, type ScenarioSku } from '../fixtures/scenarios.ts'
import { GOOD_CLIENTS, type GoodClient } from './good-clients.fixture.ts'
import { ordersOf, purchasesOf, trial } from './trial.fixture.ts'

// Clients wait most of the time: more of them than cores can be under way.
vi.setConfig({ maxConcurrency: 16 })

/** What another scenario here shows as well, or takes longer than a test should: certification leaves none out. */
const LEFT_OUT: readonly ScenarioSku[] = [
  'SCENARIO-AT-ONCE',
  'SCENARIO-PROCESSING',
  'SCENARIO-UNUSUAL-PACE',
  'SCENARIO-LONG',
  'SCENARIO-CLOSED',
  'SCENARIO-UNAVAILABLE-AFTER',
]
/** A virtual machine starts for each: enough of them to see that this client is like the others. */
const ENOUGH_FOR_JAVA: readonly ScenarioSku[] = [
  'SCENARIO-EXTRA-FIELDS',
  'SCENARIO-TWO-CARDS',
  'SCENARIO-CUT',
  'SCENARIO-WITHDRAWN',
]

/** Where nothing is bought in success: how many orders there are all the same. */
const WITHOUT_SUCCESS: Partial<Record<ScenarioSku, number>> = {
  'SCENARIO-FAILS': 1,
  'SCENARIO-UNKNOWN-STATE': 1,
  'SCENARIO-KEY-REVOKED': 1,
  'SCENARIO-TOO-DEAR': 0,
  'SCENARIO-WITHDRAWN': 0,
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}

function scenariosFor(client: GoodClient): readonly ScenarioSku[] {
  if (client === 'java-http-client') return ENOUGH_FOR_JAVA
  return SCENARIOS.map(({ sku }) => sku).filter((sku) => !LEFT_OUT.includes(sku))
}

/** Every client in every scenario, in one list, so that the tests of one client do not wait for those of another. */
function trials(): readonly { client: GoodClient; sku: ScenarioSku }[] {
  // The keys of GOOD_CLIENTS, which `Object.keys` widens to string.
  const clients = Object.keys(GOOD_CLIENTS) as GoodClient[]
  return clients
    .filter((client) => isThere(GOOD_CLIENTS[client][0]))
    .flatMap((client) => scenariosFor(client).map((sku) => ({ client, sku })))
}

describe.concurrent('a good client', () => {
  test.for(trials())(
    '$client buys what it should, and says so, in $sku',
    async ({ client, sku }, { signal }) => {
      const seen = await trial(GOOD_CLIENTS[client], sku, { signal })
      const { scenario, code, printed, key } = seen
      const orders = WITHOUT_SUCCESS[sku] ?? scenario.purchases
      expect({ code, printed, orders: ordersOf(seen).length }).toEqual({
        code: sku in WITHOUT_SUCCESS ? 1 : 0,
        printed: expect.not.stringContaining(key),
        orders,
      })
      const bodies = purchasesOf(seen).map(({ request }) => request.body)
      expect(new Set(bodies).size).toBe(sku === 'SCENARIO-WITHDRAWN' ? 1 : orders)
    },
  )
})
