import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import { RESTARTS, SCENARIOS } from '../../../fixtures/scenarios.ts'
import { crashAt } from '../../process-trial.ts'
import { ExchangeLog, makeSandbox, OPENING_BALANCE } from '../../sandbox.ts'
import { secondsOf } from '../../scenario-time.ts'
import type { Trial } from '../../trial.ts'
import type { Decisions } from '../client/decisions.ts'
import { type ClientFunction, type End, startClient } from './start-client.ts'
import { virtualTime } from './virtual-time.ts'

/** All scenarios, including those in which the client is killed and started again. */
export const PLAYED: readonly Scenario[] = [...SCENARIOS, ...RESTARTS]

/** How much longer a client may take than its scenario lasts. */
const MARGIN_MS = 60_000
/** A client that sends more than this is ended. No scenario needs as much. */
const BOUNDS = { exchanges: 400, bytes: 8 * 1024 * 1024 }
/** All trials share a key, since redaction takes milliseconds to prepare for each new key. */
const KEY = 'pk_test_5b1c9e07d2a84f63b0e7c5d19a3f2468'
/** The time between the kill and the next start of a client. */
const AWAY_MS = 500

/**
 * Runs a client of this process through one scenario, in its own sandbox, without sockets and in virtual time.
 *
 * @param table all scenarios of the sandbox's catalogue.
 */
export async function trialOf(
  model: Decisions | ClientFunction,
  scenario: Scenario,
  table: readonly Scenario[] = PLAYED,
): Promise<Trial> {
  const { sku, purchases, restarts } = scenario
  const time = virtualTime()
  const plan = { partner: sku, profile: DEFAULT_PROFILE, openingBalance: OPENING_BALANCE, key: KEY }
  const sandbox = makeSandbox({ ...plan, scenarios: table, clock: time.clock })
  const order = { key: sandbox.key, sku, label: '1001', purchases }
  const crash = crashAt(restarts, time.clock)
  crash.signal.addEventListener('abort', () => client.stop('crash'))
  const log = new ExchangeLog(
    sandbox,
    (exchange, isFlood) => {
      crash.see(exchange)
      if (isFlood) client.stop('flood')
    },
    BOUNDS,
  )
  const limitMs = secondsOf(scenario) * 1000 + MARGIN_MS
  const run = async (): Promise<End> =>
    (await time.run(client.ended, limitMs)) ? client.ended : ('time-limit' as const)
  const beganMs = sandbox.elapsedMs()
  let client = startClient(model, { ...order, start: 1 }, sandbox, time)
  const first = await run()
  const killedMs = sandbox.elapsedMs()
  await time.run(time.sleep(AWAY_MS), AWAY_MS)
  const restartedMs = sandbox.elapsedMs()
  if (first === 'crash') client = startClient(model, { ...order, start: 2 }, sandbox, time)
  const end = first === 'crash' ? await run() : first
  client.stop('flood')
  log.release()
  crash.release()
  const endedMs = first === 'crash' ? sandbox.elapsedMs() : killedMs
  return {
    scenario,
    exchanges: log.exchanges,
    beganMs,
    endedMs,
    exit: exitOf(end, endedMs),
    openingBalance: sandbox.openingBalance,
    unrecorded: log.unrecorded,
    ...(first === 'crash' && { crash: { killedMs, restartedMs } }),
  }
}

function exitOf(end: End, atMs: number): NonNullable<Trial['exit']> {
  if (typeof end === 'number') return { code: end, signal: null, cause: 'exited', atMs }
  return { code: null, signal: 'SIGTERM', cause: end === 'flood' ? end : 'time-limit', atMs }
}
