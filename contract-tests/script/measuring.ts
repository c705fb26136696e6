import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { type Answer, isProcessing, summaryIn } from '../run/exchange.ts'
import type { Caller } from './caller.ts'
import type { Occasion } from './wardrobe.ts'

/** The longest that a run waits for the balance to show a purchase. */
const LONGEST_LAG_MS = 2500
const FIRST_PAUSE_MS = 50

/** How long after its purchase an order that no lookup finds is looked up once more. Milliseconds. */
export const LATE_LOOKUP_MS = 2500

/**
 * Takes a step between two reads of the balance, while the run buys nothing else. Between two steps lie two reads
 * without a purchase: they show what the balance does by itself. After the first step of a run the balance is read until
 * it moves: it learns how long that takes.
 */
export async function measured<Done>(caller: Caller, act: () => Promise<Done>): Promise<Done> {
  const { pace, measured: earlier } = caller
  const isFirst = earlier === undefined
  const before = await caller.readBalance()
  // It moved by itself since the last step: that step was read too early.
  if (earlier?.amount !== undefined && before !== undefined && before < earlier.amount)
    learn(caller, pace.now() - earlier.boughtAt)
  const done = await act()
  const boughtAt = pace.now()
  if (caller.lagMs > 0) await pace.sleep(caller.lagMs)
  let amount = await caller.readBalance()
  // Where it rose, a copy that is behind answered.
  const isBehind = (now: number) => before !== undefined && (isFirst ? now === before : now > before)
  let pauseMs = FIRST_PAUSE_MS
  while (amount !== undefined && isBehind(amount) && pace.now() - boughtAt < LONGEST_LAG_MS) {
    caller.say('waiting for the balance')
    await pace.sleep(pauseMs)
    pauseMs *= 1.5
    amount = await caller.readBalance()
    if (amount !== undefined && !isBehind(amount)) learn(caller, pace.now() - boughtAt)
  }
  caller.measured = { amount: isFirst ? undefined : amount, boughtAt }
  if (amount !== undefined && before !== undefined) caller.isShown ||= amount < before
  return done
}

export function buyMeasured(
  caller: Caller,
  title: string,
  order: OrderRequest,
  occasion?: Occasion | null,
): Promise<Answer | undefined> {
  const buy = async () => {
    const answer = await caller.buy(order, occasion)
    // Where no balance does, a lookup at once tells a settled order that is bought again from a repeated first answer.
    const isSettled = caller.orders.get(order.partnerReference)?.settledMs !== undefined
    if (isSettled && !caller.isShown && answer && isProcessing(summaryIn(answer)))
      await caller.lookUp(order.partnerReference)
    return answer
  }
  return caller.budget.line(title, 1, () => measured(caller, buy))
}

/** How long after the last order has settled the balance is read at last: a hold may be captured then. Milliseconds. */
const REST_MS = 1000

/** How often a balance that has shown no purchase is read once more: some are refreshed every 20 s. */
const LAST_READS = 8

/** Reads the balance until nothing moves it any more. */
export async function measureAtRest(caller: Caller): Promise<void> {
  await caller.pace.sleep(Math.max(caller.lagMs, REST_MS))
  const amount = await caller.readBalance()
  let last = await caller.readBalance()
  for (
    let reads = 0;
    reads < LAST_READS && !caller.isShown && last !== undefined && last === amount;
    reads += 1
  ) {
    caller.say('waiting for the balance')
    await caller.pace.sleep(LONGEST_LAG_MS)
    last = await caller.readBalance()
  }
  if (last === amount) return
  await caller.pace.sleep(LONGEST_LAG_MS)
  await caller.readBalance()
}

function learn(caller: Caller, milliseconds: number): void {
  caller.lagMs = Math.min(Math.max(caller.lagMs, milliseconds), LONGEST_LAG_MS)
}
