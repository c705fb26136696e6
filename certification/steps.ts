import type { Exchange } from '../contract/wire/exchange.ts'
import { failureOf } from '../contract/wire/exchange-facts.ts'
import { type Order, type OrderExchange, type ReceivedSummary, startsOf } from './orders.ts'
import type { Trial } from './trial.ts'

/**
 * How a client reacted to a summary that reached it. After `PROCESSING`, it asked again, on time or too early; after a settled
 * one it asked no more, once more, or on and on. It is not judged where it asked no more while `PROCESSING`, another summary
 * came in between, the recording was too short, or no sentence says what is right.
 */
export type Reaction = 'waited' | 'early' | 'stopped' | 'confirmed' | 'went-on' | 'unjudged'

/**
 * The circumstance in which a client reads a summary, each by code of its own: the answer to its first purchase, or to one that
 * it sent again; that of a lookup, after another summary or before any.
 */
type Place = 'first' | 'replay' | 'poll' | 'found'

export type ClientStep = ReceivedSummary & {
  readonly trial: Trial
  readonly order: Order
  readonly place: Place
  /** Whether no settled summary came before it. */
  readonly isFirst: boolean
  readonly before: ReceivedSummary | undefined
  /** The requests about the order that it binds, and the first of them: sent before the next summary had reached the client. */
  readonly bound: readonly OrderExchange[]
  readonly next: OrderExchange | undefined
  readonly reaction: Reaction
}

/** How much too early a timer of the platform may fire, for any delay. */
export const ALLOWANCE_MS = 5
/** The share of an interval that is timer noise. */
export const NOISE = 0.05

/** The client may have timed out just before an answer that took this long arrived, and asks again for it. */
const SLOW_MS = 3500

/** How long after a settled answer a client has to be quiet, at the least. */
const QUIET_MS = 2000
const QUIET_INTERVALS = 1.5

/** @param others requests that name this reference, and are meant for another purchase. */
export function stepsOf(
  order: Order,
  trial: Trial,
  others: ReadonlySet<OrderExchange>,
): readonly ClientStep[] {
  return startsOf(order).flatMap((start) => {
    const knowledge = knowledgeIn(start)
    const requests = start.requests.filter((request) => !others.has(request))
    const boundBy = Map.groupBy(requests, (request) => knowledge.get(request))
    const settled = start.received.findIndex(({ summary }) => !summary.isProcessing)
    return start.received.map((received, index): ClientStep => {
      const place = placeOf(received.request, start, knowledge)
      const before = start.received[index - 1]
      const bound = boundBy.get(received) ?? []
      const isFirst = settled < 0 || index <= settled
      const step = { ...received, trial, order, place, isFirst, before, bound, next: bound[0] }
      const isOvertaken = step.next === undefined && index < start.received.length - 1
      const isAgain = before?.summary.isProcessing === false && knowledge.get(received.request) === before
      const reaction = isOvertaken ? 'unjudged' : reactionTo(step, requests, isAgain && !isSlow(before))
      return { ...step, reaction }
    })
  })
}

function placeOf(request: OrderExchange, { purchases }: Order, knowledge: Knowledge): Place {
  if (request.kind === 'lookup') return knowledge.get(request) === undefined ? 'found' : 'poll'
  // Two that are sent at the same time are both the first.
  const isAgain = purchases.some(
    ({ exchange, answer }) => exchange.seq < request.exchange.seq && answer.knownMs <= request.arrivedMs,
  )
  return isAgain ? 'replay' : 'first'
}

/** @param isAgain whether it is the answer to a request that came after a settled one. */
function reactionTo(
  step: Omit<ClientStep, 'reaction'>,
  requests: readonly OrderExchange[],
  isAgain: boolean,
): Reaction {
  const { summary, knownMs, next, trial } = step
  const quietMs = quietAfter(step)
  if (next === undefined) {
    const isQuiet = trial.exit?.cause === 'exited' || trial.endedMs - knownMs >= quietMs
    // The missing request may be one that was not recorded.
    return !summary.isProcessing && !trial.unrecorded && isQuiet ? 'stopped' : 'unjudged'
  }
  if (summary.isProcessing) {
    const wait = waitOf(step, next)
    if (wait?.isRounded || (wait?.isEarly && isSlow(step))) return 'unjudged'
    return wait?.isEarly ? 'early' : 'waited'
  }
  if (next.arrivedMs - knownMs > quietMs) return 'stopped'
  if (isSlow(step)) return 'unjudged'
  // Requests that failed before one that got a summary count as the same question.
  const later = requests.filter(({ exchange }) => exchange.seq >= next.exchange.seq)
  const [answered, second] = later.slice(later.findIndex(({ answer }) => answer.kind === 'summary'))
  const goesOn = answered && second && second.arrivedMs - answered.arrivedMs <= quietMs
  // Where an answer was lost meanwhile, the client may have been started again, and sends what it knows once more.
  const isLost = (one: Exchange) =>
    failureOf(one) !== null && one.arrivedMs > knownMs && one.seq < next.exchange.seq
  if (next.kind === 'purchase' && trial.exchanges.some(isLost)) return 'unjudged'
  return isAgain || goesOn ? 'went-on' : 'confirmed'
}

export type Wait = NonNullable<ReturnType<typeof waitOf<ClientStep>>>

/** The requests that had to wait after a summary. After a slow one, an early request may be a retry of the one before. */
export function waitsAfter(step: ClientStep): readonly Wait[] {
  const waits = step.bound.flatMap((request) => waitOf(step, request) ?? [])
  return waits.filter(({ isEarly }) => !isEarly || !isSlow(step))
}

export function shortestFirst(waits: readonly Wait[]): readonly Wait[] {
  const share = ({ earlyByMs, intervalMs }: Wait) => -earlyByMs / intervalMs
  return waits.toSorted((one, other) => share(one) - share(other))
}

/** How a request came that had to wait: too early is by more than a timer is off by. */
function waitOf<Step extends ReceivedSummary>(step: Step, request: OrderExchange) {
  const { isProcessing, pollAfterSeconds: seconds } = step.summary
  if (!isProcessing || seconds === null) return undefined
  const intervalMs = seconds * 1000
  const allowedFromMs = step.handedMs + intervalMs
  /** Negative when it came later than required. */
  const earlyByMs = allowedFromMs - request.arrivedMs
  const isBefore = (interval: number, early: number) => early > interval * NOISE + ALLOWANCE_MS
  const wholeMs = Math.floor(seconds) * 1000
  const isShort = isBefore(intervalMs, earlyByMs)
  /** It waited the whole seconds of an interval that has a fraction: the type of the interval is not documented. */
  const isRounded = isShort && wholeMs < intervalMs && !isBefore(wholeMs, earlyByMs - (intervalMs - wholeMs))
  return { step, request, allowedFromMs, intervalMs, earlyByMs, isEarly: isShort && !isRounded, isRounded }
}

function isSlow({ request, knownMs }: ReceivedSummary): boolean {
  return knownMs - request.arrivedMs >= SLOW_MS
}

/** How long a client that has read a settled summary keeps quiet: longer than its own pace, or the one it was asked for. */
function quietAfter({ request, before }: Pick<ClientStep, 'request' | 'before'>): number {
  if (before === undefined) return QUIET_MS
  const askedMs = (before.summary.pollAfterSeconds ?? 0) * 1000
  return Math.max(QUIET_MS, QUIET_INTERVALS * Math.max(askedMs, request.arrivedMs - before.knownMs))
}

/** What a client knew about an order when it sent each request about it: the latest summary that had reached it. */
type Knowledge = ReadonlyMap<OrderExchange, ReceivedSummary | undefined>

/**
 * How far apart two requests may arrive that a client sends at the same moment for a purchase whose answer was lost, such
 * as a lookup and the identical body: the second is no reaction to the answer of the first.
 */
const TOGETHER_MS = 50

function knowledgeIn(order: Order): Knowledge {
  let before: OrderExchange | undefined
  return new Map(
    order.requests.map((request) => {
      const beside = before !== undefined && areTogether(before, request, order) ? before : undefined
      before = beside === undefined ? request : undefined
      const known = order.received.filter(({ knownMs }) => knownMs < request.arrivedMs)
      return [request, known.findLast((one) => one.request !== beside)]
    }),
  )
}

/** Once an order has a summary, nothing has to be asked twice. */
function areTogether(
  one: OrderExchange,
  next: OrderExchange,
  { purchases: [first], received }: Order,
): boolean {
  const isRecovery = one !== first && received.every(({ knownMs }) => knownMs >= one.arrivedMs)
  return isRecovery && next.arrivedMs - one.arrivedMs <= TOGETHER_MS
}
