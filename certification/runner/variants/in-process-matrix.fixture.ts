import { manualClock } from '../../../contract/clock.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { VariantReport } from '../../../contract/report/report.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { Trial } from '../../trial.ts'
import { type Attempt, tryVariants } from '../../variants/try-variants.ts'
import { variantsOf } from '../../variants/variants.ts'
import { makeSandbox, OPENING_BALANCE } from '../sandbox.ts'
import { ExchangeLog } from '../trials/exchange-log.ts'

/** The settings of a client in this process, and the functions that it calls instead of the network. */
export type ClientTask = {
  readonly fetch: (request: Request) => Promise<Response>
  readonly baseUrl: string
  readonly apiKey: string
  readonly sku: string
  /** Waits, in a time of its own that passes at once. */
  readonly pause: (ms: number) => Promise<void>
  readonly now: () => number
}

/** A client as a function: it ends with the exit code that it returns, and with 1 where it throws. */
export type ClientFunction = (task: ClientTask) => Promise<number>

/** A client that asks more often than that would never end. */
const MOST_REQUESTS = 25

/** The matrix of a client in this process: the same as that of a process, without its start. */
export function matrixOf(client: ClientFunction): Promise<readonly VariantReport[]> {
  const plan = { variants: variantsOf(DEFAULT_PROFILE), profile: DEFAULT_PROFILE, scenarios: SCENARIOS }
  return tryVariants(plan, async (attempts) => {
    const made = attempts.map(async (attempt) => [attempt, await trialOf(client, attempt)] as const)
    return new Map(await Promise.all(made))
  })
}

async function trialOf(client: ClientFunction, attempt: Attempt): Promise<Trial> {
  const { scenario } = attempt
  const { sku } = scenario
  const clock = manualClock()
  const sandbox = makeSandbox({ ...attempt, partner: sku, openingBalance: OPENING_BALANCE, clock })
  const log = new ExchangeLog(sandbox, () => {})
  let requests = 0
  const fetch = async (request: Request) => {
    requests += 1
    if (requests > MOST_REQUESTS) throw new Error('Nobody waits for this client any more.')
    // An answer takes its time, as over any network.
    clock.advance(1)
    return sandbox.fetch(request)
  }
  const pause = async (ms: number) => clock.advance(ms)
  const task = { fetch, baseUrl: 'http://partner.example', apiKey: sandbox.key, sku, pause, now: clock.now }
  const code = await client(task).catch(() => 1)
  const atMs = sandbox.elapsedMs()
  const exit =
    requests > MOST_REQUESTS
      ? { code: null, signal: 'SIGTERM', cause: 'flood' as const, atMs }
      : { code, signal: null, cause: 'exited' as const, atMs }
  log.release()
  return {
    scenario,
    exchanges: structuredClone(log.exchanges),
    beganMs: 0,
    endedMs: atMs,
    exit,
    openingBalance: OPENING_BALANCE,
  }
}
