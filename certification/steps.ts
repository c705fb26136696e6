import type { Exchange } from '../contract/wire/exchange.ts'
import { failureOf } from '../contract/wire/exchange-facts.ts'
import { type Order, type OrderExchange, type ReceivedSummary, startsOf } from './orders.ts'
import type { Trial } from './trial.ts'

/**
 * How a client reacted to a summary.
 *
 * - After `PROCESSING`, it asked again on time (`waited`) or too early (`early`).
 * - After a settled summary, it asked no more (`stopped`), once more (`confirmed`), or on and on (`went-on`).
 * - `unjudged`: it asked no more while `PROCESSING`, another summary came in between, the recording was too short, or
 *   no sentence says what is right.
 */
export type Reaction = 'waited' | 'early' | 'stopped' | 'confirmed' | 'went-on' | 'unjudged'

/**
 * The circumstances in which a client reads a summary, usually by different code: the answer to a first purchase, to a
 * resent one, to a lookup after another summary, and to a lookup before any summary.
 */
type Place = 'first' | 'replay' | 'poll' | 'found'

export type ClientStep = ReceivedSummary & {
  readonly trial: Trial
  readonly order: Order
  readonly place: Place
  /** True if no settled summary came before. */
  readonly isFirst: boolean
  readonly before: ReceivedSummary | undefined
  /**
   * The requests that this summary binds: sent before the next summary had reached the client. `next` is the first of
   * them.
   */
  readonly bound: readonly OrderExchange[]
  readonly next: OrderExchange | undefined
  readonly reaction: Reaction
}

/** How early a platform's timer may fire, for any delay. */
export const ALLOWANCE_MS = 5
/** The share of an interval that is timer noise. */
export const NOISE = 0.05

/** When an answer took this long, the client may have timed out just before it and ask again. */
const SLOW_MS = 3500

/** The least time that a client must be quiet after a settled answer. */
const QUIET_MS = 2000
const QUIET_INTERVALS = 1.5

/** @param others requests with this reference that are meant for another purchase. */
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
  // Two purchases that are sent at the same time both count as the first.
  const isAgain = purchases.some(
    ({ exchange, answer }) => exchange.seq < request.exchange.seq && answer.knownMs <= request.arrivedMs,
  )
  return isAgain ? 'replay' : 'first'
}

/** @param isAgain whether the summary answers a request that came after a settled one. */
function reactionTo(
  step: Omit<ClientStep, 'reaction'>,
  requests: readonly OrderExchange[],
  isAgain: boolean,
): Reaction {
  const { summary, knownMs, next, trial } = step
  const quietMs = quietAfter(step)
  if (next === undefined) {
    const isQuiet = trial.exit?.cause === 'exited' || trial.endedMs - knownMs >= quietMs
    // If not everything was recorded, the next request may be missing.
    return !summary.isProcessing && !trial.unrecorded && isQuiet ? 'stopped' : 'unjudged'
  }
  if (summary.isProcessing) {
    const wait = waitOf(step, next)
    if (wait?.isRounded || (wait?.isEarly && isSlow(step))) return 'unjudged'
    return wait?.isEarly ? 'early' : 'waited'
  }
  if (next.arrivedMs - knownMs > quietMs) return 'stopped'
  if (isSlow(step)) return 'unjudged'
  // Failed requests, up to the next one that gets a summary, count as one question.
  const later = requests.filter(({ exchange }) => exchange.seq >= next.exchange.seq)
  const [answered, second] = later.slice(later.findIndex(({ answer }) => answer.kind === 'summary'))
  const goesOn = answered && second && second.arrivedMs - answered.arrivedMs <= quietMs
  // If another answer was lost meanwhile, the client may have been restarted, and sends what it knows once more.
  const isLost = (one: Exchange) =>
    failureOf(one) !== null && one.arrivedMs > knownMs && one.seq < next.exchange.seq
  if (next.kind === 'purchase' && trial.exchanges.some(isLost)) return 'unjudged'
  return isAgain || goesOn ? 'went-on' : 'confirmed'
}

export type Wait = NonNullable<ReturnType<typeof waitOf<ClientStep>>>

/**
 * The requests that had to wait after a summary. After a slow answer, an early request may be a retry of the one
 * before.
 */
export function waitsAfter(step: ClientStep): readonly Wait[] {
  const waits = step.bound.flatMap((request) => waitOf(step, request) ?? [])
  return waits.filter(({ isEarly }) => !isEarly || !isSlow(step))
}

export function shortestFirst(waits: readonly Wait[]): readonly Wait[] {
  const share = ({ earlyByMs, intervalMs }: Wait) => -earlyByMs / intervalMs
  return waits.toSorted((one, other) => share(one) - share(other))
}

/** Compares a request with the moment from which it was allowed. Only what exceeds a timer's noise counts as early. */
function waitOf<Step extends ReceivedSummary>(step: Step, request: OrderExchange) {
  const { isProcessing, pollAfterSeconds: seconds } = step.summary
  if (!isProcessing || seconds === null) return undefined
  const intervalMs = seconds * 1000
  const allowedFromMs = step.handedMs + intervalMs
  /** Negative if the request came later than required. */
  const earlyByMs = allowedFromMs - request.arrivedMs
  const isBefore = (interval: number, early: number) => early > interval * NOISE + ALLOWANCE_MS
  const wholeMs = Math.floor(seconds) * 1000
  const isShort = isBefore(intervalMs, earlyByMs)
  /**
   * The client waited only the whole seconds of an interval with a fraction. The type of the interval is not
   * documented.
   */
  const isRounded = isShort && wholeMs < intervalMs && !isBefore(wholeMs, earlyByMs - (intervalMs - wholeMs))
  return { step, request, allowedFromMs, intervalMs, earlyByMs, isEarly: isShort && !isRounded, isRounded }
}

function isSlow({ request, knownMs }: ReceivedSummary): boolean {
  return knownMs - request.arrivedMs >= SLOW_MS
}

/** How long a client must be quiet to have stopped: longer than its own pace, and than the pace that was asked for. */
function quietAfter({ request, before }: Pick<ClientStep, 'request' | 'before'>): number {
  if (before === undefined) return QUIET_MS
  const askedMs = (before.summary.pollAfterSeconds ?? 0) * 1000
  return Math.max(QUIET_MS, QUIET_INTERVALS * Math.max(askedMs, request.arrivedMs - before.knownMs))
}

/** For each request about an order, the latest summary that had reached the client. */
type Knowledge = ReadonlyMap<OrderExchange, ReceivedSummary | undefined>

/**
 * Two requests that arrive this close, such as a lookup and the identical body after a lost answer, were sent together.
 * The second is no reaction to the answer of the first.
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

/** Only while an order has no summary is there a reason to ask in two ways. */
function areTogether(
  one: OrderExchange,
  next: OrderExchange,
  { purchases: [first], received }: Order,
): boolean {
  const isRecovery = one !== first && received.every(({ knownMs }) => knownMs >= one.arrivedMs)
  return isRecovery && next.arrivedMs - one.arrivedMs <= TOGETHER_MS
}
