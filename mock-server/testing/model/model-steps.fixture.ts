import fc from 'fast-check'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'

/** How many keys a run has. */
export const SANDBOXES = 3

/** The body of `POST /__mock/clock`, without the key. */
export type ClockCommand =
  | { readonly advanceSeconds: number }
  | { readonly freeze: true }
  | { readonly resume: true }
  | { readonly speed: number }

/** One thing that happens to a mock: most of them to one of its sandboxes. */
export type Step =
  | { readonly does: 'buy'; readonly sandbox: number; readonly reference: string; readonly sku: string }
  | { readonly does: 'lookUp'; readonly sandbox: number; readonly reference: string }
  /** A purchase with a field too many. */
  | { readonly does: 'misspell'; readonly sandbox: number; readonly reference: string }
  | { readonly does: 'move'; readonly sandbox: number; readonly command: ClockCommand }
  | { readonly does: 'reset'; readonly sandbox: number }
  /** Time passes in every sandbox. */
  | { readonly does: 'tick'; readonly milliseconds: number }

/** More happens to the first than to the others: what meets there must leave them alone. */
const sandbox = fc.oneof(fc.constant(0), fc.nat(SANDBOXES - 1))
const reference = fc.constantFrom('TEST:1', 'TEST:1', 'TEST:2')
/** Those that remember something, or go on for a while, are bought more often. */
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

const command: fc.Arbitrary<ClockCommand> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ advanceSeconds: fc.constantFrom(0, 0.5, 1, 2, 3, 90) }) },
  { weight: 1, arbitrary: fc.constantFrom({ freeze: true } as const, { resume: true } as const) },
  // Powers of two, so that no rounding comes between the mock and the model.
  { weight: 1, arbitrary: fc.record({ speed: fc.constantFrom(0.5, 1, 2, 8) }) },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('buy' as const), sandbox, reference, sku }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('lookUp' as const), sandbox, reference }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('misspell' as const), sandbox, reference }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('move' as const), sandbox, command }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('tick' as const),
      milliseconds: fc.constantFrom(1, 500, 999, 1_000, 2_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('reset' as const), sandbox }) },
)

/** What may happen to a mock, one after another. */
export const steps: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 1, maxLength: 24, size: 'max' })
