import type { Exchange } from '../contract/exchange.ts'
import type { Scenario } from '../contract/scenario.ts'
import { SCENARIOS, type ScenarioSku } from '../fixtures/scenarios.ts'
import { serve } from '../mock-server/serve.ts'
import { journalOf, overSocket } from '../mock-server/world.fixture.ts'
import { type Command, type Run, runClient } from './example-client.fixture.ts'

/** One scenario, as one client went through it. */
export type Trial = Run & { readonly scenario: Scenario; readonly exchanges: readonly Exchange[] }

/** Runs a client in a scenario, against a mock of its own. The signal is the test's. */
export async function trial(
  command: Command,
  sku: ScenarioSku,
  { signal }: { readonly signal: AbortSignal },
): Promise<Trial> {
  const scenario = scenarioOf(sku)
  const mock = await serve()
  try {
    const { url } = mock
    const run = await runClient(command, { url, sku, purchases: scenario.purchases, signal })
    return { ...run, scenario, exchanges: await journalOf(overSocket(url)) }
  } finally {
    await mock.close()
  }
}

function scenarioOf(sku: ScenarioSku): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.sku === sku)
  if (found === undefined) throw new Error(`No scenario has the SKU ${sku}.`)
  return found
}

/** The purchases that a client sent. */
export function purchasesOf({ exchanges }: Pick<Trial, 'exchanges'>): readonly Exchange[] {
  return exchanges.filter(({ operation }) => operation === 'createOrder')
}

/** The orders that were recorded. */
export function ordersOf({ exchanges }: Pick<Trial, 'exchanges'>): readonly Exchange[] {
  return exchanges.filter(({ order }) => order?.effect === 'recorded')
}
