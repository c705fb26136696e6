import { provenanceOf } from '../../contract/profile/profile.ts'
import { isPollAfter } from '../../contract/wire/processing.ts'
import { isProcessing, isServed, isSettled, type ReadSummary, summaryIn } from '../run/exchange.ts'
import type { Caller } from './caller.ts'
import { buyMeasured } from './measuring.ts'
import type { SentOrder } from './order-book.ts'

/** The shortest time between two polls, also if the order asks for less. Milliseconds. */
export const SHORTEST_PAUSE_MS = 100
/** The time between two polls if a summary does not say one. */
const USUAL_PAUSE_MS = 1000
const LOOKUPS_AFTERWARDS = 2
const FAILED_POLLS = 3
/** How often an order in a state that the profile does not name is polled: it may come before PROCESSING. */
const POLLS_OF_UNNAMED = 3
/** How often bodies of settled orders that say PROCESSING are sent once more, in the whole run. */
const LATER_REPEATS = 3

/**
 * How long an order is followed where others of its card have settled: so many times as long as the slowest of them took, and
 * at least so many milliseconds.
 */
const SLOWER = { times: 3, leastMs: 30_000 } as const

/**
 * How long an order of a card is followed: no longer than the profile says. Where that is only assumed, so that waiting for
 * it would break no clause, no longer than is likely to help; and after one that was given up, as long as others took.
 */
export function patienceMs({ orders, profile }: Pick<Caller, 'orders' | 'profile'>, sku: string): number {
  const mostMs = profile.limits.settleSeconds * 1000
  const own = [...orders.values()].filter(({ order }) => order.sku === sku)
  const slowestMs = Math.max(0, ...own.map(({ settledMs = 0 }) => settledMs))
  if (own.some(({ isGivenUp }) => isGivenUp)) return Math.min(mostMs, slowestMs)
  const isKnown = provenanceOf(profile, 'limits.settleSeconds') !== 'assumed'
  if (isKnown || own.every(({ settledMs }) => settledMs === undefined)) return mostMs
  return Math.min(mostMs, Math.max(SLOWER.leastMs, SLOWER.times * slowestMs))
}

const ONCE_SETTLED = 'its identical body, once it is settled'

/** A shorter wait is too short to show what another caller does. */
const WATCHED_MS = 400

/** When the identical body of an order is sent: in place of its first poll, or once the order is settled. */
export type Repeat = 'at-first-poll' | 'once-settled'

/** What is to be sent next about an order, and when. */
type Step = { readonly dueMs: number; readonly isPurchase: boolean }

/**
 * Polls the chosen orders, and all others whose body does not say that they are settled, until each is settled or can't be
 * polled. Polls that are due at the same time are sent side by side; a purchase is sent alone, so that its cost can be
 * read from the balance. A chosen order whose body took the place of no poll has it sent once it is settled.
 */
export async function followAll(caller: Caller, chosen: ReadonlyMap<string, Repeat>): Promise<void> {
  const { pace } = caller
  const later = { repeats: 0, hasPinged: false }
  const steps = new Map<AsyncGenerator<Step, void>, Step>()
  const advance = async (order: AsyncGenerator<Step, void>) => {
    const { value } = await order.next()
    if (value) steps.set(order, value)
    else steps.delete(order)
  }
  for (const sent of caller.orders.values())
    await advance(follow(caller, sent, chosen.get(sent.order.partnerReference), later))
  while (steps.size > 0) {
    const waitMs = Math.min(...[...steps.values()].map(({ dueMs }) => dueMs)) - pace.now()
    if (waitMs > 0) {
      // Once while orders are PROCESSING, which a ping has nothing to do with.
      if (!later.hasPinged) await caller.ask({ operation: 'ping', occasion: null })
      later.hasPinged = true
      const which = steps.size === 1 ? '1 order is' : `${steps.size} orders are`
      caller.say(`${which} followed, next poll in ${Number((waitMs / 1000).toFixed(1))} s`)
      // A read at either end of a wait shows what another caller spends on this key.
      if (waitMs >= WATCHED_MS) await caller.once({ operation: 'getBalance' })
      await pace.sleep(waitMs)
    }
    const due = [...steps].filter(([, { dueMs }]) => dueMs <= pace.now())
    await Promise.all(due.filter(([, { isPurchase }]) => !isPurchase).map(([order]) => advance(order)))
    for (const [order, { isPurchase }] of due) if (isPurchase) await advance(order)
  }
}

/** All that is asked about one order, from top to bottom: each step is taken when it is due. */
async function* follow(
  caller: Caller,
  sent: SentOrder,
  repeat: Repeat | undefined,
  later: { repeats: number },
): AsyncGenerator<Step, void> {
  const { order, last, found } = sent
  let summary = last && summaryIn(last)
  const { pace, profile } = caller
  if (repeat === undefined ? !summary || isSettled(summary, profile) : !isServed(last)) return
  // A lookup has said settled, and the body PROCESSING: its body is sent again.
  const saysBoth = found !== undefined && !isProcessing(found) && isProcessing(summary)
  let repeatsOnceSettled = repeat !== undefined || saysBoth
  const beganAt = pace.now()
  const step = (pauseMs: number, isPurchase = false): Step => ({ dueMs: pace.now() + pauseMs, isPurchase })
  const lookUp = async () => summaryIn(await caller.lookUp(order.partnerReference))
  const sendAgain = async (title: string, occasion?: null) => {
    const answer = await buyMeasured(caller, title, order, occasion)
    return answer && summaryIn(answer)
  }
  let unnamed = 0
  const mayMove = (seen: ReadSummary | undefined) => {
    if (seen === undefined || isProcessing(seen)) return true
    unnamed += 1
    return !isSettled(seen, profile) && unnamed <= POLLS_OF_UNNAMED
  }

  let failures = 0
  for (let poll = 1; mayMove(summary); poll += 1) {
    const isRepeat = repeat === 'at-first-poll' && poll === 1
    const next = step(pauseOf(summary), isRepeat)
    if (failures >= FAILED_POLLS) return
    if (next.dueMs > beganAt + patienceMs(caller, order.sku)) {
      sent.isGivenUp = true
      return
    }
    yield next
    if (isRepeat) {
      repeatsOnceSettled = saysBoth
      // The body shows whether the lookup was ahead of its order.
      await lookUp()
    }
    summary =
      isRepeat && caller.budget.covers(1)
        ? await sendAgain('the identical body of an order that is PROCESSING')
        : await lookUp()
    failures = summary === undefined ? failures + 1 : 0
  }
  for (let lookups = 0; lookups < LOOKUPS_AFTERWARDS; lookups += 1) {
    yield step(SHORTEST_PAUSE_MS)
    await lookUp()
  }
  if (!repeatsOnceSettled) return
  yield step(0, true)
  summary = await sendAgain(ONCE_SETTLED)
  // Lookups say settled, and the body PROCESSING: which of them is right shows once it must be settled for both.
  while (isProcessing(summary) && later.repeats < LATER_REPEATS) {
    later.repeats += 1
    yield step(pauseOf(summary), true)
    summary = await sendAgain(ONCE_SETTLED, null)
  }
  // One more lookup shows whether the replay changed anything.
  yield step(SHORTEST_PAUSE_MS)
  await lookUp()
}

function pauseOf(summary: ReadSummary | undefined): number {
  const asked = summary?.pollAfterSeconds
  return isPollAfter(asked) ? Math.max(asked * 1000, SHORTEST_PAUSE_MS) : USUAL_PAUSE_MS
}
