import type { Profile } from '../../contract/profile/profile.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { repeatCheckOf, timeoutCheckOf } from './circumstances.ts'
import type { Fact } from './facts.ts'
import type { Explanation, Findings } from './findings.ts'
import { isIdle, isPaid, type Ledger, ledgerOf, type Window } from './ledger.ts'
import { isAtOnce, type Order, type Orders } from './orders.ts'

/** The gaps that a verdict depends on when it is read from the balance. */
const OFF_THE_BALANCE = ['balance-fields', 'money-format', 'funds-movement'] as const

/** Of the least cost of a card: what is less is a price that moved, or a fee. */
const TOLERANCE = 0.5

/** What the balance of a run says, in a few words, if anything. */
export type MoneyWeather = {
  readonly lagMs: number
  /** The references whose identical body was charged once more; null where the balance shows no purchase. */
  readonly charged: ReadonlySet<string> | null
  /** Why the balance decides nothing; null where it may. */
  readonly unreliable: string | null
}

/** What the balance shows: whether each reference was paid for, once. */
export function judgeMoney(
  facts: readonly Fact[],
  orders: Orders,
  profile: Profile,
  findings: Findings,
): MoneyWeather {
  const balances = facts.filter(
    ({ key, operation, amount }) => key === 'own' && operation === 'getBalance' && amount !== null,
  )
  const lagMs = lagIn(balances, orders)
  const ledger = ledgerOf(balances, orders, facts, lagMs)
  if (ledger === undefined || ledger.leastCost === undefined)
    return { lagMs, charged: null, unreliable: null }
  const slack = ledger.leastCost * TOLERANCE
  const words = (amount: number) => moneyWords(amount, profile.money)
  const over = ledger.windows.flatMap((window) => surplusIn(window, ledger, slack))
  const under = ledger.windows.flatMap((window) => shortageIn(window, ledger, slack))
  const [surplus, shortage] = [sumOf(over), sumOf(under)]
  if (ledger.stray > slack && ledger.total > ledger.most + surplus + slack) {
    const unreliable = `The balance fell by ${words(ledger.stray)} while the run bought nothing: another caller spends on this key. A run needs a key for itself.`
    return { lagMs, charged: null, unreliable }
  }
  // A window is believed where the whole run agrees with it: what a balance shows late evens out.
  const sold = ledger.least + ledger.inDoubt
  const believed = ledger.total + ledger.refunded + ledger.toppedUp >= sold + surplus - slack ? over : []
  for (const one of believed) findings.contradict(...overcharged(one, words))
  if (under.length > 0 && ledger.total + ledger.credited <= ledger.least + sumOf(believed) - shortage + slack)
    for (const one of under) findings.contradict(...undercharged(one, words))
  for (const window of ledger.windows) noteCharges(window, findings)
  const charged = new Set(believed.flatMap(({ window }) => window.repeated.map(({ reference }) => reference)))
  return { lagMs, charged, unreliable: null }
}

type Excess = { readonly window: Window; readonly amount: number; readonly card: number }

/** By how much more the balance fell in a window than everything in it may cost. */
function surplusIn(window: Window, ledger: Ledger, slack: number): Excess[] {
  const { bought, repeated, pending, refused, others, fell } = window
  // A purchase that was served without a valid key is charged to its key's partner, too.
  if (isIdle(window) || window.isStale || others.length > 0 || refused.some(({ isServed }) => isServed))
    return []
  // One purchase alone is what shows its cost.
  if (
    bought.length > 0 &&
    repeated.length === 0 &&
    bought.every((order) => ledger.costOf(order) === undefined)
  )
    return []
  const possible = [...bought, ...pending]
  const known = possible.map((order) => ledger.costOf(order))
  if (known.some((cost) => cost === undefined)) return []
  const most = known.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  const amount = fell - most
  if (repeated.length === 0 && refused.length === 0) return []
  const isEachTime = most === 0 && amount > 0 && refused.length === 0 && chargesEachRepeat(ledger)
  // A price that moves, or a fee, is less than half of the cheapest card that was repeated.
  const costs = repeated.map((order) => ledger.costOf(order) ?? ledger.leastCost ?? 0)
  const least = Math.max(slack, costs.length === 0 ? 0 : Math.min(...costs) * TOLERANCE)
  return amount > least || isEachTime ? [{ window, amount, card: ledger.leastCost ?? 0 }] : []
}

/** Whether the balance fell in every window, two at least, in which nothing but identical bodies was sent. */
function chargesEachRepeat({ windows, stray }: Ledger): boolean {
  const repeats = windows.filter(
    ({ bought, repeated, pending, refused, others }) =>
      repeated.length > 0 && bought.length + pending.length + refused.length + others.length === 0,
  )
  return stray === 0 && repeats.length >= 2 && repeats.every(({ fell }) => fell > 0)
}

/** By how much less the balance fell in a window than the purchases in it must cost. */
function shortageIn(window: Window, ledger: Ledger, slack: number): Excess[] {
  // Where it rose, something else moved it, too.
  if (window.fell < 0 || window.isStale) return []
  const due = window.bought.filter(
    (order) => isDueAtOnce(order, ledger) && !isReadTooEarly(order, window, ledger),
  )
  const least = due.reduce((sum, order) => sum + (ledger.costOf(order) ?? 0), 0)
  const amount = least - window.fell
  return due.length > 0 && amount > slack ? [{ window, amount, card: ledger.leastCost ?? 0 }] : []
}

/** Whether an order that was sold is debited when it is bought: it was settled then, or this service debits before. */
function isDueAtOnce(order: Order, { isDebitedAtPurchase }: Ledger): boolean {
  const told = order.sends.find(({ isServed, summary }) => isServed && summary !== null)
  if (told === undefined || order.isAbandoned || !isPaid(order)) return false
  return told.summary?.kind === 'settled' || isDebitedAtPurchase === true
}

/** Whether a window ends before the balance can show a purchase in it. */
function isReadTooEarly({ sends: [first] }: Order, { after }: Window, { lagMs }: Ledger): boolean {
  return lagMs > 0 && first !== undefined && after.sentMs - first.answeredMs < lagMs
}

type Found = Parameters<Findings['contradict']>

function overcharged({ window, amount, card }: Excess, words: (amount: number) => string): Found {
  const { before, after, bought, refused, repeated } = window
  if (refused.length > 0 && repeated.length === 0) {
    const clause = refused.every(({ key }) => key === 'blocked') ? 'ip-allowlist' : 'key-required'
    const check = clause === 'ip-allowlist' ? 'purchase' : 'refused-purchase'
    const message = `Purchases without a valid key were refused, and ${words(amount)} left the balance.`
    return [
      'charged-without-key',
      [before, ...refused, after],
      [{ clause, check, message }],
      { gaps: OFF_THE_BALANCE },
    ]
  }
  const due = window.fell - amount
  const instead = due > 0 ? `: ${words(window.fell)} left it instead of ${words(due)}` : ''
  const abandoned = repeated.filter(({ isAbandoned }) => isAbandoned)
  const explanations = repeated.flatMap((order): Explanation[] => {
    const repeat = order.sends.slice(1).find((send) => isIn(send, window) && !send.isAbandoned)
    const message = `The identical body took ${words(amount)} off the balance once more${instead}; one card costs ${words(card)}.`
    const survives = `After the client went away, it was bought more than once: ${words(window.fell)} left the balance instead of ${words(due)}.`
    const check =
      repeat === undefined ? 'later' : isAtOnce(order, repeat) ? 'simultaneous' : repeatCheckOf(order, repeat)
    return [
      ...(order.isAbandoned
        ? [{ clause: 'purchase-survives-timeout', check: timeoutCheckOf(order), message: survives } as const]
        : []),
      { clause: 'same-body-same-purchase', check, message },
    ]
  })
  const once = [...new Map(explanations.map((one) => [one.clause, one])).values()]
  return [
    'repeat-charged',
    [
      ...repeated.flatMap(({ sends: [first] }) =>
        first === undefined || isIn(first, window) ? [] : [first],
      ),
      before,
      ...new Set([...bought, ...repeated].flatMap(({ all }) => all.filter((fact) => isIn(fact, window)))),
      after,
    ],
    once,
    { gaps: OFF_THE_BALANCE, isAfterTimeout: abandoned.length === repeated.length },
  ]
}

function undercharged({ window, amount, card }: Excess, words: (amount: number) => string): Found {
  const { before, after, bought, fell } = window
  const sends = bought.flatMap(({ sends: [first] }) => (first === undefined ? [] : [first]))
  const check = bought.length > 1 ? 'beside' : 'additional'
  const message =
    fell <= 0
      ? 'A purchase under a new reference was served, and nothing left the balance.'
      : `Expected ${words(fell + amount)} to leave the balance, as one card costs ${words(card)} and ${bought.length} were bought${bought.length > 1 ? ' at the same moment' : ''}; ${words(fell)} left it.`
  return [
    'new-not-charged',
    [before, ...sends, after],
    [{ clause: 'new-reference-new-purchase', check, message }],
    { gaps: OFF_THE_BALANCE },
  ]
}

/** What the balance could have shown, and did not. */
function noteCharges(window: Window, findings: Findings): void {
  const { before, after, bought, repeated, refused } = window
  if (refused.length > 0)
    findings.saw('key-required', 'refused-purchase', [before, ...refused.slice(0, 1), after], OFF_THE_BALANCE)
  for (const order of repeated) {
    const repeat = order.sends.slice(1).find((send) => isIn(send, window) && send.isServed)
    if (repeat === undefined) continue
    if (order.isAbandoned)
      findings.saw(
        'purchase-survives-timeout',
        timeoutCheckOf(order),
        [before, ...order.sends.filter((send) => isIn(send, window)), after],
        OFF_THE_BALANCE,
      )
    else
      findings.saw(
        'same-body-same-purchase',
        repeatCheckOf(order, repeat),
        [before, repeat, after],
        OFF_THE_BALANCE,
      )
  }
  const [first] = bought.flatMap(({ sends: [send] }) => (send?.isServed ? [send] : []))
  if (first !== undefined && window.fell > 0)
    findings.saw(
      'new-reference-new-purchase',
      bought.length > 1 ? 'beside' : 'additional',
      [before, first, after],
      OFF_THE_BALANCE,
    )
}

/** How long after a purchase the balance showed it, where it was read until it did. */
function lagIn(balances: readonly Fact[], { orders }: Orders): number {
  let lagMs = 0
  for (const [index, after] of balances.entries()) {
    const before = balances[index - 1]
    if (before === undefined || (after.amount ?? 0) >= (before.amount ?? 0)) continue
    const sends = orders
      .flatMap(({ sends }) => sends.slice(0, 1))
      .filter(({ sentMs }) => sentMs < before.sentMs)
    const isQuiet = !orders.some(({ sends }) => sends.some((send) => isBetween(send, before, after)))
    const last = sends.at(-1)
    if (
      isQuiet &&
      last !== undefined &&
      last.summary?.kind === 'settled' &&
      after.sentMs - last.sentMs <= LONGEST_LAG_MS
    )
      lagMs = Math.max(lagMs, after.sentMs - last.sentMs)
  }
  return lagMs
}

const LONGEST_LAG_MS = 3000

function isIn(send: Fact, { before, after }: Window): boolean {
  return isBetween(send, before, after)
}

function isBetween(send: Fact, before: Fact, after: Fact): boolean {
  return send.sentMs > before.sentMs && send.sentMs < after.answeredMs
}

function sumOf(excesses: readonly Excess[]): number {
  return excesses.reduce((sum, { amount }) => sum + amount, 0)
}
