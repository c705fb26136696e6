import { type Profile, provenanceOf } from '../../contract/profile/profile.ts'
import { isPollAfter } from '../../contract/wire/processing.ts'
import { LOOKUP, type OrderRun, repeatCheckOf, timeoutCheckOf } from './circumstances.ts'
import type { Fact } from './facts.ts'
import { isBefore, type Order, type WithSummary } from './orders.ts'
import { describe, quoted } from './phrases.ts'

export function judgeCourse(order: Order, run: OrderRun): void {
  const { findings } = run
  const { told } = order
  const processing = told.filter(({ summary }) => summary.kind === 'processing')
  const left = leftIn(told)
  const back = processing.filter((fact) => !run.stored.has(fact) && left.some((one) => isBefore(one, fact)))
  for (const fact of back) judgeWayBack(order, fact, run)
  const settled = order.lookups.filter(({ summary }) => summary !== null && summary.kind !== 'processing')
  if (back.length === 0 && settled.length > 0)
    findings.saw('order-leaves-processing', 'stays-settled', settled.slice(-1), LOOKUP)
  const last = told.at(-1)
  if (processing.length === 0 || last === undefined) return
  judgeUnit(processing, run)
  if (last.summary.kind === 'processing') judgeEndless(order, run)
  else findings.saw('order-leaves-processing', 'settles', [last], ['settlement-time', ...LOOKUP])
}

/** So many times as long is the same time in milliseconds: at least so many of them, and no more than these later or sooner. */
const MILLISECONDS = { least: 500, most: 1500, fewest: 100, apartMs: 5000 } as const
/** So many seconds are no time to wait, but a point in time, counted from 1970. */
const EPOCH = 1e9

/** That the pace of one order has one unit, which is the second (§3.1). One that counts down to its end has one, too. */
function judgeUnit(processing: readonly WithSummary[], { findings }: OrderRun): void {
  const paced = processing
    .flatMap((fact) =>
      isPollAfter(fact.summary.pollAfterSeconds) ? [{ fact, pace: fact.summary.pollAfterSeconds }] : [],
    )
    .toSorted((one, other) => one.pace - other.pace)
  const high = paced.at(-1)
  if (high === undefined || high.pace < MILLISECONDS.fewest) return
  const low = paced.find(({ fact, pace }) => {
    const times = high.pace / pace
    const isOfUnit = times >= MILLISECONDS.least && times <= MILLISECONDS.most
    return isOfUnit && Math.abs(fact.sentMs - high.fact.sentMs) <= MILLISECONDS.apartMs
  })
  if (low === undefined && high.pace < EPOCH) return
  const beside = low && `, and ${describe(low.fact)} with ${low.pace}, about the same order`
  const message = `Expected pollAfterSeconds in seconds; ${describe(high.fact)} with ${high.pace}${beside ?? ', as a point in time is written'}.`
  const explanation = { clause: 'processing-has-poll-after', check: 'summary', message } as const
  findings.contradict('no-poll-after', low ? [low.fact, high.fact] : [high.fact], explanation)
}

/** Answers that an order is no longer PROCESSING: it is settled, or in a state of no list after it was PROCESSING (§1.3). */
export function leftIn(told: readonly WithSummary[]): readonly WithSummary[] {
  const isLeft = (one: WithSummary) =>
    told.some((other) => other.summary.kind === 'processing' && isBefore(other, one))
  return told.filter(
    (one) => one.summary.kind === 'settled' || (one.summary.kind === 'unnamed' && isLeft(one)),
  )
}

/** So many answers must be repeated: one alone may be wrong. */
const REPEATED = 2

/**
 * Identical bodies that are PROCESSING although lookups had said settled, in a run in which no body of such orders ever says
 * anything but the first, and none costs money: each repeats the first answer, which no sentence forbids. Progress is what
 * polling shows (§6).
 */
export function storedAnswersIn({
  orders,
  charged,
}: Pick<OrderRun, 'orders' | 'charged'>): ReadonlySet<Fact> {
  const repeating = orders.flatMap((order) => {
    const { bodies = [], lookups = [] } = Object.groupBy(order.told, ({ operation }) =>
      operation === 'createOrder' ? 'bodies' : 'lookups',
    )
    const settled = lookups.find(({ summary }) => summary.kind === 'settled')
    const late = bodies.filter((body) => settled !== undefined && isBefore(settled, body))
    if (late.length === 0 || bodies[0]?.summary.kind !== 'processing') return []
    const isFirst = ({ summary }: WithSummary) =>
      JSON.stringify(summary) === JSON.stringify(bodies[0]?.summary)
    const isStored =
      bodies.every(isFirst) &&
      // No lookup takes back that it is settled.
      lookups
        .slice(lookups.indexOf(settled as WithSummary))
        .every(({ summary }) => summary.kind === 'settled')
    return [{ late, isStored: isStored && charged?.has(order.reference) !== true }]
  })
  const all = repeating.flatMap(({ late }) => late)
  return new Set(all.length >= REPEATED && repeating.every(({ isStored }) => isStored) ? all : [])
}

function judgeWayBack(order: Order, processing: WithSummary, { findings, charged }: OrderRun): void {
  const { told } = order
  const before = leftIn(told).filter((one) => isBefore(one, processing))
  const settled = before.find(({ operation }) => operation === 'createOrder') ?? before[0]
  if (settled === undefined) return
  const isBody = processing.operation === 'createOrder'
  const hasGoneBack = (by: Fact['operation']) =>
    told.some(
      (one) =>
        one.operation === by &&
        one.summary.kind === 'processing' &&
        isBefore(settled, one) &&
        isBefore(one, processing),
    )
  // A body that went back is followed by lookups of what it bought.
  const isOfBody = isBody || hasGoneBack('createOrder')
  const isBySends = before.some(({ operation }) => operation === 'createOrder')
  const after = told.filter((one) => isBefore(processing, one))
  const next = after.find(({ operation }) => operation === 'lookupOrder')
  const isStillSettled = next?.summary.kind === 'settled'
  const was = settled.summary.kind === 'settled' ? 'settled' : quoted(settled.summary.status)
  const message = `The order ${quoted(order.reference)} was ${was}, and then PROCESSING again.`
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
  const isCharged = charged?.has(order.reference) === true
  const isAgainst = isOfLookups && isStillSettled && !hasGoneBack('lookupOrder') && !isCharged
  // A later body that says settled, too, is no repeated answer: then the lookups were ahead of the order.
  const isTelling =
    isAgainst &&
    after.some(({ operation, summary }) => operation === 'createOrder' && summary.kind === 'settled')
  findings.contradict(
    'back-to-processing',
    [settled, processing],
    [
      ...(isAgainst ? [lookup, leaves] : [leaves]),
      ...(!isAgainst && (isOfLookups || !isBody) ? [lookup] : []),
      // A body that was bought again is another order by itself.
      ...(isOfBody && (charged === null || (charged.size > 0 && !isCharged)) ? [again] : []),
      ...(isCharged ? [...(order.isAbandoned ? [survives] : []), again] : []),
    ],
    { gaps: LOOKUP, isTelling, isTied: isAgainst && !isTelling },
  )
}

/** With fewer polls, an order that is still PROCESSING shows nothing. */
const TELLING_POLLS = 3

/**
 * An order that was still PROCESSING when the run gave it up. However long that was, only an operator can say that it was too
 * long; until then the check is not observed, whatever other orders do.
 */
function judgeEndless(order: Order, { profile, orders, findings }: OrderRun): void {
  const { isOver, isSlow, polls, message, told } = endlessIn(order, orders, profile)
  const seen = told.slice(-2)
  const [clause, check] = ['order-leaves-processing', 'settles'] as const
  const isKnown = provenanceOf(profile, 'limits.settleSeconds') !== 'assumed'
  if (isOver && isKnown && polls >= TELLING_POLLS)
    findings.contradict(
      'never-settles',
      seen,
      { clause, check, message },
      { gaps: ['settlement-time', ...LOOKUP] },
    )
  else if ((isOver || isSlow) && polls >= TELLING_POLLS && order.settled === undefined)
    findings.missed(clause, check, message + ASSUMED, seen, { isDoubt: true })
  else findings.missed(clause, check, message, seen)
}

const ASSUMED =
  ' How long an order may take is not documented. Ask the operator, and write it into the profile as limits.settleSeconds, with the provenance "confirmed": then an order that takes longer breaks this clause.'

/** How long an order that was PROCESSING when it was last seen had been so, and why it was given up. */
export type Endless = {
  readonly told: readonly Fact[]
  readonly polls: number
  /** Whether it had been so for longer than the profile allows, polled at its own pace. */
  readonly isOver: boolean
  /** Whether it had been so for longer than others of its card took to settle. */
  readonly isSlow: boolean
  readonly message: string
}

/** Why an order was given up: how long it took, the wait that it asked for, or what could not be read. */
export function endlessIn(
  order: Order,
  orders: readonly Order[],
  { limits: { settleSeconds } }: Profile,
): Endless {
  const { lookups } = order
  const told = order.told.filter(({ summary }) => summary.kind === 'processing')
  const [first, last] = [told[0], told.at(-1)]
  const asked = last?.summary.pollAfterSeconds
  const askedSeconds = isPollAfter(asked) ? asked : 1
  const waitedMs = (last?.answeredMs ?? 0) - (first?.answeredMs ?? 0)
  const polls = told.length - 1
  const isOver = askedSeconds <= settleSeconds && waitedMs + askedSeconds * 1000 > settleSeconds * 1000
  const limit = `limits.settleSeconds of the profile is ${settleSeconds}`
  const others = orders.filter(({ sku }) => sku === order.sku).flatMap(settledAfterMs)
  const looked = lookups.at(-1)
  const isUnreadable = !isOver && looked?.summary === null
  const isSlow = !isUnreadable && others.length > 0 && waitedMs > Math.max(...others)
  const because = (message: string) => ({
    told,
    polls,
    isOver,
    isSlow,
    message: `The order ${quoted(order.reference)} ${message}.`,
  })
  if (askedSeconds > settleSeconds)
    return because(
      `asked to wait ${askedSeconds.toLocaleString('en')} s before the next poll, and was not followed any further: ${limit}`,
    )
  if (isUnreadable)
    return because(
      `could not be followed until it settled: ${describe(looked)}${looked.isServed ? ', without a summary that can be read' : ''}`,
    )
  if (order.settled !== undefined && isOver)
    return because('was settled, and PROCESSING when it was last seen')
  const waited = `was still PROCESSING after ${polls} polls at its own pace, in ${inSeconds(waitedMs)}`
  if (!isOver && !isSlow) return because('was PROCESSING, and was not polled until it settled')
  const named = others.length === 1 ? 'another one' : `${others.length} others`
  const beside = `, while ${named} of its card settled within ${inSeconds(Math.max(...others))}`
  return because(`${waited}${isSlow ? beside : ''}${isOver ? `: ${limit}` : ''}`)
}

/** How long after its purchase an order was seen to be settled, if it was. Milliseconds. */
function settledAfterMs({ sends, settled }: Order): readonly number[] {
  return settled === undefined ? [] : [settled.answeredMs - (sends[0]?.sentMs ?? 0)]
}

export function inSeconds(milliseconds: number): string {
  return `${Math.max(0.1, Number((milliseconds / 1000).toPrecision(2)))} s`
}
