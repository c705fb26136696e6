import type { Caller } from './caller.ts'

/** The longest that a run waits for the balance to show a purchase. */
const LONGEST_LAG_MS = 2500
const FIRST_PAUSE_MS = 50

/** What a run knows of the balance between its steps. */
type Seen = { amount: number | undefined; purchasedAt: number }

const seenBy = new WeakMap<Caller, Seen>()

/**
 * Takes a step between two reads of the balance, while the run buys nothing else. Between two steps lie two reads
 * without a purchase: they show what the balance does by itself.
 */
export async function measured<Done>(caller: Caller, act: () => Promise<Done>): Promise<Done> {
  const earlier = seenBy.get(caller)
  const before = await caller.readBalance()
  const { pace } = caller
  // It moved by itself since the last step: that step was read too early.
  if (earlier?.amount !== undefined && before !== undefined && before < earlier.amount)
    learn(caller, pace.now() - earlier.purchasedAt)
  const done = await act()
  const purchasedAt = pace.now()
  if (caller.lagMs > 0) await pace.sleep(caller.lagMs)
  let amount = await caller.readBalance()
  // It rose: a copy that is behind answered.
  if (before !== undefined && amount !== undefined && amount > before)
    amount = await readUntil(caller, (now) => now <= before, purchasedAt)
  seenBy.set(caller, { amount, purchasedAt })
  return done
}

/** As {@link measured}, for the first purchase: reads until the balance moves, and learns how long that took. */
export async function measuredFirst<Done>(caller: Caller, act: () => Promise<Done>): Promise<Done> {
  const before = await caller.readBalance()
  const done = await act()
  const purchasedAt = caller.pace.now()
  const amount = await caller.readBalance()
  if (before !== undefined && amount === before) await readUntil(caller, (now) => now < before, purchasedAt)
  seenBy.set(caller, { amount: undefined, purchasedAt })
  return done
}

/** How long after the last order has settled the balance is read at last: a hold may be captured then. Milliseconds. */
const REST_MS = 1000

/** Reads the balance until nothing moves it any more. */
export async function measureAtRest(caller: Caller): Promise<void> {
  await caller.pace.sleep(Math.max(caller.lagMs, REST_MS))
  const first = await caller.readBalance()
  const second = await caller.readBalance()
  if (first === second) return
  await caller.pace.sleep(LONGEST_LAG_MS)
  await caller.readBalance()
}

async function readUntil(
  caller: Caller,
  isSo: (amount: number) => boolean,
  sinceMs: number,
): Promise<number | undefined> {
  const { pace } = caller
  let pauseMs = FIRST_PAUSE_MS
  let amount: number | undefined
  while (pace.now() - sinceMs < LONGEST_LAG_MS) {
    caller.say('waiting for the balance')
    await pace.sleep(pauseMs)
    pauseMs *= 1.5
    amount = await caller.readBalance()
    if (amount === undefined) return undefined
    if (isSo(amount)) {
      learn(caller, pace.now() - sinceMs)
      return amount
    }
  }
  return amount
}

function learn(caller: Caller, milliseconds: number): void {
  caller.lagMs = Math.min(Math.max(caller.lagMs, milliseconds), LONGEST_LAG_MS)
}
