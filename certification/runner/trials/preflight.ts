import { type Clock, systemClock } from '../../../contract/clock.ts'
import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { ORDINARY_CARDS } from '../../../fixtures/catalogue.ts'
import { ORDINARY } from '../../../fixtures/scenarios.ts'
import { readRun } from '../../analysis/analysis.ts'
import { isStrayLookup, ordinaryStopOf, preflightScenario } from '../../start/ordinary-card.ts'
import type { Trial } from '../../trial.ts'
import type { CertificationProgress } from '../progress.ts'
import { runTrial, type TrialPlan } from './run-trial.ts'

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
  onProgress({ event: 'preflight', exchange: null })
  try {
    const stop = AbortSignal.any([plan.stop, watch.signal])
    const scenarios = [...plan.scenarios, scenario]
    const { trial } = await runTrial(scenario, { ...plan, scenarios, stop }, (exchange) => {
      watch.see(exchange)
      onProgress({ event: 'preflight', exchange })
    })
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

/** Ends the client of a preflight once more time would show nothing else. */
export function endOfPreflight(clock: Clock = systemClock) {
  const end = new AbortController()
  const endAfter = (ms: number) => clock.after(ms, () => end.abort('time-limit'))
  let bought: (() => void) | undefined
  let refused: (() => void) | undefined
  let astray: (() => void) | undefined
  const underWay = new Map<number, () => void>()
  const isOver = (seq: number) => {
    underWay.get(seq)?.()
    underWay.delete(seq)
  }
  return {
    signal: end.signal,
    see(exchange: Exchange): void {
      const { seq, order, delivery, response, nearMiss } = exchange
      isOver(seq)
      if (delivery === null) {
        underWay.set(seq, endAfter(UNDER_WAY_MS))
        return
      }
      if (isStrayLookup(exchange)) astray ??= endAfter(ASTRAY_MS)
      if (order?.effect === 'recorded') bought ??= endAfter(LIVES_ON_MS)
      if (nearMiss !== null) refused ??= endAfter(PATIENCE_MS)
      else if (response !== null && response.status < 400) {
        refused?.()
        refused = undefined
      }
    },
    release() {
      bought?.()
      refused?.()
      astray?.()
      for (const stop of underWay.values()) stop()
    },
  }
}
