import type { Difference } from './drift.ts'
import type { ObservedOperation } from './observed-schema.ts'
import { isServed } from './statuses.ts'
import { type Shift, shiftBetween, type Tally } from './tally.ts'

type Told = Pick<Difference, 'kind' | 'before' | 'after'>

const STATE = 'a state'
const CAME = { kind: 'state-came', before: 'no state', after: STATE } as const
const WENT = { kind: 'state-went', before: STATE, after: 'no state' } as const
const STATES: Record<Shift, Told> = {
  'never>always': CAME,
  'never>sometimes': { ...CAME, after: `${STATE} at times` },
  'always>never': WENT,
  'always>sometimes': { ...WENT, after: 'no state at times' },
  'sometimes>never': { ...WENT, before: `${STATE} at times` },
  'sometimes>always': { ...CAME, before: 'no state at times' },
}

/** Whether the state of an order can be read at its documented position (§4.1), where it could not, or no longer. */
export function stateDifferences(earlier: ObservedOperation, now: ObservedOperation): Difference[] {
  const shifted = shiftBetween(readableStates(earlier), readableStates(now), 1)
  if (shifted === undefined) return []
  const path = now.values[0]?.path ?? null
  return [{ ...STATES[shifted.shift], path, severity: shifted.beyondChance ? 'drift' : 'note' }]
}

/** How often a served answer had a state, and how often not. Of an operation without states: never. */
function readableStates({ answers }: ObservedOperation): Tally {
  const served = answers.filter(({ status }) => isServed(status))
  const times = (isReadable: boolean) =>
    served.filter(({ state }) => (state !== null) === isReadable).reduce((sum, { seen }) => sum + seen, 0)
  return { with: times(true), without: times(false) }
}
