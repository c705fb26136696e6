import { setInterval } from 'node:timers/promises'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { summaryOf } from '../contract/wire/exchange-facts.ts'
import type { ListenProgress, Purchase } from './options.ts'
import {
  type LogBounds,
  OPENING_BALANCE,
  openSandbox,
  type ServedPlan,
  type ServedSandbox,
} from './sandbox.ts'
import { type Stage, splitTrials, stagesOf } from './split-trials.ts'
import type { Trial } from './trial.ts'

type ListenPlan = Omit<ServedPlan, 'partner' | 'openingBalance' | 'onUnreadable' | 'onExchange'> & {
  readonly chosen: readonly Scenario[]
  /** The SKU of each scenario in the table, by the SKU of its card; omitted if both are the same. */
  readonly scenarioSkus?: ReadonlyMap<string, string> | undefined
  readonly timeoutSeconds: number
  readonly stop: AbortSignal
}

type OnProgress = (progress: ListenProgress) => unknown

const LOOK_MS = 250
const MOST: LogBounds = { exchanges: 20_000, bytes: 64 * 1024 * 1024 }
const PARTNER = 'certification'

/** @throws {ListenError} when the port can't be listened on. */
export async function listen(
  plan: ListenPlan,
  onProgress: OnProgress,
): Promise<{ readonly trials: readonly Trial[]; readonly baseUrl: string }> {
  const { chosen, scenarios, profile, scenarioSkus } = plan
  const openingBalance = OPENING_BALANCE * scenarios.length
  const sandbox = await openSandbox({
    ...plan,
    ...{ partner: PARTNER, openingBalance, most: MOST },
    onExchange: hear(onProgress),
    onUnreadable: ({ message }) => onProgress({ event: 'unreadable', message }),
  })
  const { url, key, log, unreadable } = sandbox
  try {
    onProgress({ event: 'listening', url, key, purchases: purchasesOf(chosen, scenarioSkus !== undefined) })
    await untilDone(plan, sandbox, onProgress)
    const { exchanges, unrecorded } = log
    const trials = splitTrials({
      exchanges: structuredClone(exchanges),
      ...{ scenarios: chosen, profile, openingBalance, unrecorded, unreadable },
      endedMs: sandbox.elapsedMs(),
    })
    return { trials, baseUrl: url }
  } finally {
    await sandbox.close()
  }
}

/** Reports each exchange once, when it is complete. */
function hear(onProgress: OnProgress): (exchange: Exchange) => void {
  const complete = new Set<number>()
  return (exchange) => {
    if (exchange.delivery === null || complete.has(exchange.seq)) return
    complete.add(exchange.seq)
    onProgress({ event: 'heard', exchange })
  }
}

/** Resolves when everything was bought and the client is quiet, when the run is stopped, or when the time is up. */
async function untilDone(
  plan: ListenPlan,
  { log, elapsedMs, openingBalance }: ServedSandbox,
  onProgress: OnProgress,
): Promise<void> {
  const { chosen, profile, stop: signal } = plan
  const timeUpMs = elapsedMs() + plan.timeoutSeconds * 1000
  let before: ReadonlyMap<string, Stage> = new Map()
  try {
    for await (const { exchanges } of setInterval(LOOK_MS, log, { signal })) {
      const stages = stagesOf(exchanges, chosen, openingBalance, profile)
      for (const [sku, stage] of stages)
        if (stage !== (before.get(sku) ?? 'untouched')) onProgress({ event: 'stage', sku, stage })
      before = stages
      const windowMs = idleWindowMs(stages, chosen, exchanges) ?? Infinity
      const nowMs = elapsedMs()
      if (nowMs - lastWordMs(exchanges) >= windowMs || nowMs >= timeUpMs) return
    }
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === 'AbortError')) throw cause
  }
}

function lastWordMs(exchanges: readonly Exchange[]): number {
  return exchanges.reduce(
    (last, { arrivedMs, delivery }) => Math.max(last, arrivedMs, delivery?.atMs ?? 0),
    0,
  )
}

/** The shopping list. A scenario that revokes the key comes last, since nothing can be bought after it. */
function purchasesOf(scenarios: readonly Scenario[], isSecret: boolean): readonly Purchase[] {
  return scenarios
    .map(({ sku, purchases, story, revokesKey: endsKey }) => ({
      ...{ sku, purchases, endsKey },
      story: isSecret ? null : story,
    }))
    .toSorted((one, other) => Number(one.endsKey) - Number(other.endsKey))
}

const LEAST_WINDOW_MS = 2_000
const WINDOW_PER_INTERVAL = 1.5
/** How long to wait for a client that may still poll an unsettled order. */
const PATIENCE_MS = 60_000

/**
 * How long a client must be quiet to count as done, in milliseconds: 1.5 times the longest interval that a scenario or
 * an answer asks for, at least 2 seconds, and longer while an order is not settled. Null while a card was not bought
 * yet, or an answer is under way.
 */
export function idleWindowMs(
  stages: ReadonlyMap<string, Stage>,
  scenarios: readonly Scenario[],
  exchanges: readonly Exchange[],
): number | null {
  const all = [...stages.values()]
  if (all.includes('untouched') || exchanges.some(({ delivery }) => delivery === null)) return null
  const scripted = scenarios.flatMap(({ course, laterCourse }) =>
    [course, laterCourse].flatMap((one) => one?.processing.map((phase) => phase.pollAfterSeconds) ?? []),
  )
  const asked = exchanges.map((exchange) => summaryOf(exchange)?.pollAfterSeconds ?? 0)
  const least = all.includes('under-way') ? PATIENCE_MS : LEAST_WINDOW_MS
  return Math.max(least, WINDOW_PER_INTERVAL * 1000 * Math.max(0, ...scripted, ...asked))
}
