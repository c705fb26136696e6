import { ExchangeLog } from '../../cli/certification/exchange-log.ts'
import { secondsOf } from '../../cli/certification/scenario-time.ts'
import { makeWorld, OPENING_BALANCE } from '../../cli/certification/world.ts'
import { DEFAULT_PROFILE } from '../../contract/profile-defaults.ts'
import type { Scenario } from '../../contract/scenario.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import type { Trial } from '../trial.ts'
import { runClient } from './client/client.ts'
import type { Decisions } from './client/decisions.ts'
import { sendOverConnection } from './connection.ts'
import { virtualTime } from './virtual-time.ts'

/** How long a request and an answer are on their way, each. */
const LEG_MS = 1
/** What a client may take beyond what its scenario takes. */
const MARGIN_MS = 60_000
/** A client that sends more than this is ended: no scenario takes as much. */
const BOUNDS = { exchanges: 400, bytes: 8 * 1024 * 1024 }

/**
 * One scenario, as a client in this process went through it: in a world of its own, over connections without sockets,
 * in a time that passes whenever everybody waits.
 */
export async function trialOf(decisions: Decisions, scenario: Scenario): Promise<Trial> {
  const { sku, purchases } = scenario
  const time = virtualTime()
  const plan = {
    partner: sku,
    scenarios: SCENARIOS,
    profile: DEFAULT_PROFILE,
    openingBalance: OPENING_BALANCE,
  }
  const world = makeWorld({ ...plan, clock: time.clock })
  const ends = new AbortController()
  const flood = Promise.withResolvers<'flood'>()
  const log = new ExchangeLog(world, (_, isFlood) => isFlood && flood.resolve('flood'), BOUNDS)
  const fetch = async (request: Request) => {
    await time.sleep(LEG_MS)
    const response = await sendOverConnection(world.fetch, request, ends.signal)
    await time.sleep(LEG_MS)
    return response
  }
  const errand = { baseUrl: 'http://partner.example', key: world.key, sku, label: '1001', purchases }
  const beganMs = world.elapsedMs()
  const running = runClient(decisions, { ...errand, fetch, sleep: time.sleep }).catch(() => 1)
  const ended = Promise.race([running, flood.promise])
  const isDone = await time.run(ended, secondsOf(scenario) * 1000 + MARGIN_MS)
  const exit = exitOf(isDone ? await ended : 'time-limit', world.elapsedMs())
  ends.abort('ended')
  log.release()
  return {
    scenario,
    exchanges: structuredClone(log.exchanges),
    beganMs,
    endedMs: exit.atMs,
    exit,
    openingBalance: world.openingBalance,
    unrecorded: log.unrecorded,
  }
}

function exitOf(end: number | 'flood' | 'time-limit', atMs: number): NonNullable<Trial['exit']> {
  if (typeof end === 'number') return { code: end, signal: null, cause: 'exited', atMs }
  return { code: null, signal: 'SIGTERM', cause: end, atMs }
}
