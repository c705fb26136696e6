import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { SCENARIOS, type ScenarioSku } from '../../../fixtures/scenarios.ts'
import { OPENING_BALANCE, openSandbox } from '../../sandbox.ts'
import { runModelClient } from '../client/client.ts'
import { GOOD } from '../client/decisions.ts'
import { trialOf } from './model-trial.ts'
import { allTurns, virtualTime } from './virtual-time.ts'

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

/** What a rule sees of an exchange, without its times. */
const seen = ({ operation, request, response, delivery, order, fault }: Exchange) => ({
  operation,
  target: request.target,
  body: request.body,
  status: response?.status,
  delivery: delivery?.outcome,
  effect: order?.effect,
  fault,
})

/** True if the mock holds the answer back until the time advances. */
const isHeld = ({ delivery, fault }: Exchange) =>
  delivery === null && (fault?.does === 'stall' || fault?.does === 'dribble')

/**
 * Runs the client over a real socket, in virtual time. The time advances when every request under way is held back by
 * the mock.
 */
async function overSocket(scenario: Scenario): Promise<readonly Exchange[]> {
  const { sku, purchases } = scenario
  let underWay = 0
  const time = virtualTime(async () => {
    do await allTurns()
    while (underWay !== log.exchanges.filter(isHeld).length)
  })
  /** Only the client's timeout for a request has a signal. */
  const sleep = async (ms: number, signal?: AbortSignal) => {
    if (signal === undefined) return time.sleep(ms)
    underWay += 1
    return time.sleep(ms, signal).finally(() => {
      underWay -= 1
    })
  }
  const plan = {
    partner: sku,
    scenarios: SCENARIOS,
    profile: DEFAULT_PROFILE,
    openingBalance: OPENING_BALANCE,
    clock: time.clock,
  }
  const sandbox = await openSandbox({ ...plan, onExchange: () => {} })
  const { log } = sandbox
  const order = { baseUrl: sandbox.url, key: sandbox.key, sku, label: '1001', start: 1, purchases }
  await time.run(runModelClient(IMPATIENT, { ...order, fetch, sleep, now: time.clock.now }), 60_000)
  await log.settled(30_000)
  await sandbox.close()
  return log.exchanges
}

test.concurrent.each(SCENARIOS.filter(({ sku }) => FAULTS.includes(sku)))(
  'a client leaves the same journal in $sku without a socket as with one',
  async (scenario) => {
    const [without, withOne] = await Promise.all([trialOf(IMPATIENT, scenario), overSocket(scenario)])
    expect(without.exchanges.map(seen)).toEqual(withOne.map(seen))
  },
)
