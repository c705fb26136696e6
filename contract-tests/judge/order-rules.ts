import { type Profile, provenanceOf } from '../../contract/profile/profile.ts'
import { newCheck, repeatCheckOf, timeoutCheckOf } from './circumstances.ts'
import type { Fact } from './facts.ts'
import type { Explanation, Findings } from './findings.ts'
import type { MoneyWeather } from './money-rules.ts'
import { allowedRefusal, isBefore, isPlain, type Order, persistentlyRefused } from './orders.ts'
import { describe, quoted, whyNothing } from './phrases.ts'
import { deadIn } from './read-rules.ts'

const LOOKUP = ['lookup-operation'] as const

/** What the answers about all orders say together. */
type Run = {
  readonly profile: Profile
  readonly orders: readonly Order[]
  readonly findings: Findings
  /** References whose purchase was served: how they are written is known to be accepted. */
  readonly accepted: readonly string[]
  /** Identical bodies that were refused by saying nothing, again and again. */
  readonly refused: ReadonlySet<Fact>
  /** Whether any lookup found any order: if none did, the profile may name the wrong path. */
  readonly isEverFound: boolean
  /** Lookups that said nothing, too many in a row for weather. */
  readonly dead: ReadonlySet<Fact>
  readonly charged: MoneyWeather['charged']
}

/** Every answer about the orders of a run. What the balance shows is judged elsewhere. */
export function judgeOrders(
  orders: readonly Order[],
  profile: Profile,
  { charged }: Pick<MoneyWeather, 'charged'>,
  findings: Findings,
): void {
  const run: Run = {
    profile,
    orders,
    findings,
    accepted: orders
      .filter(({ sends }) => sends.find(({ said }) => said !== 'nothing')?.isServed)
      .map(({ reference }) => reference),
    refused: persistentlyRefused(orders, profile),
    charged,
    dead: deadIn(
      orders.flatMap(({ lookups }) => lookups).toSorted((one, other) => one.seq - other.seq),
      profile,
    ),
    isEverFound: orders.some(({ lookups }) => lookups.some(({ summary }) => summary !== null)),
  }
  for (const order of orders) {
    for (const fact of order.all) judgeSummary(fact, order, run)
    judgeFirst(order, run)
    for (const repeat of order.sends.slice(1)) judgeRepeat(order, repeat, run)
    judgeFound(order, run)
    judgeCourse(order, run)
  }
}

/** The position of a summary, and its pollAfterSeconds. */
function judgeSummary(fact: Fact, { sends }: Order, { findings }: Run): void {
  if (!fact.isServed || !fact.hasData) return
  const isPurchase = fact.operation === 'createOrder'
  const clause = isPurchase ? 'purchase-position' : 'lookup-position'
  const check = isPurchase ? (fact === sends[0] ? 'first' : 'replay') : 'position'
  const { summary } = fact
  if (summary === null) {
    const position = isPurchase ? 'data.order.order' : 'data.order'
    const message = `Expected a summary with a status at ${position}; ${describe(fact)} with ${fact.excerpt}.`
    findings.contradict(
      isPurchase ? 'purchase-misplaced' : 'lookup-misplaced',
      [fact],
      [{ clause, check, message }],
    )
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
  findings.contradict(
    'no-poll-after',
    [fact],
    [{ clause: 'processing-has-poll-after', check: 'summary', message }],
  )
}

/** Whether a value is what §3.1 documents: a number of seconds. */
export function isPollAfter(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

/** The first purchase of a reference: served, or refused for a reason that may not be shown. */
function judgeFirst(order: Order, run: Run): void {
  const { findings, profile, accepted } = run
  const [first] = order.sends
  if (first === undefined) return
  const check = newCheck(order, first, run.orders)
  // A purchase to which nothing was said was asked for again.
  const told = first.isAbandoned ? first : order.sends.find(({ said }) => said !== 'nothing')
  if (told?.isServed) {
    findings.saw('order-two-fields', 'served', [told])
    if (order !== run.orders[0]) findings.saw('new-reference-new-purchase', check, [told])
    return
  }
  const dead = deadIn(
    run.orders.flatMap(({ sends }) => sends.filter(({ isAbandoned }) => !isAbandoned)),
    profile,
  )
  const isRefused = first.said === 'no' || (dead.has(first) && accepted.length === 0)
  if (!isRefused) {
    if (first.isAbandoned) return
    findings.missed('order-two-fields', 'served', whyNothing(first, profile), [first])
    findings.missed('new-reference-new-purchase', check, whyNothing(first, profile), [first])
    return
  }
  const allowed = allowedRefusal(order, first.status, accepted, profile)
  if (allowed !== undefined) {
    findings.missed('order-two-fields', 'served', `${describe(first)}, ${allowed}`, [first])
    findings.missed('new-reference-new-purchase', check, `${describe(first)}, ${allowed}`, [first])
  } else if (accepted.length === 0) {
    const message = `Expected a body of exactly partnerReference and sku to be served; ${describe(first)}.`
    findings.contradict(
      'two-fields-refused',
      [first],
      [{ clause: 'order-two-fields', check: 'served', message }],
    )
  } else if (isSoldElsewhere(order, first, run.orders)) {
    const message = `Expected a card under a new reference to be bought, as the first one was; ${describe(first)}.`
    findings.contradict('new-refused', [first], [{ clause: 'new-reference-new-purchase', check, message }])
  }
}

/** Whether a purchase of the same card was served before, under another reference. */
function isSoldElsewhere({ reference, sku }: Order, send: Fact, orders: readonly Order[]): boolean {
  return orders.some(
    (other) =>
      other.sku === sku &&
      other.reference !== reference &&
      other.sends.some((sold) => sold.isServed && sold.sentMs < send.answeredMs),
  )
}

/** An identical body: the same purchase, also after its client went away. */
function judgeRepeat(order: Order, repeat: Fact, run: Run): void {
  const { findings, profile, refused, accepted } = run
  if (repeat.isAbandoned) return
  const abandoned = order.sends.find((send) => send.isAbandoned && send.sentMs < repeat.sentMs)
  const timeoutCheck = timeoutCheckOf(order)
  const bodyCheck = repeatCheckOf(order, repeat)
  if (repeat.isServed) {
    if (abandoned === undefined) findings.saw('same-body-same-purchase', bodyCheck, [repeat])
    else
      findings.saw(
        'purchase-survives-timeout',
        timeoutCheck,
        [abandoned, ...order.lookups.slice(0, 1), repeat],
        LOOKUP,
      )
    return
  }
  const isRefused = repeat.said === 'no' || refused.has(repeat)
  if (!isRefused) {
    const message = whyNothing(repeat, profile)
    if (abandoned === undefined) findings.missed('same-body-same-purchase', bodyCheck, message, [repeat])
    else findings.missed('purchase-survives-timeout', timeoutCheck, message, [repeat])
    return
  }
  const said = order.sends.some((send) => send.isServed && send.sentMs < repeat.sentMs)
  const found = order.lookups.filter(({ summary }) => summary !== null)
  const allowed =
    said || found.length > 0 ? undefined : allowedRefusal(order, repeat.status, accepted, profile)
  if (allowed !== undefined) {
    const message = `${describe(repeat)}, ${allowed}`
    if (abandoned === undefined) findings.missed('same-body-same-purchase', bodyCheck, message, [repeat])
    else findings.missed('purchase-survives-timeout', timeoutCheck, message, [abandoned, repeat])
    return
  }
  const message = `Expected the identical body to be answered with its purchase; ${describe(repeat)}.`
  const looked = order.lookups.find((lookup) => lookup.sentMs < repeat.sentMs)
  const sameBody = { clause: 'same-body-same-purchase', check: bodyCheck, message } as const
  const newReference = {
    clause: 'new-reference-new-purchase',
    check: newCheck(order, repeat, run.orders),
    message: `Expected a card under a new reference to be bought; ${describe(repeat)}.`,
  } as const
  const survives: Explanation = {
    clause: 'purchase-survives-timeout',
    check: timeoutCheck,
    message: `After the client went away, ${looked === undefined ? '' : `${describe(looked)}, and `}the identical body was refused: ${describe(repeat)}.`,
  }
  const neverSold: Explanation = {
    clause: 'order-two-fields',
    check: 'served',
    message: `Expected a body of exactly partnerReference and sku to be served; ${describe(repeat)}.`,
  }
  findings.contradict(
    'repeat-refused',
    [abandoned ?? order.sends.find((send) => send.isServed && send.seq < repeat.seq), looked, repeat].filter(
      (fact) => fact !== undefined,
    ),
    // Where nothing is ever sold, the identical body is not the cause.
    accepted.length === 0
      ? [neverSold]
      : [...(abandoned === undefined ? [] : [survives]), sameBody, ...(said ? [] : [newReference])],
    { isAfterTimeout: abandoned !== undefined, gaps: looked === undefined ? [] : LOOKUP },
  )
}

/** An order that was bought is found by its lookup, the right one, and until the end of the run. */
function judgeFound(order: Order, run: Run): void {
  const { findings, isEverFound } = run
  const { lookups, sends } = order
  const bought = sends.find(({ isServed }) => isServed)
  const named = order.all.find((fact) => fact.named !== null && fact.named !== order.reference)
  if (named !== undefined) judgeNamed(order, named, run)
  if (!isEverFound) {
    const [lost] = lookups.filter(({ said }) => said === 'no')
    const message = 'No lookup found an order (see the assumption lookup-operation).'
    for (const check of ['position', 'found'])
      findings.missed('lookup-position', check, message, lost === undefined ? [] : [lost])
    return
  }
  const heard = lookups.filter((lookup) => lookup.said !== 'nothing' || run.dead.has(lookup))
  const found = heard.filter(({ summary }) => summary !== null)
  const lostAgain = heard.find(
    (lookup, index) =>
      isLost(lookup) && found.some((one) => one.seq < lookup.seq) && isStillLost(heard, index, found[0]),
  )
  if (lostAgain !== undefined) {
    const before = found.findLast((one) => one.seq < lostAgain.seq) as Fact
    const message = `The lookup did not find an order that was bought, and that a lookup found before: ${describe(lostAgain)}.`
    findings.contradict(
      'found-no-more',
      [before, lostAgain],
      [{ clause: 'lookup-position', check: 'found', message }, ...lostAfterTimeout(order, lostAgain, run)],
      { gaps: LOOKUP, isAfterTimeout: order.isAbandoned },
    )
    return
  }
  const last = heard.at(-1)
  if (found.length > 0) {
    findings.saw('lookup-position', 'found', found.slice(-1), LOOKUP)
    return
  }
  if (bought === undefined || last === undefined || !isLost(last) || !isPlain(order.reference)) return
  if (last.sentMs - bought.answeredMs < UNSTEADY_MS) return
  const message = `The lookup did not find an order that was bought: ${describe(last)}.`
  const explanations: readonly Explanation[] = [
    { clause: 'lookup-position', check: 'found', message },
    ...lostAfterTimeout(order, last, run),
    {
      clause: 'new-reference-new-purchase',
      check: newCheck(order, bought, run.orders),
      message: `A purchase under a new reference was served, and no lookup ever found it: ${describe(last)}.`,
    },
  ]
  findings.contradict('never-found', [bought, last], explanations, {
    gaps: LOOKUP,
    isAfterTimeout: order.isAbandoned,
  })
}

/** That an order whose client went away was lost by that, unless its body is still answered as that purchase. */
function lostAfterTimeout(order: Order, lost: Fact, run: Run): readonly Explanation[] {
  if (!order.isAbandoned || isThere(order, lost, run)) return []
  const message = `After the client went away, the order was not found: ${describe(lost)}.`
  return [{ clause: 'purchase-survives-timeout', check: timeoutCheckOf(order), message }]
}

/** Whether an identical body that was sent after a lookup found nothing says that the order is there, and was paid for. */
function isThere({ sends, lookups, reference }: Order, lost: Fact, { charged }: Run): boolean {
  const again = sends.find((send) => send.isServed && send.sentMs > lost.sentMs)
  if (again === undefined || charged?.has(reference) === true) return false
  // A lookup that finds it from then on shows that the body bought it only now.
  return lookups.every((lookup) => lookup.summary === null || lookup.sentMs < again.sentMs)
}

/** Whether a lookup to which the service said something found nothing. */
function isLost({ isServed, summary }: Fact): boolean {
  return !isServed && summary === null
}

/** How long after a purchase a lookup may still find it now and not then. Milliseconds. */
const UNSTEADY_MS = 1500

/** A lookup that finds nothing any more counts if the next one finds nothing either, or the order is not new. */
function isStillLost(heard: readonly Fact[], index: number, first: Fact | undefined): boolean {
  const [lookup, next] = [heard[index], heard[index + 1]]
  if (lookup === undefined) return false
  return next === undefined || isLost(next) || lookup.sentMs - (first?.sentMs ?? 0) > UNSTEADY_MS
}

/** An answer that names another reference than the one that was asked for. */
function judgeNamed(order: Order, fact: Fact, run: Run): void {
  const isLookup = fact.operation === 'lookupOrder'
  const isOurs = run.orders.some(({ reference }) => reference === fact.named)
  const lookup: Explanation = {
    clause: 'lookup-position',
    check: 'found',
    message: `The lookup of ${quoted(order.reference)} answered with the order of another partnerReference: ${quoted(fact.named)}.`,
  }
  const merged: Explanation = {
    clause: 'new-reference-new-purchase',
    check: newCheck(order, fact, run.orders),
    message: `${describe(fact)} for ${quoted(order.reference)}, a new reference, with the order of ${quoted(fact.named)}.`,
  }
  const explanations = isLookup ? [lookup, ...(isOurs ? [merged] : [])] : isOurs ? [merged] : []
  if (explanations.length > 0)
    run.findings.contradict('another-order', [...new Set([...order.sends.slice(0, 1), fact])], explanations, {
      gaps: isLookup ? LOOKUP : [],
    })
}

/** An order that is settled is not PROCESSING later, and one that is PROCESSING stops to be. */
function judgeCourse(order: Order, run: Run): void {
  const { findings } = run
  const told = order.all.filter(({ summary }) => summary !== null)
  const back = told.filter(
    (fact) =>
      fact.summary?.kind === 'processing' &&
      told.some((one) => one.summary?.kind === 'settled' && isBefore(one, fact)),
  )
  for (const processing of back) judgeWayBack(order, processing, told, run)
  const settled = order.lookups.filter(({ summary }) => summary !== null && summary.kind !== 'processing')
  if (back.length === 0 && settled.length > 0)
    findings.saw('order-leaves-processing', 'stays-settled', settled.slice(-1), LOOKUP)
  const processing = told.filter(({ summary }) => summary?.kind === 'processing')
  const last = told.at(-1)
  if (processing.length === 0 || last === undefined) return
  if (last.summary?.kind === 'processing') judgeEndless(order, processing, last, run)
  else findings.saw('order-leaves-processing', 'settles', [last], ['settlement-time', ...LOOKUP])
}

function judgeWayBack(
  order: Order,
  processing: Fact,
  told: readonly Fact[],
  { findings, charged }: Run,
): void {
  const before = told.filter((one) => one.summary?.kind === 'settled' && isBefore(one, processing))
  const settled = before.find(({ operation }) => operation === 'createOrder') ?? before[0]
  if (settled === undefined) return
  const isBody = processing.operation === 'createOrder'
  const isBySends = before.some(({ operation }) => operation === 'createOrder')
  const after = told.filter((one) => isBefore(processing, one))
  const next = after.find(({ operation }) => operation === 'lookupOrder')
  const isStillSettled = next?.summary?.kind === 'settled'
  const message = `The order ${quoted(order.reference)} was settled, and then PROCESSING again.`
  const leaves = { clause: 'order-leaves-processing', check: 'stays-settled', message } as const
  const lookup = {
    clause: 'lookup-position',
    check: 'found',
    message:
      'The lookup answered with a settled order, while the identical body said that this one is PROCESSING. If the body only repeats its first answer, the lookup is right, and that answer goes back.',
  } as const
  const again = {
    clause: 'same-body-same-purchase',
    check: repeatCheckOf(order, processing),
    message,
  } as const
  const survives = { clause: 'purchase-survives-timeout', check: timeoutCheckOf(order), message } as const
  // Lookups said settled before the body said PROCESSING, and again after it: they show another order, or the body is behind.
  const isOfLookups = isBody && !isBySends
  const hasLookupGoneBack = told.some(
    (one) =>
      one.operation === 'lookupOrder' &&
      one.summary?.kind === 'processing' &&
      isBefore(settled, one) &&
      isBefore(one, processing),
  )
  const isAgainst = isOfLookups && isStillSettled && !hasLookupGoneBack
  // A later body that says settled, too, is no repeated answer: then the lookups were ahead of the order.
  const isTelling =
    isAgainst &&
    after.some(({ operation, summary }) => operation === 'createOrder' && summary?.kind === 'settled')
  findings.contradict(
    'back-to-processing',
    [settled, processing],
    [
      ...(isAgainst ? [lookup, leaves] : [leaves]),
      ...(!isAgainst && (isOfLookups || !isBody) ? [lookup] : []),
      // A body that was bought again is another order by itself.
      ...(isBody && (charged === null || (charged.size > 0 && !charged.has(order.reference))) ? [again] : []),
      ...(charged?.has(order.reference) === true && order.sends.indexOf(processing) !== 0
        ? [...(order.isAbandoned ? [survives] : []), again]
        : []),
    ],
    { gaps: LOOKUP, isTelling, isTied: isAgainst && !isTelling, isAfterTimeout: order.isAbandoned },
  )
}

/** With fewer polls, an order that is still PROCESSING shows nothing. */
const TELLING_POLLS = 3

/** An order that was still PROCESSING when the run gave it up. */
function judgeEndless(
  order: Order,
  processing: readonly Fact[],
  last: Fact,
  { profile, findings }: Run,
): void {
  const { settleSeconds } = profile.limits
  const [first] = processing
  const asked = last.summary?.pollAfterSeconds
  const askedSeconds = isPollAfter(asked) ? asked : 1
  const waitedMs = last.answeredMs - (first?.answeredMs ?? 0)
  const polls = processing.length - 1
  const isOver = askedSeconds <= settleSeconds && waitedMs + askedSeconds * 1000 > settleSeconds * 1000
  const message = unsettledWords(order, { askedSeconds, polls, waitedMs, settleSeconds, isOver })
  const isKnown = provenanceOf(profile, 'limits.settleSeconds') !== 'assumed'
  if (isOver && isKnown && polls >= TELLING_POLLS)
    findings.contradict(
      'never-settles',
      [...processing.slice(-2)],
      [{ clause: 'order-leaves-processing', check: 'settles', message }],
      {
        gaps: ['settlement-time', ...LOOKUP],
      },
    )
  else
    findings.missed(
      'order-leaves-processing',
      'settles',
      isOver && !isKnown ? `${message}${ASSUMED}` : message,
      processing.slice(-2),
    )
}

const ASSUMED =
  ' How long an order may take is not documented, and the profile assumes it: an operator who confirms it makes this a broken clause.'

type Endless = {
  readonly askedSeconds: number
  readonly polls: number
  readonly waitedMs: number
  readonly settleSeconds: number
  readonly isOver: boolean
}

/** Why an order was given up: how long it took, the wait that it asked for, or what could not be read. */
function unsettledWords(
  { reference, all, lookups }: Order,
  { askedSeconds, polls, waitedMs, settleSeconds, isOver }: Endless,
): string {
  const limit = `limits.settleSeconds of the profile is ${settleSeconds}`
  if (askedSeconds > settleSeconds)
    return `The order ${quoted(reference)} asked to wait ${askedSeconds.toLocaleString('en')} s before the next poll, and was not followed any further: ${limit}.`
  const last = lookups.at(-1)
  if (!isOver && last?.summary === null)
    return `The order ${quoted(reference)} could not be followed until it settled: ${describe(last)}${last.isServed ? ', without a summary that can be read' : ''}.`
  if (!isOver) return `The order ${quoted(reference)} was PROCESSING, and was not polled until it settled.`
  if (all.some(({ summary }) => summary?.kind === 'settled'))
    return `The order ${quoted(reference)} was settled, and PROCESSING when it was last seen.`
  return `The order ${quoted(reference)} was still PROCESSING after ${polls} polls at its own pace, in ${Math.round(waitedMs / 1000)} s: ${limit}.`
}
