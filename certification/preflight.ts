import { type Clock, systemClock } from '../contract/clock.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import type { Exchange } from '../contract/wire/exchange.ts'
import { ORDINARY_CARDS } from '../fixtures/catalogue.ts'
import { ORDINARY } from '../fixtures/scenarios.ts'
import { readRun } from './analysis.ts'
import { preflightScenario } from './preflight-scenario.ts'
import type { CertificationProgress } from './progress.ts'
import { runTrial, type TrialPlan } from './run-trial.ts'
import { isStrayLookup, ordinaryStopOf } from './start-failure.ts'
import type { Trial } from './trial.ts'

/** How long a client may go on once it has bought its card: until it has looked it up, and the scenarios judge the rest. */
const LIVES_ON_MS = 2_500

/** How long a client may go on once it has looked its order up elsewhere: it may try another path at once. */
const ASTRAY_MS = 1_000

/** How long a client may repeat what the mock refuses for a reason that it knows: it would refuse it forever. */
const PATIENCE_MS = 2_500

/**
 * Starts the client once, alone, for an ordinary card, to see whether it gets as far as its first lookup. It has as long as
 * a scenario may take, and is ended earlier where more time would show nothing else.
 *
 * @returns the run of a client that can't come so far; null where it can, or where the run was interrupted.
 * @throws {CommandError} when the client can't be started.
 */
export async function preflight(
  plan: TrialPlan,
  onProgress: (progress: CertificationProgress) => void,
): Promise<Trial | null> {
  const scenario = preflightScenario(ORDINARY, cardBeside(plan.scenarios))
  const watch = endOfPreflight()
  try {
    const stop = AbortSignal.any([plan.stop, watch.signal])
    const scenarios = [...plan.scenarios, scenario]
    const trial = await runTrial(scenario, { ...plan, scenarios, stop }, watch.see)
    if (trial === null) return null
    const [analysis] = readRun([trial], plan.profile)
    const canBegin = analysis === undefined || ordinaryStopOf(analysis) === undefined
    onProgress({ event: 'preflight-ended', canBegin, durationMs: trial.endedMs - trial.beganMs })
    return canBegin ? null : trial
  } finally {
    watch.release()
  }
}

/**
 * An ordinary card, at the usual price of a scenario, so that a client that compares amounts as texts finds it too dear. A
 * scenario of the user may have the name of one.
 */
function cardBeside(table: readonly Scenario[]) {
  const taken = new Set(table.map(({ sku }) => sku))
  const [first, ...others] = ORDINARY_CARDS.filter(({ sku }) => !taken.has(sku))
  const card = [first, ...others].find((one) => one?.price === ORDINARY.price) ?? first
  return { sku: card?.sku ?? ORDINARY.sku, price: card?.price ?? ORDINARY.price }
}

/** How long a request may be under way: nothing is delayed here, so that the rest of its body does not come. */
const UNDER_WAY_MS = 5_000

/** A request that is under way, by its number, or what was seen. */
type Why = number | 'bought' | 'refused' | 'astray'

export function endOfPreflight(clock: Clock = systemClock) {
  const end = new AbortController()
  /** What takes back the end that follows from a request, or from what was seen. */
  const ends = new Map<Why, () => void>()
  const endAfter = (ms: number, why: Why) => {
    if (!ends.has(why))
      ends.set(
        why,
        clock.after(ms, () => end.abort('time-limit')),
      )
  }
  const goOn = (why: Why) => {
    ends.get(why)?.()
    ends.delete(why)
  }
  return {
    signal: end.signal,
    see(exchange: Exchange) {
      const { seq, order, delivery, response, nearMiss } = exchange
      goOn(seq)
      if (delivery === null) return endAfter(UNDER_WAY_MS, seq)
      if (isStrayLookup(exchange)) endAfter(ASTRAY_MS, 'astray')
      if (order?.effect === 'recorded') endAfter(LIVES_ON_MS, 'bought')
      if (nearMiss !== null) endAfter(PATIENCE_MS, 'refused')
      else if (response !== null && response.status < 400) goOn('refused')
    },
    release() {
      for (const release of ends.values()) release()
    },
  }
}
