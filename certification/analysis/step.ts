import type { Trial } from '../trial.ts'
import { type Knowledge, knowledgeOf, type Twins } from './knowledge.ts'
import { type Order, type ReceivedSummary, startsOf } from './order.ts'
import type { Position } from './order-answer.ts'
import type { OrderExchange } from './request.ts'
import { countWhile } from './sorted.ts'

/** How a client reacted to a summary that reached it. */
export type Reaction =
  /** `PROCESSING`: it asked again, on time or too early. */
  | 'waited'
  | 'early'
  /** `PROCESSING`: it ended without asking again. */
  | 'gave-up'
  /** Settled: it asked no more, once more, or on and on. */
  | 'stopped'
  | 'confirmed'
  | 'went-on'
  /** Another summary came in between, the recording was too short, or the reference does not say what is right. */
  | 'unjudged'

/**
 * The circumstance in which a client reads a summary, each by code of its own: the answer to its first purchase, or to one that
 * it sent again; that of a lookup, after another summary or before any.
 */
export type Place = 'first' | 'replay' | 'poll' | 'found'

/** A summary that reached the client, and its next request. */
export type ClientStep = ReceivedSummary & {
  readonly order: Order
  readonly position: Position
  readonly place: Place
  /** The first of the order. */
  readonly beganAt: Place
  /** The interval that it waited for, neither less nor much more, and the one that it knew before; undefined where it did not. */
  readonly pace: { readonly seconds: number; readonly beforeSeconds: number | undefined } | undefined
  /** The next request about the order; undefined where there was none. */
  readonly next: OrderExchange | undefined
  readonly reaction: Reaction
}

/** A request about an order that had to wait for a moment: the latest summary that had reached the client says so. */
export type Wait = Lateness & {
  readonly request: OrderExchange
  readonly step: ClientStep
  /** Milliseconds of the trial's clock. */
  readonly allowedFromMs: number
  readonly intervalMs: number
  /** Negative when it came later than required. */
  readonly earlyByMs: number
}

/** Whether a request that had to wait came too early. */
type Lateness = {
  readonly isEarly: boolean
  /** It waited the whole seconds of an interval that has a fraction: the type of the interval is not documented. */
  readonly isRounded: boolean
}

/** How much too early a timer of the platform may fire, for any delay. */
export const ALLOWANCE_MS = 5
/** The share of an interval that is timer noise. */
export const NOISE = 0.05

/**
 * The client may have timed out just before an answer that took this long arrived, and asks again
 * for it. Usual answers take milliseconds.
 */
const SLOW_MS = 3500

/** How long after a settled answer a client has to be quiet, at the least. */
const QUIET_MS = 2000
const QUIET_INTERVALS = 1.5

/** What the steps of an order depend on, in addition to its requests. */
export type StepContext = {
  readonly trial: Trial
  /** What the whole run shows that the client sends twice. */
  readonly twins: Twins
  /** Whether a request, although it names this reference, is meant for another purchase. */
  readonly isAnother: (request: OrderExchange) => boolean
}

/** How a client reacted to each summary of an order. */
export function stepsOf(order: Order, around: StepContext): readonly ClientStep[] {
  const starts = startsOf(order, around.trial.crash)
  return starts.flatMap((start, index) =>
    stepsIn(start, around).map((step): ClientStep => {
      const isResumed = step.reaction === 'gave-up' && index < starts.length - 1
      return { ...step, order, reaction: isResumed ? 'unjudged' : step.reaction }
    }),
  )
}

function stepsIn(order: Order, { trial, twins, isAnother }: StepContext): readonly ClientStep[] {
  const isKnownTo = knowledgeOf(order, twins)
  const requests = order.requests.filter((request) => !isAnother(request))
  const [begin] = order.received
  if (begin === undefined) return []
  const beganAt = placeOf(begin, order, isKnownTo)
  return order.received.map((received, index) => {
    const later = order.received[index + 1]
    // In the order of arrival: every request before the answer comes first.
    const first = countWhile(requests, (request) => !isKnownTo(received, request))
    const next = requests[first]
    const isLatest = later === undefined || (next !== undefined && !isKnownTo(later, next))
    const before = order.received[index - 1]
    const base = {
      ...received,
      order,
      position: received.request.kind,
      place: placeOf(received, order, isKnownTo),
      beganAt,
      pace: isLatest ? paceOf(received, before, next) : undefined,
      next: isLatest ? next : undefined,
    }
    if (!isLatest) return { ...base, reaction: 'unjudged' }
    const isAgain =
      before?.summary.isProcessing === false && !isSlow(before) && isKnownTo(before, received.request)
    const asked = isAgain ? [next, next] : asking(requests, first)
    const reaction = reactionTo(received, { next, asked, quietMs: quietMs(received, before) }, trial)
    return { ...base, reaction: isSlow(received) && ASKED_AGAIN.includes(reaction) ? 'unjudged' : reaction }
  })
}

function placeOf({ request }: ReceivedSummary, { purchases, received }: Order, isKnownTo: Knowledge): Place {
  if (request.kind === 'lookup')
    return received.some((earlier) => isKnownTo(earlier, request)) ? 'poll' : 'found'
  // Two that are sent at the same time are both the first.
  const isAgain =
    received.some((earlier) => earlier.request.kind === 'purchase' && isKnownTo(earlier, request)) ||
    purchases.some(
      ({ exchange, answer }) =>
        exchange.seq < request.exchange.seq &&
        answer.kind !== 'summary' &&
        answer.knownMs <= request.arrivedMs,
    )
  return isAgain ? 'replay' : 'first'
}

/** A wait is as long as it was asked for up to this share of it and these milliseconds. */
const LONGER = { share: 0.1, ms: 200 }

function paceOf(
  { summary, handedMs }: ReceivedSummary,
  before: ReceivedSummary | undefined,
  next: OrderExchange | undefined,
): ClientStep['pace'] {
  const { isProcessing, pollAfterSeconds: seconds } = summary
  if (!isProcessing || seconds === null || seconds === 0 || next === undefined) return undefined
  const lateMs = next.arrivedMs - handedMs - seconds * 1000
  const { isEarly, isRounded } = latenessOf(-lateMs, seconds)
  const isKept = !isEarly && !isRounded && lateMs <= seconds * 1000 * LONGER.share + LONGER.ms
  return isKept ? { seconds, beforeSeconds: before?.summary.pollAfterSeconds ?? undefined } : undefined
}

/** The requests that had to wait after the steps of an order. */
export function waitsOf(
  steps: readonly ClientStep[],
  order: Order,
  { trial, twins }: StepContext,
): readonly Wait[] {
  return startsOf(order, trial.crash).flatMap((start) => {
    const own = new Set(start.requests)
    return waitsIn(
      steps.filter(({ request }) => own.has(request)),
      start,
      twins,
    )
  })
}

function waitsIn(steps: readonly ClientStep[], order: Order, twins: Twins): readonly Wait[] {
  const isKnownTo = knowledgeOf(order, twins)
  const isKnownBefore = (step: ClientStep | undefined, request: OrderExchange) =>
    step !== undefined && isKnownTo(step, request)
  let latest = -1
  const byArrival = order.requests.toSorted((one, other) => one.arrivedMs - other.arrivedMs)
  return byArrival.flatMap((request): Wait[] => {
    while (isKnownBefore(steps[latest + 1], request)) latest += 1
    const step = steps[latest]
    const seconds = step?.summary.isProcessing === true ? step.summary.pollAfterSeconds : null
    if (step === undefined || seconds === null) return []
    const intervalMs = seconds * 1000
    const allowedFromMs = step.handedMs + intervalMs
    const earlyByMs = allowedFromMs - request.arrivedMs
    const lateness = latenessOf(earlyByMs, seconds)
    if (lateness.isEarly && isSlow(step)) return []
    return [{ request, step, allowedFromMs, intervalMs, earlyByMs, ...lateness }]
  })
}

const ASKED_AGAIN: readonly Reaction[] = ['early', 'confirmed', 'went-on']

function isSlow({ request, knownMs }: ReceivedSummary): boolean {
  return knownMs - request.arrivedMs >= SLOW_MS
}

/** Whether a request came before the moment that it had to wait for: by more than a timer is off by. */
function latenessOf(earlyByMs: number, seconds: number): Lateness {
  const isBefore = (interval: number, early: number) => early > interval * NOISE + ALLOWANCE_MS
  if (!isBefore(seconds * 1000, earlyByMs)) return { isEarly: false, isRounded: false }
  const whole = Math.floor(seconds)
  const isRounded = whole < seconds && !isBefore(whole * 1000, earlyByMs - (seconds - whole) * 1000)
  return { isEarly: !isRounded, isRounded }
}

/** How long a client that has read a settled summary keeps quiet: longer than its own pace, or the one it was asked for. */
function quietMs({ request }: ReceivedSummary, before: ReceivedSummary | undefined): number {
  const askedMs = (before?.summary.pollAfterSeconds ?? 0) * 1000
  const ownMs = before === undefined ? 0 : request.arrivedMs - before.knownMs
  return Math.max(QUIET_MS, QUIET_INTERVALS * Math.max(askedMs, ownMs))
}

type Then = {
  readonly next: OrderExchange | undefined
  /** The one that got an answer, and the one after it. */
  readonly asked: readonly (OrderExchange | undefined)[]
  readonly quietMs: number
}

/** The next request about the order that got a summary (failed ones before it count as the same question), and the request after it. */
function asking(requests: readonly OrderExchange[], from: number): readonly (OrderExchange | undefined)[] {
  for (let index = from; index < requests.length; index += 1)
    if (requests[index]?.answer.kind === 'summary') return [requests[index], requests[index + 1]]
  return []
}

function reactionTo(
  { summary, knownMs, handedMs }: ReceivedSummary,
  { next, asked: [answered, second], quietMs: quiet }: Then,
  trial: Trial,
): Reaction {
  // The missing request may be one that was not recorded.
  const isWhole = (trial.unrecorded ?? 0) === 0
  const isGone = isWhole && trial.exit?.cause === 'exited'
  if (summary.isProcessing) {
    if (next === undefined) return isGone ? 'gave-up' : 'unjudged'
    const seconds = summary.pollAfterSeconds ?? 0
    const { isEarly, isRounded } = latenessOf(handedMs + seconds * 1000 - next.arrivedMs, seconds)
    if (isRounded) return 'unjudged'
    return isEarly ? 'early' : 'waited'
  }
  if (next !== undefined && next.arrivedMs - knownMs <= quiet) {
    const isOnce = answered === undefined || second === undefined
    return isOnce || second.arrivedMs - answered.arrivedMs > quiet ? 'confirmed' : 'went-on'
  }
  const isQuiet = next !== undefined || isGone || (isWhole && trial.endedMs - knownMs >= quiet)
  return isQuiet ? 'stopped' : 'unjudged'
}
