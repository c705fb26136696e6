import fc from 'fast-check'
import type { ManualClock } from '../../../contract/clock.ts'
import type { OrderedFault } from '../../../contract/wire/ordered-fault.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { TimeChange } from '../../../testing/model/account.fixture.ts'
import { STORIES } from '../../../testing/model/stories.fixture.ts'
import type { MockControl } from '../../sandbox/control.ts'
import type { Send } from '../behaviour/sandbox.fixture.ts'

/** A mock, and how calls reach it. */
export type OpenedMock = {
  readonly mock: MockControl
  readonly send: Send
  close(): Promise<void>
}

/** A transport and a store, over which a mock is opened, and opened again after a restart. */
export type Setting = {
  /** Whether a client sees that an answer was cut, and how it was lost. */
  readonly canCut: boolean
  /** Whether the store outlives a mock. */
  readonly isDurable: boolean
  readonly clock: ManualClock
  /** Advances the clock of a store that has its own. */
  pass?(milliseconds: number): Promise<void>
  open(): Promise<OpenedMock>
}

export const SANDBOXES = 3

const always = <const Value>(value: Value) => fc.constant(value)
/** Most steps meet in the first sandbox, and must not change the others. */
const sandbox = fc.oneof(always(0), fc.nat(SANDBOXES - 1))
const reference = fc.constantFrom('TEST:1', 'TEST:1', 'TEST:2')
/** Cards that remember something, or take a while, are bought more often. */
const sku = fc.oneof(
  fc.constantFrom(...SCENARIOS.map((scenario) => scenario.sku)),
  fc.constantFrom(
    'SCENARIO-FAILS',
    'SCENARIO-PROCESSING',
    'SCENARIO-LOOKUP-LATE',
    'SCENARIO-RATE-LIMITED',
    'SCENARIO-UNAVAILABLE',
    'NONE',
  ),
)
const target = fc.constantFrom('/ping', '/products/SCENARIO-FAILS/price', '/products/NONE/price', '/cards')
const fault = fc.constantFrom<OrderedFault[]>(
  'unavailable',
  'rate-limited-after',
  'stalled',
  'lost-before',
  'lost-after',
  'cut',
)
const on = fc.constantFrom('purchase' as const, 'lookup' as const)
const milliseconds = fc.constantFrom(1, 500, 999, 1_000, 2_000)

const command: fc.Arbitrary<TimeChange> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ advanceSeconds: fc.constantFrom(0, 0.5, 1, 2, 3, 90) }) },
  { weight: 1, arbitrary: fc.constantFrom({ freeze: true } as const, { resume: true } as const) },
  // Powers of two, so that no rounding comes between the mock and the model.
  { weight: 1, arbitrary: fc.record({ speed: fc.constantFrom(0.5, 1, 2, 8) }) },
)

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: always('buy'), sandbox, reference, sku }) },
  { weight: 3, arbitrary: fc.record({ does: always('lookUp'), sandbox, reference }) },
  { weight: 1, arbitrary: fc.record({ does: always('read'), sandbox, target }) },
  // A purchase with a third field.
  { weight: 1, arbitrary: fc.record({ does: always('misspell'), sandbox, reference }) },
  { weight: 6, arbitrary: fc.record({ does: always('move'), sandbox, command }) },
  // Time passes in every sandbox.
  { weight: 3, arbitrary: fc.record({ does: always('tick'), milliseconds }) },
  { weight: 2, arbitrary: fc.record({ does: always('reset'), sandbox }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: always('next'), sandbox, fault, on, at: fc.constantFrom(1, 1, 2) }),
  },
  // All faults that wait are taken back.
  { weight: 1, arbitrary: fc.record({ does: always('withdraw'), sandbox }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: always('revoke'), sandbox, revoked: fc.constantFrom(true, false, false) }),
  },
  { weight: 1, arbitrary: fc.record({ does: always('topUp'), sandbox }) },
  // The mock is closed, and opened again over what its store has kept.
  { weight: 1, arbitrary: fc.record({ does: always('restart') }) },
)

/** One thing that happens to a mock, mostly to one of its sandboxes. */
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

export const steps = fc.array(step, { minLength: 1, maxLength: 24, size: 'max' })

/** The story of each scenario: random steps may miss one. */
export const STORIES_IN_STEPS: Step[] = STORIES.flatMap(({ sku, told }) => [
  ...told.map(({ call, advanceSeconds }): Step => {
    if (advanceSeconds !== undefined) return { does: 'move', sandbox: 0, command: { advanceSeconds } }
    if (call === 'look up') return { does: 'lookUp', sandbox: 0, reference: 'TEST:1' }
    return { does: 'buy', sandbox: 0, reference: call === 'buy' ? 'TEST:1' : 'TEST:2', sku }
  }),
  // A delayed answer arrives.
  { does: 'move', sandbox: 0, command: { advanceSeconds: 100 } },
  { does: 'reset', sandbox: 0 },
])
