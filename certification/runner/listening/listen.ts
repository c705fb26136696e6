import type { Profile } from '../../../contract/profile/profile.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { CatalogueProduct } from '../../../fixtures/product.ts'
import type { Trial } from '../../trial.ts'
import { OPENING_BALANCE, openSandbox, type Sandbox } from '../sandbox.ts'
import { ExchangeLog } from '../trials/exchange-log.ts'
import { type Stage, stagesOf } from './listening-state.ts'
import { quietWindowMs } from './quiet.ts'
import { shoppingList } from './shopping-list.ts'
import { splitTrials } from './split-trials.ts'

/** How a service is listened to, which was started elsewhere. */
export type ListenPlan = {
  readonly chosen: readonly Scenario[]
  readonly scenarios: readonly Scenario[]
  readonly cards?: readonly CatalogueProduct[] | undefined
  readonly profile: Profile
  readonly port: number
  readonly host: string
  readonly timeoutSeconds: number
  /** Aborted when nobody wants to listen any longer. */
  readonly stop: AbortSignal
}

/** Whoever watches what arrives. */
export type ListenWatch = {
  /** Once it listens: with the key, which is for the eyes of the user alone. */
  onReady(sandbox: Sandbox, list: readonly Scenario[]): void
  onExchange(exchange: Exchange): void
  onStage(sku: string, stage: Stage): void
}

/** What was heard, and why no longer: every purchase made, and quiet; or nobody waited for the rest. */
export type Heard = { readonly trials: readonly Trial[]; readonly baseUrl: string }

const LOOK_MS = 250
const BOUNDS = { exchanges: 20_000, bytes: 64 * 1024 * 1024 }
const PARTNER = 'certification'

/**
 * Listens until everything is bought and it is quiet, or until it is stopped or its time is up.
 *
 * @throws {ListenError} when the port can't be had.
 */
export async function listen(plan: ListenPlan, watch: ListenWatch): Promise<Heard> {
  const { chosen, scenarios, profile } = plan
  const openingBalance = OPENING_BALANCE * scenarios.length
  const sandbox = await openSandbox({ ...plan, partner: PARTNER, openingBalance })
  const told = new Set<number>()
  const log = new ExchangeLog(
    sandbox,
    (exchange) => {
      if (exchange.delivery === null || told.has(exchange.seq)) return
      told.add(exchange.seq)
      watch.onExchange(exchange)
    },
    BOUNDS,
  )
  try {
    watch.onReady(sandbox, shoppingList(chosen))
    await untilDone(plan, sandbox, log, watch)
    const { exchanges, unrecorded } = log
    const run = {
      exchanges: structuredClone(exchanges),
      unrecorded,
      scenarios: chosen,
      profile,
      openingBalance,
    }
    return {
      trials: splitTrials({ ...run, endedMs: sandbox.elapsedMs() }),
      baseUrl: sandbox.url,
    }
  } finally {
    log.release()
    await sandbox.close()
  }
}

async function untilDone(
  plan: ListenPlan,
  sandbox: Sandbox,
  log: ExchangeLog,
  watch: ListenWatch,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let before: ReadonlyMap<string, Stage> = new Map()
  const look = () => {
    const { exchanges } = log
    const stages = stagesOf(exchanges, plan.chosen, sandbox.openingBalance, plan.profile)
    for (const [sku, stage] of stages)
      if (stage !== (before.get(sku) ?? 'untouched')) watch.onStage(sku, stage)
    before = stages
    const windowMs = quietWindowMs(stages, plan.chosen, exchanges)
    if (windowMs !== null && sandbox.elapsedMs() - lastWordMs(exchanges) >= windowMs) resolve()
  }
  const looking = setInterval(look, LOOK_MS)
  const limit = setTimeout(resolve, plan.timeoutSeconds * 1000)
  const stop = () => resolve()
  plan.stop.addEventListener('abort', stop, { once: true })
  if (plan.stop.aborted) stop()
  await promise.finally(() => {
    clearInterval(looking)
    clearTimeout(limit)
    plan.stop.removeEventListener('abort', stop)
  })
}

function lastWordMs(exchanges: readonly Exchange[]): number {
  return exchanges.reduce(
    (last, { arrivedMs, delivery }) => Math.max(last, arrivedMs, delivery?.atMs ?? 0),
    0,
  )
}
