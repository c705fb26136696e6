import { ExchangeLog } from '../../../cli/certification/exchange-log.ts'
import { secondsOf } from '../../../cli/certification/scenario-time.ts'
import { makeWorld, OPENING_BALANCE } from '../../../cli/certification/world.ts'
import type { Exchange } from '../../../contract/exchange.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile-defaults.ts'
import type { Scenario } from '../../../contract/scenario.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { Trial } from '../../trial.ts'
import type { Decisions } from '../client/decisions.ts'
import { CRASHES, type CrashPoint } from './crash.ts'
import { type End, startClient } from './start-client.ts'
import { virtualTime } from './virtual-time.ts'

/** What a client may take beyond what its scenario takes. */
const MARGIN_MS = 60_000
/** A client that sends more than this is ended: no scenario takes as much. */
const BOUNDS = { exchanges: 400, bytes: 8 * 1024 * 1024 }
/** How long a client that was killed is away. */
const AWAY_MS = 500

/**
 * One scenario, as a client in this process went through it: in a world of its own, over connections without sockets,
 * in a time that passes whenever everybody waits.
 *
 * @param crashAt where it is killed and started again, if it is.
 */
export async function trialOf(
  decisions: Decisions,
  scenario: Scenario,
  crashAt?: CrashPoint,
): Promise<Trial> {
  const { sku, purchases } = scenario
  const time = virtualTime()
  const plan = { partner: sku, profile: DEFAULT_PROFILE, openingBalance: OPENING_BALANCE }
  const world = makeWorld({ ...plan, scenarios: SCENARIOS, clock: time.clock })
  const order = { key: world.key, sku, label: '1001', purchases }
  const limitMs = secondsOf(scenario) * 1000 + MARGIN_MS
  const beganMs = world.elapsedMs()
  let client = startClient(decisions, { ...order, start: 1 }, world, time)
  const crash = (exchange: Exchange) => {
    if (crashAt === undefined || killedMs !== undefined || !CRASHES[crashAt].isThere(exchange)) return
    killedMs = world.elapsedMs() + CRASHES[crashAt].afterMs
    if (CRASHES[crashAt].afterMs === 0) client.stop('crash')
    else time.clock.after(CRASHES[crashAt].afterMs, () => client.stop('crash'))
  }
  let killedMs: number | undefined
  const log = new ExchangeLog(
    world,
    (exchange, isFlood) => (isFlood ? client.stop('flood') : crash(exchange)),
    BOUNDS,
  )
  const run = async (): Promise<End> =>
    (await time.run(client.ended, limitMs)) ? client.ended : ('time-limit' as const)
  let end = await run()
  let restartedMs: number | undefined
  if (end === 'crash') {
    await time.run(time.sleep(AWAY_MS), AWAY_MS)
    restartedMs = world.elapsedMs()
    client = startClient(decisions, { ...order, start: 2 }, world, time)
    end = await run()
  }
  client.stop('crash')
  log.release()
  const endedMs = world.elapsedMs()
  return {
    scenario,
    exchanges: structuredClone(log.exchanges),
    beganMs,
    endedMs,
    exit: exitOf(end, endedMs),
    openingBalance: world.openingBalance,
    unrecorded: log.unrecorded,
    ...(killedMs !== undefined && restartedMs !== undefined && { crash: { killedMs, restartedMs } }),
  }
}

function exitOf(end: End, atMs: number): NonNullable<Trial['exit']> {
  if (typeof end === 'number') return { code: end, signal: null, cause: 'exited', atMs }
  return { code: null, signal: 'SIGTERM', cause: end === 'flood' ? end : 'time-limit', atMs }
}
