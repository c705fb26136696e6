import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { Stage } from './stages.ts'

const LEAST_WINDOW_MS = 2_000
const WINDOW_PER_INTERVAL = 1.5
/** The wait for a client that may still follow an order to its end. */
const PATIENCE_MS = 60_000

/**
 * How long nothing may arrive before a client counts as done, in milliseconds: 1.5 times the longest interval that a
 * scenario asks for, at least 2 seconds; longer where an order was left without an end. Null while something was not
 * bought, or an answer is under way.
 */
export function idleWindowMs(
  stages: ReadonlyMap<string, Stage>,
  scenarios: readonly Scenario[],
  exchanges: readonly Exchange[],
): number | null {
  const all = [...stages.values()]
  if (all.includes('untouched') || exchanges.some(({ delivery }) => delivery === null)) return null
  if (all.includes('under-way')) return PATIENCE_MS
  const intervals = scenarios.flatMap(({ course, laterCourse }) =>
    [course, laterCourse].flatMap((one) => one?.processing.map((phase) => phase.pollAfterSeconds) ?? []),
  )
  return Math.max(LEAST_WINDOW_MS, WINDOW_PER_INTERVAL * 1000 * Math.max(0, ...intervals))
}
