import type { Terms } from '../../../testing/model/documented-service.fixture.ts'
import type { Choices } from './choices.fixture.ts'

/** The answers of a service to what the reference does not show. */
export type Undocumented = ReturnType<typeof undocumentedBy>

/** Draws them. */
export function undocumentedBy({ pick, whole, chance }: Choices) {
  return {
    money: pick(['shown', 'shown', 'shown', 'shown', 'constant', 'absent']),
    debits: pick(['purchase', 'settlement'] as const),
    price: pick(['flat', 'flat', 'fee', 'moving']),
    refunds: !chance(0.3),
    fails: pick([0, 0, 0.2, 0.5]),
    longestSettleMs: pick([0, 0, 1000, 4000]),
    early: chance(0.2),
    pollAfter: pick([0, 1, 0.5, 2]),
    status: pick([200, 201, 202]),
    names: chance(0.5),
    unknown: pick([404, 404, 200]),
    longest: pick([1000, 40]),
    isAscii: chance(0.2),
    lagMs: chance(0.3) ? whole(2000) : 0,
    replicas: pick(['all', 'one']),
    findsAfterMs: chance(0.3) ? whole(1000) : 0,
    weather: pick([0, 0.03, 0.12]),
    funds: chance(0.1) ? 30_000 : 1_000_000,
    /** What each card costs, in minor units. */
    cards: new Map([
      ['CARD-25', 2500],
      ...(chance(0.5) ? [['CARD-5', 500] as const] : []),
      ...(chance(0.3) ? [['CARD-100', 10_000] as const] : []),
    ]),
  }
}

/** Draws what a purchase costs, how it goes on, and for how long it has an undocumented state at first. */
export function drawTerms(
  { longestSettleMs, fails, early, findsAfterMs, price, pollAfter }: Undocumented,
  listed: number,
  { whole, chance, real }: Choices,
): Terms & { readonly earlyMs: number } {
  const settlesMs = whole(longestSettleMs)
  const settles = chance(fails) ? 'failure' : 'success'
  const earlyMs = early ? whole(settlesMs / 2) : 0
  const course = {
    processing: [{ forSeconds: settlesMs / 1000, pollAfterSeconds: pollAfter }],
    settles,
    hiddenForSeconds: whole(findsAfterMs) / 1000,
  } as const
  if (price === 'moving') return { earlyMs, course, price: Math.round(listed * (1 + real() * 0.04)) }
  return { earlyMs, course, price: price === 'fee' ? listed * 1.04 : listed }
}
