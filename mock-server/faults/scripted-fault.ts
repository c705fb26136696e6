import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Fault } from '../../contract/wire/fault.ts'

/** An operation that can have a fault. */
type FaultyOperation = Fault['on']

/**
 * The fault of a request about one order. The faults of an operation apply one after another, each to its number of
 * requests, after its number of requests without a fault.
 *
 * @param attempt which request of that operation about that reference it is; the first is 1.
 */
export function faultOf(
  { faults }: Pick<Scenario, 'faults'>,
  on: FaultyOperation,
  attempt: number,
): Fault | undefined {
  let last = 0
  for (const fault of faults.filter((one) => one.on === on)) {
    const before = last + (fault.after ?? 0)
    last = fault.times === null ? Number.POSITIVE_INFINITY : before + fault.times
    if (attempt <= last) return attempt > before ? fault : undefined
  }
  return undefined
}

/** Whether requests of an operation can have a fault. */
export function hasFaults({ faults }: Pick<Scenario, 'faults'>, on: FaultyOperation): boolean {
  return faults.some((fault) => fault.on === on)
}

/** Whether a fault needs a connection, so that it can't be shown without one. */
export function needsConnection({ does }: Fault): boolean {
  return does.kind === 'reset' || does.kind === 'close'
}
