import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { SCENARIOS, type ScenarioSku } from '../../../fixtures/scenarios.ts'
import { OPENING_BALANCE, openSandbox } from '../../runner/sandbox.ts'
import { ExchangeLog } from '../../runner/trials/exchange-log.ts'
import { runClient } from '../client/client.ts'
import { GOOD } from '../client/decisions.ts'
import { trialOf } from './run-client.ts'

const IMPATIENT = { ...GOOD, timeoutMs: () => 2_000 }

const FAULTS: readonly ScenarioSku[] = [
  'SCENARIO-LOST-BEFORE',
  'SCENARIO-LOST-AFTER',
  'SCENARIO-CLOSED',
  'SCENARIO-CUT',
  'SCENARIO-STALLED',
  'SCENARIO-TRICKLE',
  'SCENARIO-UNAVAILABLE-AFTER',
]

/** What a rule sees of an exchange, without the times. */
const seen = ({ operation, request, response, delivery, order, fault }: Exchange) => ({
  operation,
  target: request.target,
  body: request.body,
  status: response?.status,
  delivery: delivery?.outcome,
  effect: order?.effect,
  fault,
})

async function overSocket(scenario: Scenario): Promise<readonly Exchange[]> {
  const { sku, purchases } = scenario
  const plan = {
    partner: sku,
    scenarios: SCENARIOS,
    profile: DEFAULT_PROFILE,
    openingBalance: OPENING_BALANCE,
  }
  const sandbox = await openSandbox(plan)
  const log = new ExchangeLog(sandbox, () => {})
  const order = { baseUrl: sandbox.url, key: sandbox.key, sku, label: '1001', start: 1, purchases }
  await runClient(IMPATIENT, { ...order, fetch, sleep: (ms, signal) => sleep(ms, undefined, { signal }) })
  await log.settled(500)
  log.release()
  await sandbox.close()
  return log.exchanges
}

test.concurrent.each(SCENARIOS.filter(({ sku }) => FAULTS.includes(sku)))(
  'a client of $sku leaves the same journal without a socket as with one',
  async (scenario) => {
    const [without, withOne] = await Promise.all([trialOf(IMPATIENT, scenario), overSocket(scenario)])
    expect(without.exchanges.map(seen)).toEqual(withOne.map(seen))
  },
)
