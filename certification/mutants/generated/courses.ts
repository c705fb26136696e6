import { type Scenario, scenarioSchema } from '../../../contract/scenario/scenario.ts'
import type { FaultInput } from '../../../contract/wire/fault.ts'

/** Numbers in [0, 1). */
export type Random = () => number

/** One of these items, each with the same probability. */
export function oneOf<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

const LOSSES: readonly [FaultInput, ...FaultInput[]] = [
  { at: 'before-recording', does: { kind: 'reset' } },
  { at: 'after-recording', does: { kind: 'reset' } },
  { at: 'after-recording', does: { kind: 'close' } },
  { at: 'in-answer', does: { kind: 'close' } },
  { at: 'after-recording', does: { kind: 'stall', seconds: 1 } },
  { at: 'after-recording', does: { kind: 'stall', seconds: 20 } },
  { at: 'in-answer', does: { kind: 'dribble', seconds: 4 } },
  { at: 'before-recording', does: { kind: 'refuse', cause: 'unavailable' } },
  { at: 'after-recording', does: { kind: 'refuse', cause: 'unavailable' } },
  { at: 'before-recording', does: { kind: 'refuse', cause: 'internal-error' } },
  { at: 'after-recording', does: { kind: 'refuse', cause: 'internal-error' } },
  { at: 'after-recording', does: { kind: 'refuse', cause: 'bad-gateway' } },
  { at: 'before-recording', does: { kind: 'refuse', cause: 'rate-limited', retryAfterSeconds: 1 } },
]

/** A random scenario: a course, and the answers that are lost on its way. */
export function generatedScenario(random: Random, sku: string): Scenario {
  const course = () => ({
    processing: Array.from({ length: Math.floor(random() * 4) }, () => {
      const pollAfterSeconds = oneOf(random, [1, 1, 2, 3, 5, 1.5])
      return { pollAfterSeconds, forSeconds: pollAfterSeconds * oneOf(random, [1, 1, 2, 2.5]) }
    }),
    settles: oneOf(random, ['success', 'success', 'success', 'success', 'failure', { state: 'ON_HOLD' }]),
    ...(random() < 0.15 && { hiddenForSeconds: oneOf(random, [0.5, 1, 3]) }),
  })
  return scenarioSchema.parse({
    sku,
    name: 'generated',
    story: 'Generated.',
    course: course(),
    ...(random() < 0.3 && { laterCourse: course() }),
    faults: Array.from({ length: oneOf(random, [0, 1, 1, 2]) }, () => lossFrom(random)),
    purchases: oneOf(random, [1, 1, 2]),
    ...(random() < 0.1 && { restarts: oneOf(random, ['unanswered', 'processing']) }),
    ...(random() < 0.1 && { extraFields: true }),
    ...(random() < 0.04 && { revokesKey: true }),
    ...(random() < 0.03 && { price: 100_000_000 }),
  })
}

function lossFrom(random: Random): FaultInput {
  const after = oneOf(random, [0, 0, 0, 1, 2])
  return {
    on: oneOf(random, ['createOrder', 'createOrder', 'lookupOrder']),
    ...oneOf(random, LOSSES),
    ...(after > 0 && { after }),
    times: oneOf(random, [1, 1, 1, 2]),
  }
}
