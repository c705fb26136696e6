import { abandonedBefore, type Costs, isIdle, LONGEST_LAG_MS, repeatsIn, type Window } from './balance.ts'
import type { Fact } from './facts.ts'
import { failureOf, isSettledBefore, type Order, settledMs } from './orders.ts'

/** Of the cost of a card: what is less is a price that moved, or a fee. */
export const TOLERANCE = 0.5

/** Of what is owed: by so much its prices may have moved. */
export const MOVING = 0.06

/** Of what an order costs: so much must leave the balance to be its debit. */
const NEARLY = 0.75

/** More left the balance than everything that was bought may cost. */
export type Excess = {
  readonly seen: Window
  /** The window of what it was charged for: most often the same. */
  readonly sent: Window
  readonly repeated: readonly Order[]
  readonly amount: number
}

export type Debits = {
  readonly excesses: readonly Excess[]
  /** Windows in which nothing was owed, and nothing sent but identical bodies. */
  readonly repeats: readonly Window[]
  /** What left the balance while the run bought nothing, and beyond what it bought. */
  readonly unexplained: number
  readonly beyond: number
  /** What left beside identical bodies, and is more than each of them costs. */
  readonly unlike: number
  /** How long after a purchase the balance showed it. Milliseconds. */
  readonly lagMs: number
  /** What was given back for orders that failed, and what rose besides. */
  readonly refunded: number
  readonly risen: number
}

/** What is owed, and what has left the balance beyond it, as the reads show one after another. */
export class Owed {
  /** Whether what rises is taken for a refund; else for a copy of the balance that is behind. */
  readonly #isSteady: boolean
  readonly #costs: Costs
  /** What is less than this is a price that moved, or a fee. */
  readonly #slack: number
  readonly #owed = new Set<Order>()
  readonly #refunded = new Set<Order>()
  readonly #past: Window[] = []
  readonly #found = {
    excesses: [] as Excess[],
    repeats: [] as Window[],
    unexplained: 0,
    beyond: 0,
    unlike: 0,
    lagMs: 0,
    refunded: 0,
    risen: 0,
  }
  /** What rose, and may fall again. */
  #returned = 0
  #isBehind = false
  #isEarly = false
  #isLater = false

  constructor(costs: Costs, isSteady: boolean) {
    this.#costs = costs
    this.#isSteady = isSteady
    this.#slack = (costs.cheapest ?? 0) * TOLERANCE
  }

  /** What the windows have shown; undefined where one shows that the balance is behind, and it was taken for steady. */
  follow(windows: readonly Window[]): Debits | undefined {
    for (const window of windows) {
      for (const order of this.#owed) if (isNeverDebited(order, window)) this.#owed.delete(order)
      for (const order of window.bought) this.#owed.add(order)
      if (window.fell < 0) this.#rise(window)
      else {
        this.#compare(window)
        this.#fall(window)
      }
      this.#past.push(window)
    }
    return this.#isSteady && this.#isBehind ? undefined : this.#found
  }

  #compare(window: Window): void {
    const { bought, repeated, refused, isUnclear, fell } = window
    if (isUnclear) return
    const due = sumOf(this.#owed, this.#costs.most)
    const isOfRepeats = repeated.length > 0 && bought.length + refused.length === 0
    if (isOfRepeats && this.#owed.size + this.#returned === 0) this.#found.repeats.push(window)
    const over = fell - due - this.#returned
    const tolerance = Math.max(this.#slack, Number.isFinite(due) ? due * MOVING : 0)
    if (over > tolerance) this.#exceed(window, over)
  }

  /** What an excess was charged for: an identical body or a refused purchase in its window, or before, if shown late. */
  #exceed(seen: Window, amount: number): void {
    const { excesses } = this.#found
    const isBehind = this.#isLater || this.#isBehind
    // Each body that is sent again costs its card at most once more: a card may cost more than its price.
    const most = sumOf(seen.repeated, (order) => this.#costs.most(order) * repeatsIn(order, seen))
    if (this.#isSteady && !isBehind && amount > most * (1 + TOLERANCE) && most > 0) {
      this.#found.unlike += amount
      return
    }
    const isLate = ({ after }: Window) => isBehind && seen.before.sentMs - after.sentMs < LONGEST_LAG_MS
    if (hasSuspects(seen)) {
      // What was sent again before is charged late, perhaps, and not what was refused here.
      const late = this.#past.findLast((window) => window.repeated.length > 0 && isLate(window))
      const sent = seen.repeated.length > 0 ? seen : (late ?? seen)
      excesses.push({ seen, sent, repeated: sent.repeated, amount })
      return
    }
    const unpaid = (window: Window) => window.repeated.filter((order) => this.#owed.has(order))
    const isRepeatCharged = excesses.some(({ repeated }) => repeated.length > 0)
    const recent = this.#past.filter(isLate)
    const late = recent.filter(hasSuspects)
    // Another body that was served may cost something, too.
    const isOfAnother = recent.some(({ isUnclear }) => isUnclear)
    const sent =
      this.#past.findLast((window) => unpaid(window).length > 0) ??
      (isRepeatCharged ? late.findLast(({ repeated }) => repeated.length > 0) : undefined) ??
      (isOfAnother ? undefined : late.at(-1))
    if (sent !== undefined) {
      const repeated = unpaid(sent).length > 0 ? unpaid(sent) : sent.repeated
      excesses.push({ seen, sent, repeated, amount })
      return
    }
    const isOfThem = (due: number) => Math.abs(amount - due) <= this.#slack
    // Exactly what the purchases cost that were refused a moment before, with other keys, or whose clients had gone away.
    const turnedAway = this.#past.findLast(
      ({ refused, after }) => refused.length > 1 && seen.before.sentMs - after.sentMs < LONGEST_LAG_MS,
    )
    const abandoned = abandonedBefore(this.#past, seen.before)
    if (turnedAway !== undefined && isOfThem(sum(turnedAway.refused.map(this.#costs.price))))
      excesses.push({ seen, sent: turnedAway, repeated: [], amount })
    else if (abandoned.length > 1 && isOfThem(sumOf(abandoned, this.#costs.most)))
      excesses.push({ seen, sent: seen, repeated: abandoned, amount })
    else if (isIdle(seen)) this.#found.unexplained += amount
    else this.#found.beyond += amount
  }

  /** Of what is owed, decides what a fall has shown: what fits best, and what was just bought before all else. */
  #fall({ fell, bought, before, after, isUnclear }: Window): void {
    const { most } = this.#costs
    // What was just bought is shown first, where it is exactly that.
    const just = bought.filter((order) => this.#owed.has(order))
    const isJust = just.length > 0 && Math.abs(fell - sumOf(just, most)) <= this.#slack
    let rest = fell
    const distance = (order: Order) =>
      Math.abs(rest - most(order)) - (bought.includes(order) ? this.#slack : 0)
    for (;;) {
      const fitting = [...(isJust ? just : this.#owed)].filter(
        (order) => this.#owed.has(order) && rest >= most(order) * NEARLY,
      )
      const [order] = fitting.toSorted((one, other) => distance(one) - distance(other))
      if (order === undefined) break
      rest -= most(order)
      this.#owed.delete(order)
      if (bought.includes(order)) this.#isEarly ||= !isSettledBefore(order, after)
      // What another body may have cost shows no lag.
      else if (!isUnclear) this.#showLate(order, before, after)
    }
    // A balance that shows all at once has shown the debit and the refund of what was bought and failed between two reads.
    const isGivenBack = (order: Order) =>
      (failureOf(order)?.answeredMs ?? Number.POSITIVE_INFINITY) < after.sentMs
    if (this.#isSteady) for (const order of bought.filter(isGivenBack)) this.#owed.delete(order)
    // One is debited when it is bought, and another later: the balance shows that one late.
    this.#isBehind ||= this.#isEarly && this.#isLater
    this.#returned = Math.max(0, this.#returned - Math.max(0, rest))
  }

  #showLate(order: Order, before: Fact, after: Fact): void {
    this.#isLater = true
    if (!isSettledBefore(order, before)) return
    const lateMs = after.sentMs - (order.sends[0]?.sentMs ?? 0)
    if (lateMs <= LONGEST_LAG_MS) this.#found.lagMs = Math.max(this.#found.lagMs, lateMs)
  }

  /** What rises is given back for orders that failed, is a copy that is behind or a hold that is released, or a top-up. */
  #rise({ fell, before, after }: Window): void {
    const { most } = this.#costs
    const bought = this.#past.flatMap((window) => window.bought)
    const failing = bought.filter((order) => !this.#refunded.has(order) && isFailingIn(order, before, after))
    let rest = -fell
    if (this.#isSteady && failing.length > 0 && rest <= sumOf(failing, most) + this.#slack) {
      this.#found.refunded += rest
      for (const order of failing)
        if (rest > this.#slack) {
          this.#refunded.add(order)
          rest -= this.#costs.least(order)
        }
      return
    }
    const { excesses } = this.#found
    this.#found.risen += rest
    // A copy that was behind shows soon what the other one did: exactly as much. More than that is given.
    const soon = excesses.filter(({ seen }) => after.sentMs - seen.after.sentMs <= LONGEST_LAG_MS)
    const undone = soon.findIndex(
      (_, index) => Math.abs(sum(soon.slice(index).map(({ amount }) => amount)) - rest) <= this.#slack,
    )
    if (undone >= 0) {
      rest = 0
      excesses.length -= soon.length - undone
    }
    // What an order that failed was charged once more is given back, too.
    const isReturned = ({ repeated, amount }: Excess) =>
      repeated.some((order) => failureOf(order) !== undefined) && Math.abs(amount - rest) <= this.#slack
    if (this.#isSteady && excesses.some(isReturned)) return
    const open = bought.filter((order) => failing.includes(order) || isNew(order, before))
    if (rest > sumOf(open, most) + this.#slack) return
    this.#returned += Math.max(0, rest)
    this.#isBehind = true
  }
}

function hasSuspects({ repeated, refused }: Window): boolean {
  return repeated.length + refused.length > 0
}

/** Whether an order that failed, or was refused, is not debited any more. */
function isNeverDebited(order: Order, { before }: Window): boolean {
  const { all, sends } = order
  const end = failureOf(order) ?? (all.some(({ isServed }) => isServed) ? undefined : refusalOf(order))
  return end !== undefined && sends.length > 0 && end.answeredMs + LONGEST_LAG_MS < before.sentMs
}

/** The answer that says that an order was not bought. */
function refusalOf({ all, sends }: Order): Fact | undefined {
  const unsureMs = sends.findLast(({ said, isAbandoned }) => said === 'nothing' || isAbandoned)?.sentMs ?? 0
  return all.findLast(({ said, sentMs }) => said === 'no' && sentMs >= unsureMs)
}

/** Whether an order that was PROCESSING failed in a window, or not long before it. */
function isFailingIn(order: Order, before: Fact, after: Fact): boolean {
  const processing = order.told.findLast(({ summary }) => summary.kind === 'processing')
  const failed = failureOf(order)
  if (processing === undefined || failed === undefined) return false
  return processing.sentMs < after.sentMs && failed.answeredMs + LONGEST_LAG_MS > before.sentMs
}

/** Whether a copy of the balance may not show an order yet that was bought or settled before a read. */
export function isNew(order: Order, before: Fact): boolean {
  const lastMs = Math.max(order.sends[0]?.sentMs ?? 0, settledMs(order))
  return !isSettledBefore(order, before) || lastMs + LONGEST_LAG_MS > before.sentMs
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}

export function sumOf(orders: Iterable<Order>, cost: (order: Order) => number): number {
  return sum([...orders].map(cost))
}
