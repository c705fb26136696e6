import { isInProgress, mayRefuseText } from '../../contract/judging/said.ts'
import { isPollAfter } from '../../contract/wire/processing.ts'
import type { JudgedHead } from '../history/history.ts'
import { LOOKUP, newCheck, type OrderRun, repeatCheckOf, shownBy, timeoutCheckOf } from './circumstances.ts'
import { judgeCourse, storedAnswersIn } from './course-rules.ts'
import { judgeEnds, judgeLeft } from './end-rules.ts'
import type { Fact } from './facts.ts'
import type { Explanation, Findings } from './findings.ts'
import { judgeCard, judgeFound, judgeUnknown } from './lookup-rules.ts'
import type { MoneyWeather } from './money-rules.ts'
import { besideTestOf, inTurn, type Order, type Orders, oddlyWritten } from './orders.ts'
import { describe, quoted, whyNothing, withoutData } from './phrases.ts'
import { deadIn } from './read-rules.ts'
import { persistentlyRefused, refusalsIn } from './refusals.ts'

/** Every answer about the orders of a run. What the balance shows is judged elsewhere. */
export function judgeOrders(
  own: readonly Fact[],
  { orders, references, unknown }: Orders,
  { profile }: JudgedHead,
  { charged, lagMs }: Pick<MoneyWeather, 'charged' | 'lagMs'>,
  findings: Findings,
): void {
  const served = own.filter(({ isServed }) => isServed)
  const run: OrderRun = {
    profile,
    served,
    orders,
    references,
    skus: new Set(served.flatMap(({ catalogue }) => catalogue?.skus ?? [])),
    isOneBeside: besideTestOf(orders),
    isOddlyWritten: oddlyWritten(orders),
    findings,
    refusals: refusalsIn(own, orders, profile),
    refused: persistentlyRefused(orders, profile),
    charged,
    lagMs,
    deadLookups: deadIn(inTurn(orders.flatMap(({ lookups }) => lookups)), profile),
    deadPurchases: deadIn(
      inTurn(orders.flatMap(({ sends }) => sends.filter(({ isAbandoned }) => !isAbandoned))),
      profile,
    ),
    stored: storedAnswersIn({ orders, charged }),
    slowestMs: Math.max(
      0,
      ...served.flatMap(({ operation, sentMs, answeredMs }) =>
        operation === 'createOrder' ? [answeredMs - sentMs] : [],
      ),
    ),
    isEverFound: orders.some(({ lookups }) => lookups.some(({ summary }) => summary !== null)),
  }
  for (const order of orders) {
    for (const fact of order.all) judgeSummary(fact, order, run)
    judgeCard(order, run)
    judgeFirst(order, run)
    for (const repeat of order.sends.slice(1)) judgeRepeat(order, repeat, run)
    judgeFound(order, run)
    judgeCourse(order, run)
  }
  judgeEnds(run)
  judgeLeft(run)
  judgeUnknown(unknown, run)
}

function judgeSummary(fact: Fact, { sends }: Order, { findings }: OrderRun): void {
  if (!fact.isServed) return
  const isPurchase = fact.operation === 'createOrder'
  const clause = isPurchase ? 'purchase-position' : 'lookup-position'
  const check = isPurchase ? (fact === sends[0] ? 'first' : 'replay') : 'position'
  const { summary } = fact
  if (!fact.hasData) {
    findings.missed(clause, check, withoutData(fact), [fact])
    return
  }
  if (summary === null) {
    const position = isPurchase ? 'data.order.order' : 'data.order'
    const message = `Expected a summary with a status at ${position}; ${describe(fact)} with ${fact.excerpt}.`
    const row = isPurchase ? 'purchase-misplaced' : 'lookup-misplaced'
    findings.contradict(row, [fact], { clause, check, message })
    return
  }
  findings.saw(clause, check, [fact], isPurchase ? [] : LOOKUP)
  if (summary.kind !== 'processing') return
  const { pollAfterSeconds: found } = summary
  if (isPollAfter(found)) {
    findings.saw('processing-has-poll-after', 'summary', [fact], isPurchase ? [] : LOOKUP)
    return
  }
  const message = `Expected pollAfterSeconds, a number of seconds, beside PROCESSING; ${describe(fact)} with ${found === undefined ? 'none' : quoted(found)}.`
  const explanation = { clause: 'processing-has-poll-after', check: 'summary', message } as const
  findings.contradict('no-poll-after', [fact], explanation)
}

/** The first purchase of a reference: served, or refused for a reason that may not be shown. */
function judgeFirst(order: Order, run: OrderRun): void {
  const { findings, profile, refusals } = run
  const [first] = order.sends
  if (first === undefined) return
  const check = newCheck(order, first, run)
  // A purchase to which nothing was said was asked for again.
  const told = first.isAbandoned ? first : order.sends.find(({ said }) => said !== 'nothing')
  if (told?.isServed) {
    findings.saw('order-two-fields', 'served', [told])
    if (order === run.orders[0]) return
    findings.saw('new-reference-new-purchase', check, [told])
    // What its body shows is no more than that one of both was served.
    const message = `${describe(first)}, and its body was served when it was sent again: which of both bought it is not told.`
    if (told !== first)
      findings.missed('new-reference-new-purchase', newCheck(order, told, run), message, [first, told])
    return
  }
  const isRefused =
    first.said === 'no' || (!refusals.isSelling && order.sends.some((send) => run.deadPurchases.has(send)))
  if (!isRefused) {
    if (first.isAbandoned) return
    const message = whyNothing(first, profile, run.served)
    findings.missed('order-two-fields', 'served', message, [first])
    findings.missed('new-reference-new-purchase', check, message, [first])
    return
  }
  const excuse = refusals.excuseOf(order, first)
  if (excuse !== undefined) {
    const message = `${describe(first)}, ${excuse.words}`
    findings.missed('order-two-fields', 'served', message, [first])
    // Where references are limited, not all that differ only in how they are written can be bought.
    if (excuse.isOfText)
      for (const clause of ['new-reference-new-purchase', 'same-body-same-purchase'] as const)
        findings.missed(clause, 'written', message, [first], { verdict: 'out-of-reach' })
    findings.missed('new-reference-new-purchase', check, message, [first])
  } else if (!refusals.isSelling) {
    const hint = mayRefuseText(first.status, profile.errors) ? OTHER_REFERENCES : ''
    const message = `Expected a body of exactly partnerReference and sku to be served; ${describe(first)}.${hint}`
    findings.contradict('two-fields-refused', [first], {
      clause: 'order-two-fields',
      check: 'served',
      message,
    })
  } else if (refusals.wasSold(order, first)) {
    const message = `Expected a card under a new reference to be bought, as the first one was; ${describe(first)}.`
    const newReference: Explanation = { clause: 'new-reference-new-purchase', check, message }
    findings.contradict('new-refused', [first], [newReference, ...asWritten(first, run)])
  }
}

const OTHER_REFERENCES =
  ' If the service wants references of another shape, name their prefix by --reference-prefix, or their characters in references.characters of the profile.'

/** An identical body: the same purchase, also after its client went away. */
function judgeRepeat(order: Order, repeat: Fact, run: OrderRun): void {
  const { findings, profile, refused, refusals } = run
  if (repeat.isAbandoned) return
  const abandoned = order.sends.find((send) => send.isAbandoned && send.sentMs < repeat.sentMs)
  const shown = shownBy(order, repeat)
  if (repeat.isServed) {
    const facts = abandoned === undefined ? [repeat] : [abandoned, ...order.lookups.slice(0, 1), repeat]
    for (const { clause, check } of shown)
      findings.saw(clause, check, facts, abandoned === undefined ? [] : LOOKUP)
    return
  }
  const said = order.sends.some((send) => send.isServed && send.sentMs < repeat.sentMs)
  const isSold = ({ isServed, isAbandoned, seq }: Fact) => (isServed || isAbandoned) && seq > repeat.seq
  const soldMs = order.sends.find(isSold)?.sentMs
  const isFound = order.lookups.some(
    ({ summary, sentMs }) => summary !== null && sentMs < (soldMs ?? Number.POSITIVE_INFINITY),
  )
  const excuse = said || isFound ? undefined : refusals.excuseOf(order, repeat)
  const isRefused = !isUnderWay(order, repeat, run) && (repeat.said === 'no' || refused.has(repeat))
  if (!isRefused || excuse !== undefined) {
    const message = isRefused
      ? `${describe(repeat)}, ${excuse?.words}`
      : whyNothing(repeat, profile, run.served)
    for (const { clause, check } of shown.slice(0, 1)) findings.missed(clause, check, message, [repeat])
    return
  }
  const looked = order.lookups.find((lookup) => lookup.sentMs < repeat.sentMs)
  const sold = order.sends.find((send) => send.isServed && send.seq < repeat.seq)
  const evidence = [abandoned ?? sold, looked, repeat].filter((fact) => fact !== undefined)
  const gaps = looked === undefined ? [] : LOOKUP
  const written = asWritten(repeat, run)
  // Where a new body was refused in that form as well, it is not for being sent again.
  const isTelling =
    written.length > 0 &&
    run.orders.some(({ sends: [first] }) => first?.said === 'no' && run.isOddlyWritten(first))
  const others = explanationsOf({ order, repeat, abandoned, looked, said }, run)
  const explanations = isTelling ? [...written, ...others] : [...others, ...written]
  findings.contradict('repeat-refused', evidence, explanations, { gaps, isTelling })
}

/** A purchase that takes less is over before its body comes again. Milliseconds. */
const LONG_MS = 200

/**
 * Whether a conflict may mean that the purchase itself is under way (RFC 9110, section 15.5.10): it is answered later, or its
 * client went away no longer ago than purchases take. Then a later body or lookup finds it.
 */
function isUnderWay({ sends, lookups }: Order, repeat: Fact, { slowestMs }: OrderRun): boolean {
  if (!isInProgress(repeat.status) || slowestMs < LONG_MS) return false
  const isUntilThen = ({ isAbandoned, isServed, seq, sentMs, answeredMs }: Fact) =>
    seq < repeat.seq &&
    (isAbandoned ? sentMs + slowestMs > repeat.sentMs : isServed && answeredMs > repeat.answeredMs)
  return (
    sends.some(isUntilThen) &&
    [...sends, ...lookups].some(({ isServed, sentMs }) => isServed && sentMs > repeat.answeredMs)
  )
}

type Refused = {
  readonly order: Order
  readonly repeat: Fact
  readonly abandoned: Fact | undefined
  readonly looked: Fact | undefined
  readonly said: boolean
}

function explanationsOf(
  { order, repeat, abandoned, looked, said }: Refused,
  run: OrderRun,
): readonly Explanation[] {
  const expected = (what: string) => `Expected ${what}; ${describe(repeat)}.`
  // Where nothing is ever sold, the identical body is not the cause.
  if (!run.refusals.isSelling) {
    const message = expected('a body of exactly partnerReference and sku to be served')
    return [{ clause: 'order-two-fields', check: 'served', message }]
  }
  const found = looked === undefined ? '' : `${describe(looked)}, and `
  const survives: Explanation = {
    clause: 'purchase-survives-timeout',
    check: timeoutCheckOf(order),
    message: `After the client went away, ${found}the identical body was refused: ${describe(repeat)}.`,
  }
  const sameBody: Explanation = {
    clause: 'same-body-same-purchase',
    check: repeatCheckOf(order, repeat),
    message: expected('the identical body to be answered with its purchase'),
  }
  const newReference: Explanation = {
    clause: 'new-reference-new-purchase',
    check: newCheck(order, repeat, run),
    message: expected('a card under a new reference to be bought'),
  }
  // A body that is answered as it was at first is the same purchase: that one is refused.
  const isAsAtFirst = abandoned === undefined && !said && order.sends[0]?.status === repeat.status
  return [
    ...(abandoned === undefined ? [] : [survives]),
    ...(isAsAtFirst ? [] : [sameBody]),
    ...(said ? [] : [newReference]),
  ]
}

/** That a body is refused for how it is written: in JSON, neither the order of members nor white space means anything. */
function asWritten(refused: Fact, { isOddlyWritten }: OrderRun): readonly Explanation[] {
  if (!isOddlyWritten(refused)) return []
  const message = `Expected a body of exactly partnerReference and sku to be served, however JSON writes it; ${describe(refused)}.`
  return [{ clause: 'order-two-fields', check: 'served', message }]
}
