import { type Costs, isIdle, type Window } from './balance.ts'
import { failureOf, isPaid, isSettledBefore, type Order, settledMs } from './orders.ts'
import { type Debits, isNew, MOVING, Owed, sum, sumOf, TOLERANCE } from './owed.ts'

/**
 * Follows the balance from read to read. What may still leave it is owed: each reference once, from its purchase until
 * a fall shows it, whenever a service debits it, and however late the balance shows that. What leaves beyond is an excess.
 */
export function followDebits(windows: readonly Window[], costs: Costs): Debits {
  const follow = (isSteady: boolean) => new Owed(costs, isSteady).follow(windows)
  const steady = isPrompt(windows) ? follow(true) : undefined
  if (steady !== undefined) return steady
  const debits = follow(false) ?? NOTHING
  return isOverdrawn(windows, costs) ? debits : { ...debits, excesses: [] }
}

/**
 * Whether more left the balance, until any of its reads, than all that was bought until then costs. Where it shows more
 * than it had at first, it was given something: from then on only what it may not show yet is due. As much again
 * may be held for an order that is PROCESSING, until it has settled.
 */
function isOverdrawn(windows: readonly Window[], { most, cheapest = 0, isMoving }: Costs): boolean {
  const all: Order[] = []
  let open: readonly Order[] = []
  let [left, due] = [0, 0]
  return windows.some(({ bought, after, fell }) => {
    all.push(...bought)
    due += sumOf(bought, most)
    left += fell
    if (left < 0) {
      left = 0
      due = sumOf(
        all.filter((order) => isNew(order, after)),
        most,
      )
    }
    open = [...open, ...bought.filter(isEverProcessing)].filter((order) => !isSettledBefore(order, after))
    return left - due - sumOf(open, most) > Math.max(cheapest * TOLERANCE, isMoving ? due * MOVING : 0)
  })
}

function isEverProcessing({ told }: Order): boolean {
  return told.some(({ summary }) => summary.kind === 'processing')
}

const NOTHING: Debits = {
  excesses: [],
  repeats: [],
  unexplained: 0,
  beyond: 0,
  unlike: 0,
  lagMs: 0,
  refunded: 0,
  risen: 0,
}

/** So often must a balance show a purchase at once, and then rest, before what rises is taken for a refund. */
const TELLING = 6

function isPrompt(windows: readonly Window[]): boolean {
  const shown = windows.filter(({ bought, fell }, index) => {
    const next = windows[index + 1]
    return bought.length > 0 && fell > 0 && next !== undefined && isIdle(next) && next.fell === 0
  })
  return shown.length >= TELLING
}

/**
 * By how much less than the orders cost that settled as a success left the balance in the whole run. What rose may have
 * been given besides; where it is more than the orders that failed cost, as much may have been given unseen.
 */
export function shortageIn(windows: readonly Window[], costs: Costs, debits: Debits): number {
  const all = windows.flatMap(({ bought }) => bought)
  const failed = all.filter((order) => failureOf(order) !== undefined)
  if (debits.risen > sumOf(failed, costs.most)) return 0
  const orders = all.filter(isPaid)
  const restsMs = Math.max(0, ...orders.map(settledMs)) + Math.max(REST_MS, debits.lagMs)
  if ((windows.at(-1)?.after.sentMs ?? 0) < restsMs) return 0
  const fell = windows.map((window) => (window.fell < 0 ? sumOf(window.bought, costs.most) : window.fell))
  const excess = debits.excesses.map(({ amount }) => amount)
  return sumOf(orders, costs.least) + sum(excess) + debits.refunded - debits.risen - sum(fell)
}

const REST_MS = 900
