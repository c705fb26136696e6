import { type Costs, isIdle, type Window } from './balance.ts'
import type { Fact } from './facts.ts'
import { isFailed, isPaid, type Order } from './orders.ts'

/** A balance shows a debit, or a copy of it that is behind, within this time. Milliseconds. */
const LONGEST_LAG_MS = 3000

/** How long after a purchase whose answer is not known a refusal says that it was not bought. Milliseconds. */
const UNSURE_MS = 1500

/** Of the cost of a card: what is less is a price that moved, or a fee. */
const TOLERANCE = 0.5

/** Of what is owed: by so much its prices may have moved. */
const MOVING = 0.06

/** Of what an order costs: so much must leave the balance to be its debit. */
const NEARLY = 0.75

/** More left the balance than everything that was bought may cost. */
export type Excess = {
  /** The window in which it left. */
  readonly seen: Window
  /** The window of what it was charged for: most often the same. */
  readonly sent: Window
  /** The orders whose identical body it was charged for. */
  readonly repeated: readonly Order[]
  readonly amount: number
}

/** What a balance does in a run. */
export type Debits = {
  readonly excesses: readonly Excess[]
  /** Windows in which nothing was owed, and nothing sent but identical bodies. */
  readonly repeats: readonly Window[]
  /** What left the balance while the run bought nothing. */
  readonly stray: number
  /** How long after a purchase the balance showed it. Milliseconds. */
  readonly lagMs: number
  /** What was given back for orders that failed. */
  readonly failed: number
}

/**
 * Follows the balance from read to read. What may still leave it is owed: each reference once, from its purchase until
 * a fall shows it, whenever a service debits it, and however late the balance shows that. What leaves beyond is an excess.
 */
export function followDebits(windows: readonly Window[], costs: Costs): Debits {
  const steady = isPrompt(windows) ? followed(windows, costs, true) : undefined
  return steady?.isSteady === true ? steady : followed(windows, costs, false)
}

/** So often must a balance show a purchase at once, and then rest, before what rises is taken for a refund. */
const TELLING = 3

function isPrompt(windows: readonly Window[]): boolean {
  const shown = windows.filter(({ bought, fell }, index) => {
    const next = windows[index + 1]
    return bought.length > 0 && fell > 0 && next !== undefined && isIdle(next) && next.fell === 0
  })
  return shown.length >= TELLING
}

/** @param isSteady whether what rises is taken for a refund; else for a copy of the balance that is behind. */
function followed(
  windows: readonly Window[],
  costs: Costs,
  isSteady: boolean,
): Debits & { readonly isSteady: boolean } {
  const slack = (costs.cheapest ?? 0) * TOLERANCE
  const owed = new Set<Order>()
  const refunded = new Set<Order>()
  const excesses: Excess[] = []
  const bought: Order[] = []
  const repeats: Window[] = []
  let [returned, stray, lagMs, failed] = [0, 0, 0, 0]
  let [isBehind, isEarly, isLater] = [false, false, false]

  for (const [index, window] of windows.entries()) {
    for (const order of owed) if (isNeverDebited(order, window)) owed.delete(order)
    for (const order of window.bought) owed.add(order)
    if (window.fell < 0) rise(window)
    else {
      if (owed.size + returned === 0 && isOfRepeats(window)) repeats.push(window)
      const over = window.fell - sumOf([...owed], costs.most) - returned
      if (over > toleranceIn(window) && !window.isUnclear) exceed(window, index, over)
      fall(window)
    }
    bought.push(...window.bought)
  }
  return { excesses, repeats, stray, lagMs, failed: isSteady ? failed : 0, isSteady: !isBehind }

  /** Of what is owed, decides what a fall has shown: what fits best, and what was just bought before all else. */
  function fall({ fell, bought: now, before, after }: Window): void {
    // Where nothing shows what a card costs, its debit hides any other.
    if (now.some((order) => !Number.isFinite(costs.most(order)))) return
    const amounts = [...owed].map(costs.most)
    const isAll = owed.size > 0 && fell > sum(amounts) + returned - Math.min(...amounts) * TOLERANCE
    let rest = fell
    for (;;) {
      const fitting = isAll ? [...owed] : [...owed].filter((order) => rest >= costs.most(order) * NEARLY)
      // One that failed is owed no longer, later: where the balance may be behind, it is this one.
      const distance = (order: Order) =>
        Math.abs(rest - costs.most(order)) -
        (now.includes(order) ? slack : 0) -
        (isFailed(order) ? slack * (isSteady ? 0.5 : 2) : 0)
      const [order] = fitting.toSorted((one, other) => distance(one) - distance(other))
      if (order === undefined) break
      rest -= costs.most(order)
      owed.delete(order)
      const isNow = now.includes(order)
      if (!isNow && isSettledBefore(order, before)) late(order, after)
      isEarly ||= isNow && !isSettledBefore(order, after)
      isLater ||= !isNow
    }
    // One is debited when it is bought, and another later: the balance shows that one late.
    isBehind ||= isEarly && isLater
    returned = isAll ? 0 : Math.max(0, returned - Math.max(0, rest))
  }

  function late({ sends: [first] }: Order, { sentMs }: Fact): void {
    isBehind = true
    const lateMs = sentMs - (first?.sentMs ?? 0)
    if (lateMs <= LONGEST_LAG_MS) lagMs = Math.max(lagMs, lateMs)
  }

  /** What rises is given back for orders that failed, is a copy that is behind or a hold that is released, or a top-up. */
  function rise({ fell, before, after }: Window): void {
    let rest = -fell
    const failing = bought.filter((order) => !refunded.has(order) && isFailingIn(order, before, after))
    if (isSteady && rest <= sumOf(failing, costs.most) + slack) {
      failed += rest
      for (const order of failing)
        if (rest > slack) {
          refunded.add(order)
          rest -= leastOf(order)
        }
      return
    }
    while (rest > slack && (excesses.at(-1)?.amount ?? Number.POSITIVE_INFINITY) <= rest + slack)
      rest -= excesses.pop()?.amount ?? 0
    const open = bought.filter(
      (order) => failing.includes(order) || isNew(order, before) || !isSettledBefore(order, before),
    )
    if (rest > sumOf(open, costs.most) + slack) return
    returned += Math.max(0, rest)
    isBehind = true
  }

  /** What an excess was charged for: an identical body or a refused purchase in its window, or not long before it. */
  function exceed(seen: Window, index: number, amount: number): void {
    if (seen.repeated.length + seen.refused.length > 0) {
      excesses.push({ seen, sent: seen, repeated: seen.repeated, amount })
      return
    }
    const unpaid = [...owed].filter((order) =>
      windows.slice(0, index).some(({ repeated }) => repeated.includes(order)),
    )
    const sent = windows
      .slice(0, index)
      .findLast(
        ({ repeated, refused, after }) =>
          repeated.some((order) => unpaid.length === 0 || unpaid.includes(order)) ||
          (unpaid.length === 0 && refused.length > 0 && after.sentMs > 0),
      )
    const isLate = sent !== undefined && lagMs > 0 && seen.before.sentMs - sent.after.sentMs < LONGEST_LAG_MS
    if (sent !== undefined && (unpaid.length > 0 || isLate))
      excesses.push({ seen, sent, repeated: unpaid.length > 0 ? unpaid : sent.repeated, amount })
    else if (isIdle(seen)) stray += amount
  }

  function toleranceIn({ repeated }: Window): number {
    const dearer = repeated.length === 0 ? 0 : Math.min(...repeated.map(costs.most)) * TOLERANCE
    const due = sumOf([...owed], costs.most)
    return Math.max(slack, dearer, Number.isFinite(due) ? due * MOVING : 0)
  }

  function leastOf(order: Order): number {
    return costs.least(order) ?? 0
  }
}

function isOfRepeats({ bought, repeated, refused, isUnclear }: Window): boolean {
  return repeated.length > 0 && bought.length + refused.length === 0 && !isUnclear
}

/** Whether an order that failed, or was refused, is not debited any more. */
function isNeverDebited(order: Order, { before }: Window): boolean {
  const { all, sends } = order
  const failed = all.find(({ summary }) => summary?.kind === 'settled' && !summary.isSuccess)
  const end = failed ?? (all.some(({ isServed }) => isServed) ? undefined : refusalOf(order))
  return end !== undefined && sends.length > 0 && end.answeredMs + LONGEST_LAG_MS < before.sentMs
}

/** The answer that says that an order was not bought. */
function refusalOf({ all, sends }: Order): Fact | undefined {
  const unsureMs =
    sends.findLast(({ said, isAbandoned }) => said === 'nothing' || isAbandoned)?.sentMs ?? -UNSURE_MS
  return all.findLast(({ said, sentMs }) => said === 'no' && sentMs >= unsureMs + UNSURE_MS)
}

/** Whether an order that was PROCESSING failed in a window, or not long before it. */
function isFailingIn(order: Order, before: Fact, after: Fact): boolean {
  const processing = order.all.findLast(({ summary }) => summary?.kind === 'processing')
  const failed = order.all.find(({ summary }) => summary?.kind === 'settled')
  if (processing === undefined || failed === undefined || !isFailed(order)) return false
  return processing.sentMs < after.sentMs && failed.answeredMs + LONGEST_LAG_MS > before.sentMs
}

/** Whether a copy of the balance may not show an order yet that was bought or settled before a read. */
function isNew(order: Order, { sentMs }: Fact): boolean {
  return Math.max(order.sends[0]?.sentMs ?? 0, settledMs(order)) + LONGEST_LAG_MS > sentMs
}

function isSettledBefore({ all }: Order, { sentMs }: Fact): boolean {
  return all.some(({ summary, answeredMs }) => summary?.kind === 'settled' && answeredMs < sentMs)
}

/**
 * By how much less than the orders cost that settled as a success left the balance in the whole run. What rose may have
 * been given besides.
 */
export function shortageIn(
  windows: readonly Window[],
  costs: Costs,
  { excesses, lagMs, failed }: Debits,
): number {
  const orders = [...new Set(windows.flatMap(({ bought }) => bought))].filter(isPaid)
  const restsMs = Math.max(0, ...orders.map(settledMs)) + Math.max(REST_MS, lagMs)
  if ((windows.at(-1)?.after.sentMs ?? 0) < restsMs) return 0
  const fell = windows.map((window) => (window.fell < 0 ? sumOf(window.bought, costs.most) : window.fell))
  const excess = excesses.reduce((sum, { amount }) => sum + amount, 0)
  const least = sumOf(orders, (order) => costs.least(order) ?? 0)
  return least + excess + failed - fell.reduce((sum, amount) => sum + amount, 0)
}

function settledMs({ all }: Order): number {
  return all.find(({ summary }) => summary?.kind === 'settled')?.answeredMs ?? 0
}

const REST_MS = 900

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}

/** What orders cost together. */
export function sumOf(orders: readonly Order[], cost: (order: Order) => number): number {
  return orders.reduce((sum, order) => sum + cost(order), 0)
}
