import type { Profile } from '../../contract/profile/profile.ts'
import { listed } from '../../contract/text/listed.ts'
import { currencyDigits, moneyWords } from '../../contract/wire/money.ts'
import { type Costs, costsIn, isWithin, type Window, windowsOf } from './balance.ts'
import { LOOKUP, repeatCheckOf, shownBy, timeoutCheckOf } from './circumstances.ts'
import { followDebits, shortageIn } from './debits.ts'
import type { Fact } from './facts.ts'
import type { Explanation, Findings } from './findings.ts'
import {
  failureOf,
  inTurn,
  isAtOnce,
  isBefore,
  isPaid,
  isSettledBefore,
  type Order,
  type Orders,
} from './orders.ts'
import { type Debits, type Excess, sum } from './owed.ts'
import { describe, quoted } from './phrases.ts'

const OFF_THE_BALANCE = ['balance-fields', 'money-format', 'funds-movement'] as const

export type MoneyWeather = {
  readonly lagMs: number
  /** The references whose identical body seems to have cost money; null where the balance shows no purchase. */
  readonly charged: ReadonlySet<string> | null
  /** Why the balance decides nothing; null where it may. */
  readonly unreliable: string | null
  readonly unlike: Costs['unlike']
}

export function judgeMoney(
  facts: readonly Fact[],
  orders: Orders,
  profile: Profile,
  findings: Findings,
): MoneyWeather {
  const windows = windowsOf(facts, orders)
  const costs = costsIn(windows, facts, orders.orders)
  const { cheapest: card } = costs
  // In the service's own currency, where it differs from the profile's but is read alike.
  const named = facts.find(({ amount, place }) => amount !== null && typeof place?.currency === 'string')
  const currency = (named?.place?.currency as string | undefined) ?? profile.money.currency
  const isAlike = currencyDigits(currency) === currencyDigits(profile.money.currency)
  const words = (amount: number) => moneyWords(amount, isAlike ? { currency } : profile.money)
  const moreThanBought = (amount: number) => `${words(amount)} more than what the run bought costs`
  if (card === undefined) {
    const over = beyondPrices(windows, costs)
    const unreliable = over > 0 ? unreliableBy(moreThanBought(over)) : null
    return { lagMs: 0, charged: null, unreliable, unlike: [] }
  }
  const debits = followDebits(windows, costs)
  const { lagMs, unexplained, beyond, unlike } = debits
  // Where bodies were charged again, what left beyond that may be theirs, too.
  if (unexplained + unlike > 0 || (beyond > 0 && debits.excesses.length === 0)) {
    const fell =
      unexplained > 0 ? `${words(unexplained)} while the run bought nothing` : moreThanBought(unlike + beyond)
    return { lagMs, charged: null, unreliable: unreliableBy(fell, unlike > 0 ? DEARER : ''), unlike: [] }
  }
  const excesses = [...debits.excesses, ...surchargesIn(debits)]
  for (const excess of excesses) findings.contradict(...overcharged(excess, card, words))
  const shortage = shortageIn(windows, costs, debits)
  const shorts = shortIn(windows, costs)
  if (!isDiscount(windows, shorts, costs))
    for (const short of shorts)
      if (shortage > short.amount / 2) findings.contradict(...undercharged(short, card, words))
  for (const window of windows) noteCharges(window, findings)
  // From the first read that is late, or of a copy that is behind, what leaves may be the debit of another order.
  const isSold = ({ sends }: Order) => sends.some(({ isServed }) => isServed)
  const late = windows.findIndex(({ bought, fell }) => (bought.some(isSold) ? fell <= 0 : fell !== 0))
  for (const window of late < 0 ? windows : windows.slice(0, late)) judgeLost(window, findings, words)
  const repeated = [...excesses.flatMap((excess) => excess.repeated), ...restartedIn(windows, costs)]
  const charged = new Set(repeated.map(({ reference }) => reference))
  return { lagMs, charged, unreliable: null, unlike: costs.unlike }
}

const DEARER = ' a card costs more than its price says,'

function unreliableBy(fell: string, cause = ''): string {
  return `The balance fell by ${fell}: another caller spends on this key,${cause} or it shows late what the run was charged. A run needs a key for itself.`
}

/** What left in the whole run beyond the prices of what was bought, where no read shows a purchase by itself; 0 if nothing. */
function beyondPrices(windows: readonly Window[], { price }: Costs): number {
  const due = windows.flatMap(({ bought }) => bought.map(price))
  const fell = sum(windows.map((window) => window.fell))
  const over = fell - sum(due)
  return over > Math.min(...due) / 2 ? over : 0
}

/**
 * Orders that had failed, and whose identical body took about a card off the balance. That may be their first debit, late,
 * or one that is given back: it contradicts nothing by itself.
 */
function restartedIn(windows: readonly Window[], { least }: Costs): readonly Order[] {
  return windows.flatMap(({ before, fell, bought, repeated }) => {
    const hasFailed = (failure: Fact | undefined) => failure !== undefined && isBefore(failure, before)
    const isCharged = (order: Order) => hasFailed(failureOf(order)) && fell > least(order) / 2
    return bought.length > 0 ? [] : repeated.filter(isCharged)
  })
}

/** So many identical bodies of settled orders must cost something, where others cost nothing. */
const CHARGED_ONCE_SETTLED = 3

/**
 * What each identical body costs by itself, however little, if it comes with every one of them, or of settled orders, and
 * never without.
 */
function surchargesIn({ excesses, lagMs, repeats }: Debits): readonly Excess[] {
  const settled = repeats.filter(({ repeated, before }) =>
    repeated.every((one) => isSettledBefore(one, before)),
  )
  const isEach = (all: readonly Window[], least: number) =>
    all.length >= least && all.every(({ fell }) => fell > 0)
  if (lagMs + excesses.length > 0) return []
  const charged = isEach(repeats, 2) ? repeats : isEach(settled, CHARGED_ONCE_SETTLED) ? settled : []
  return charged.map((seen) => ({ seen, sent: seen, repeated: seen.repeated, amount: seen.fell }))
}

type Short = { readonly window: Window; readonly amount: number }

/** Windows in which less left the balance than what was bought in them costs, by half a card at least. */
function shortIn(windows: readonly Window[], costs: Costs): readonly Short[] {
  return windows.flatMap((window) => {
    const least = window.bought.filter(isPaid).map(costs.least)
    const amount = sum(least) - window.fell
    return window.fell >= 0 && least.length > 0 && amount > Math.min(...least) / 2 ? [{ window, amount }] : []
  })
}

/** So many cards must be free for a rule to be seen in it, which frees one of so many at least. */
const SHOWING_A_RULE = 2
const LONGEST_RULE = 10

/**
 * Whether what is missing may be a discount, of which the reference says nothing: on the first cards, up to one that is
 * charged and all that follow, or on exactly every so many cards.
 */
function isDiscount(windows: readonly Window[], shorts: readonly Short[], { least }: Costs): boolean {
  const missingIn = new Map(shorts.map(({ window, amount }) => [window, amount]))
  let cards = 0
  const sold = windows.flatMap((window) => {
    const { bought } = window
    if (bought.length === 0) return []
    const missing = missingIn.get(window) ?? 0
    const nths = bought.map((_, nth) => cards + nth)
    cards += bought.length
    // What an order cost that failed is not known.
    const isSure = bought.every(isPaid)
    return [{ nths, missing, free: Math.round(missing / Math.max(...bought.map(least))), isSure }]
  })
  const charged = sold.findIndex(({ missing, isSure }) => missing === 0 && isSure)
  if (sold.findLastIndex(({ missing }) => missing > 0) < charged) return true
  if (sum(sold.map(({ free }) => free)) < SHOWING_A_RULE) return false
  const isRule = (every: number, first: number) =>
    sold.every(
      ({ nths, free, isSure }) => !isSure || free === nths.filter((nth) => nth % every === first).length,
    )
  const upTo = (count: number) => [...Array(count).keys()]
  return upTo(LONGEST_RULE + 1).some((every) =>
    upTo(every).some((first) => every > 1 && isRule(every, first)),
  )
}

/** So many orders are named in one sentence. */
const NAMED = 3

type Found = Parameters<Findings['contradict']>

function overcharged(excess: Excess, card: number, words: (amount: number) => string): Found {
  const { seen, sent, repeated, amount } = excess
  const { before, after } = seen
  const refused = seen.refused.length > 0 ? seen.refused : sent.refused
  const clause = refused.every(({ key }) => key === 'blocked') ? 'ip-allowlist' : 'key-required'
  const refusedWords =
    clause === 'ip-allowlist' ? 'from an address that is not allowed' : 'without a valid key'
  const keyless: Explanation = {
    clause,
    check: clause === 'ip-allowlist' ? 'purchase' : 'refused-purchase',
    message: `Purchases ${refusedWords} were refused, and ${words(amount)} left the balance.`,
  }
  if (repeated.length === 0) {
    const facts = inTurn([before, ...refused, after])
    return ['charged-without-key', facts, [keyless], { gaps: OFF_THE_BALANCE }]
  }
  // Charged late for what was sent again, or at once for what was refused: nothing tells.
  const isEither = seen !== sent && seen.refused.length > 0
  const due = seen.fell - amount
  const instead = due > 0 ? `: ${words(seen.fell)} left it instead of ${words(due)}` : ''
  const again = `The identical body of ${namesOf(repeated)} took ${words(amount)} off the balance once more${instead}; one card costs ${words(card)}.`
  const survives = (order: Order) =>
    `After the client went away, ${namesOf([order])} was bought more than once: ${words(seen.fell)} left the balance instead of ${words(due)}.`
  const explanations = repeated.flatMap((order): Explanation[] => {
    const repeat = order.sends.slice(1).find((send) => isWithin(send, sent) && !send.isAbandoned)
    const check =
      repeat === undefined ? 'later' : isAtOnce(order, repeat) ? 'simultaneous' : repeatCheckOf(order, repeat)
    const timeout = { check: timeoutCheckOf(order), message: survives(order) }
    return [
      ...(order.isAbandoned ? [{ clause: 'purchase-survives-timeout', ...timeout } as const] : []),
      { clause: 'same-body-same-purchase', check, message: again },
    ]
  })
  const inIt = [...seen.bought, ...repeated].flatMap(({ all }) => all.filter((fact) => isWithin(fact, seen)))
  const earlier = repeated.flatMap(({ sends }) => [
    ...sends.slice(0, 1),
    ...sends.filter((send) => isWithin(send, sent)),
  ])
  const shown = inTurn(new Set([before, ...earlier, ...inIt, after]))
  return [
    'repeat-charged',
    shown,
    [...new Map([...explanations, ...(isEither ? [keyless] : [])].map((one) => [one.clause, one])).values()],
    { gaps: OFF_THE_BALANCE, isTied: isEither },
  ]
}

/** So long after its client went away, a purchase that was charged is found. Milliseconds. */
const FOUND_WITHIN_MS = 2000

/** A purchase whose client went away, that was charged, and that no lookup finds until its body is sent again (§4.3). */
function judgeLost(
  { before, after, bought: [order, ...more], repeated, refused, isUnclear, fell }: Window,
  findings: Findings,
  words: (amount: number) => string,
): void {
  const left = order?.sends[0]
  if (order === undefined || left?.isAbandoned !== true || isUnclear) return
  if (more.length + repeated.length + refused.length > 0) return
  const again = order.sends[1]?.sentMs ?? Number.POSITIVE_INFINITY
  const lost = order.lookups.findLast(({ sentMs }) => sentMs > after.answeredMs && sentMs < again)
  // One that no lookup ever finds is the lookup's.
  if (!order.lookups.some(({ summary }) => summary !== null)) return
  if (lost?.said !== 'no' || lost.sentMs - left.sentMs < FOUND_WITHIN_MS) return
  const message = `After the client went away, ${words(fell)} left the balance, and the order ${quoted(order.reference)} was not found: ${describe(lost)}.`
  const explanation = { clause: 'purchase-survives-timeout', check: timeoutCheckOf(order), message } as const
  const gaps = [...OFF_THE_BALANCE, ...LOOKUP]
  findings.contradict('never-found', [before, left, after, lost], explanation, { gaps })
}

function namesOf(orders: readonly Order[]): string {
  return listed(
    orders.map(({ reference }) => quoted(reference)),
    NAMED,
  )
}

function undercharged({ window, amount }: Short, card: number, words: (amount: number) => string): Found {
  const { before, after, bought, fell } = window
  const sends = bought.flatMap((order) => order.sends.slice(0, 1))
  const check = bought.length > 1 ? 'beside' : 'additional'
  const message =
    fell <= 0
      ? `The purchase of ${namesOf(bought)} under a new reference was served, and nothing left the balance.`
      : `Expected ${words(fell + amount)} to leave the balance, as one card costs ${words(card)} and ${bought.length} were bought${bought.length > 1 ? ' at the same moment' : ''} (${namesOf(bought)}); ${words(fell)} left it.`
  const explanation = { clause: 'new-reference-new-purchase', check, message } as const
  return ['new-not-charged', [before, ...sends, after], [explanation], { gaps: OFF_THE_BALANCE }]
}

function noteCharges(window: Window, findings: Findings): void {
  const { before, after, bought, repeated, refused } = window
  if (refused.length > 0)
    findings.saw('key-required', 'refused-purchase', [before, ...refused.slice(0, 1), after], OFF_THE_BALANCE)
  for (const order of repeated) {
    const repeat = order.sends.slice(1).find((send) => isWithin(send, window) && send.isServed)
    if (repeat === undefined) continue
    const sent = order.isAbandoned ? order.sends.filter((send) => isWithin(send, window)) : [repeat]
    for (const { clause, check } of shownBy(order, repeat))
      findings.saw(clause, check, [before, ...sent, after], OFF_THE_BALANCE)
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
