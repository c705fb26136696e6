import { randomBytes } from 'node:crypto'
import { type Clock, systemClock } from '../contract/clock.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { orderStatusOf } from '../contract/wire/exchange-facts.ts'
import { PROCESSING } from '../contract/wire/processing.ts'
import { type ClientOrder, runClient } from './client-process.ts'
import { outputOf } from './output-tail.ts'
import { OPENING_BALANCE, openSandbox, type SandboxPlan } from './sandbox.ts'
import { secondsOf } from './scenario-time.ts'
import type { Trial } from './trial.ts'

/** What the trials of one run have in common. */
export type TrialPlan = Pick<ClientOrder, 'command' | 'env' | 'cwd' | 'stop' | 'isHurried'> &
  Pick<SandboxPlan, 'profile' | 'scenarios' | 'cards'> & {
    /** How much longer a client may take than the scenario itself lasts. */
    readonly marginSeconds: number
  }

/** How long the connections of an ended process may take to close. */
const SETTLE_MS = 500

/**
 * Runs the client once, in its own sandbox, and once more if the scenario kills it.
 *
 * @returns null if the run was interrupted, since that is no verdict on the client.
 * @throws {CommandError} when the client can't be started.
 */
export async function runTrial(
  scenario: Scenario,
  { profile, scenarios, cards, marginSeconds, ...plan }: TrialPlan,
  onSeen: (exchange: Exchange) => void,
): Promise<Trial | null> {
  const { sku, purchases } = scenario
  const flood = new AbortController()
  const crash = crashAt(scenario.restarts)
  const sandbox = await openSandbox({
    ...{ profile, scenarios, cards, partner: sku, openingBalance: OPENING_BALANCE },
    onExchange(exchange, isFlood) {
      crash.see(exchange)
      if (isFlood) flood.abort('flood')
      else onSeen(exchange)
    },
  })
  const { url: baseUrl, key: apiKey, elapsedMs, openingBalance, log, unreadable } = sandbox
  const orderLabel = randomBytes(4).toString('hex')
  const start = (...ends: readonly AbortSignal[]) =>
    runClient({
      ...plan,
      settings: { baseUrl, apiKey, sku, purchases, orderLabel },
      limitMs: (secondsOf(scenario) + marginSeconds) * 1000,
      stop: AbortSignal.any([plan.stop, flood.signal, ...ends]),
      elapsedMs,
    })
  try {
    const beganMs = elapsedMs()
    const first = await start(crash.signal)
    const hasCrashed = first.exit.cause === 'crash'
    const restartedMs = elapsedMs()
    const runs = hasCrashed ? [first, await start()] : [first]
    const { exit } = runs.at(-1) ?? first
    const { cause } = exit
    if (cause === 'interrupted' || cause === 'crash') return null
    await log.settled(SETTLE_MS)
    return {
      scenario,
      exchanges: structuredClone(log.exchanges),
      ...{ beganMs, endedMs: elapsedMs(), openingBalance, unrecorded: log.unrecorded },
      exit: { ...exit, cause },
      unreadable: unreadable.length > 0 ? unreadable : undefined,
      output: outputOf(...runs),
      crash: hasCrashed ? { killedMs: first.exit.atMs, restartedMs } : undefined,
    }
  } finally {
    crash.release()
    await sandbox.close()
  }
}

export type CrashWatch = {
  /** Aborted with the reason `crash` at the moment to kill the client. */
  readonly signal: AbortSignal
  see(exchange: Exchange): void
  release(): void
}

/** The client is killed this much later: it has read its answer, and has not sent another request yet. */
const LIVES_ON_MS = 300

const MOMENTS: { readonly [When in NonNullable<Scenario['restarts']>]: (exchange: Exchange) => boolean } = {
  unanswered: ({ order, delivery }) => order?.effect === 'recorded' && delivery === null,
  processing: (exchange) =>
    exchange.order?.effect === 'recorded' &&
    exchange.delivery?.outcome === 'delivered' &&
    orderStatusOf(exchange) === PROCESSING,
}

/** @param when undefined for a scenario that does not kill its client. */
export function crashAt(when: Scenario['restarts'], clock: Clock = systemClock): CrashWatch {
  const crash = new AbortController()
  let release: (() => void) | undefined
  return {
    signal: crash.signal,
    see(exchange) {
      if (when !== undefined && MOMENTS[when](exchange))
        release ??= clock.after(LIVES_ON_MS, () => crash.abort('crash'))
    },
    release: () => release?.(),
  }
}
