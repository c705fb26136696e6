import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import type { Course } from '../../contract/scenario/scenario.ts'
import { account, purchaseOf } from './conformance/opened-store.fixture.ts'
import { isKnownToLookup, type Order, summaryAt } from './order.ts'
import type { TimeChange } from './sandbox-clock.ts'
import type { Account, Store } from './store.ts'

/** A store on a clock that is put forward and back. */
export type Jumping = {
  /** One of the stores over the same records, by a number of any size. */
  store(number: number): Store
  /** Moves the clock, by a number of milliseconds, which may be negative. */
  move(milliseconds: number): Promise<void>
  restart(isKilled: boolean): Promise<void>
}

const PROCESSING = [{ forSeconds: 3, pollAfterSeconds: 1 }]
const COURSES: readonly Course[] = [
  { processing: PROCESSING, settles: 'success' },
  { processing: PROCESSING, settles: 'failure' },
  { processing: PROCESSING, settles: 'success', hiddenForSeconds: 2 },
]

const jumpMs = fc.oneof(
  fc.integer({ min: -5_000, max: 5_000 }),
  fc.constantFrom(-1, -50, -60_000, -3_600_000, 3_600_000),
)

const jumps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: jumpMs.map((jump) => ({ jump })) },
    {
      weight: 2,
      arbitrary: fc.record({ restart: fc.constantFrom('closed' as const, 'killed' as const), jump: jumpMs }),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom<TimeChange>(
          { freeze: true },
          { resume: true },
          { speed: 60 },
          { speed: 1 },
          { advanceSeconds: 2 },
        )
        .map((change) => ({ change })),
    },
    { weight: 2, arbitrary: fc.constantFrom(...COURSES).map((buy) => ({ buy })) },
  ),
  { minLength: 4, maxLength: 12 },
)

/** What is seen of a sandbox: its time, how far each of its orders is, and its money. */
type Sight = { readonly now: number; readonly states: readonly number[]; readonly available: number }

/** The test of the time of a store: {@link followJumps} for any jumps, each over what is opened for it. */
export function keepsItsTime(open: () => Jumping | Promise<Jumping>, numRuns: number): void {
  test('with any jumps of its clock and ends of its process, no time and no order goes back, and time continues', async () => {
    const property = fc.asyncProperty(jumps, async (steps) => followJumps(await open(), steps))
    await fc.assert(property, { numRuns })
  }, 120_000)
}

/**
 * Checks an unused sandbox and one with purchases and changes of its time, with a clock that jumps. No time and no order
 * goes back, and money is returned only once; and after every event, time continues by the clock.
 */
async function followJumps(
  jumping: Jumping,
  steps: typeof jumps extends fc.Arbitrary<infer Steps> ? Steps : never,
): Promise<void> {
  const sandboxes = [account(1_000_000), account(1_000_000)] as const
  const references: string[] = []
  let asked = 0
  const ask = () => {
    asked += 1
    return jumping.store(asked)
  }
  let seen = await Promise.all(sandboxes.map((sandbox) => sightOf(ask(), sandbox, references)))
  const look = async (isMoving: boolean) => {
    for (const [place, sandbox] of sandboxes.entries()) {
      const before = seen[place] as Sight
      const sight = await sightOf(ask(), sandbox, references)
      expect(sight.now).toBeGreaterThanOrEqual(before.now)
      for (const [order, state] of before.states.entries())
        expect(sight.states[order]).toBeGreaterThanOrEqual(state)
      if (isMoving) expect(sight.available).toBeGreaterThanOrEqual(before.available)
      seen = seen.with(place, sight)
    }
  }
  for (const step of steps) {
    if ('restart' in step) await jumping.restart(step.restart === 'killed')
    if ('jump' in step) await jumping.move(step.jump)
    if ('change' in step) await ask().changeTime(sandboxes[0], step.change)
    if ('buy' in step) {
      references.push(`TEST:${references.length}`)
      await ask().placeOrder(sandboxes[0], purchaseOf(references.at(-1) as string, { course: step.buy }))
    }
    await look(!('buy' in step))
    const states = await Promise.all(sandboxes.map((sandbox) => ask().enter(sandbox)))
    await jumping.move(500)
    for (const [place, { now, isFrozen, speed }] of states.entries())
      expect((await ask().enter(sandboxes[place] as Account)).now - now).toBeCloseTo(
        isFrozen ? 0 : 500 * speed,
        1,
      )
    await look(true)
  }
}

async function sightOf(store: Store, sandbox: Account, references: readonly string[]): Promise<Sight> {
  const states: number[] = []
  for (const reference of references) {
    const { order, now } = await store.findOrder(sandbox, reference)
    states.push(order === undefined ? -1 : progressOf(order, now))
  }
  const { now, available } = await store.balance(sandbox)
  return { now, states, available }
}

/** Hidden, processing, settled. */
function progressOf(order: Order, now: number): number {
  if (!isKnownToLookup(order, now)) return 0
  return summaryAt(order, now, DEFAULT_PROFILE.states).status === 'PROCESSING' ? 1 : 2
}
