import type { Fault } from '../contract/fault.ts'
import type { Scenario } from '../contract/scenario.ts'

/** An operation that a fault can befall. */
export type FaultyOperation = Fault['on']

/**
 * The fault that befalls a request about one order: the faults of an operation follow one another, each for as many
 * requests as it says.
 *
 * @param attempt which request of that operation about that reference it is; the first is 1.
 */
export function faultOf(
  { faults }: Pick<Scenario, 'faults'>,
  on: FaultyOperation,
  attempt: number,
): Fault | undefined {
  let last = 0
  return faults
    .filter((fault) => fault.on === on)
    .find(({ times }) => {
      last = times === null ? Number.POSITIVE_INFINITY : last + times
      return attempt <= last
    })
}

/** Whether a fault is one of the connection, which an answer without one can't show. */
export function needsConnection({ does }: Fault): boolean {
  return does.kind === 'reset' || does.kind === 'close'
}
