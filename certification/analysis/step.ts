import type { Trial } from '../trial.ts'
import { type Knowledge, knowledgeIn, type Twins } from './knowledge.ts'
import { type Order, type OrderExchange, type ReceivedSummary, startsOf } from './order.ts'

/** How a client reacted to a summary that reached it. */
export type Reaction =
  /** `PROCESSING`: it asked again, on time or too early. */
  | 'waited'
  | 'early'
  /** Settled: it asked no more, once more, or on and on. */
  | 'stopped'
  | 'confirmed'
  | 'went-on'
  /** It asked no more, another summary came in between, the recording was too short, or no sentence says what is right. */
  | 'unjudged'

/**
 * The circumstance in which a client reads a summary, each by code of its own: the answer to its first purchase, or to one that
 * it sent again; that of a lookup, after another summary or before any.
 */
type Place = 'first' | 'replay' | 'poll' | 'found'

/** A summary that reached the client, and what it did then. */
export type ClientStep = ReceivedSummary & {
  readonly trial: Trial
  readonly order: Order
  readonly place: Place
  /** Whether it polls an order that a lookup found: a client that missed what was found may go on with the same code. */
  readonly isSeeking: boolean
  /** Whether no settled summary came before it. */
  readonly isFirst: boolean
  /** The summary of the order before it. */
  readonly before: ReceivedSummary | undefined
  /** The first request about the order that it binds: one that was sent before the next summary had reached the client. */
  readonly next: OrderExchange | undefined
  /** How the requests came that it makes wait. */
  readonly waits: readonly Lateness[]
  readonly reaction: Reaction
}

/** How a request about an order came that had to wait for a moment: the latest summary that had reached the client says so. */
type Lateness = {
  readonly request: OrderExchange
  /** Milliseconds of the trial's clock. */
  readonly allowedFromMs: number
  readonly intervalMs: number
  /** Negative when it came later than required. */
  readonly earlyByMs: number
  readonly isEarly: boolean
  /** It waited the whole seconds of an interval that has a fraction: the type of the interval is not documented. */
  readonly isRounded: boolean
}

/** The same, with the summary that it had to wait after. */
export type Wait = Lateness & { readonly step: ClientStep }

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

/**
 * How a client reacted to each summary of an order.
 *
 * @param twins what the whole run shows that the client sends twice.
 * @param others requests that name this reference, and are meant for another purchase.
 */
export function stepsOf(
  order: Order,
  trial: Trial,
  twins: Twins,
  others: ReadonlySet<OrderExchange>,
): readonly ClientStep[] {
  return startsOf(order).flatMap((start) => {
    const knowledge = knowledgeIn(start, twins)
    const requests = start.requests.filter((request) => !others.has(request))
    const bound = Map.groupBy(requests, (request) => knowledge.get(request))
    const isFound = start.received[0]?.request.kind === 'lookup'
    const settled = start.received.findIndex(({ summary }) => !summary.isProcessing)
    return start.received.map((received, index): ClientStep => {
      const place = placeOf(received.request, start, knowledge)
      const before = start.received[index - 1]
      const binds = bound.get(received) ?? []
      const waits = binds.flatMap((request) => latenessOf(received, request) ?? [])
      const isFirst = settled < 0 || index <= settled
      const isSeeking = isFound && place === 'poll'
      const step = { ...received, trial, order, place, isSeeking, isFirst, before, waits, next: binds[0] }
      if (step.next === undefined && index < start.received.length - 1)
        return { ...step, reaction: 'unjudged' }
      const isAgain = before?.summary.isProcessing === false && knowledge.get(received.request) === before
      return { ...step, reaction: reactionTo(step, requests, isAgain && !isSlow(before)) }
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

/**
 * @param requests all about the order.
 * @param isAgain whether it is the answer to a request that came after a settled one.
 */
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
    const [{ isEarly, isRounded } = { isEarly: false, isRounded: false }] = step.waits
    return isRounded || (isEarly && isSlow(step)) ? 'unjudged' : isEarly ? 'early' : 'waited'
  }
  if (next.arrivedMs - knownMs > quietMs) return 'stopped'
  if (isSlow(step)) return 'unjudged'
  // Requests that failed before one that got a summary count as the same question.
  const isAnswered = ({ exchange, answer }: OrderExchange) =>
    exchange.seq >= next.exchange.seq && answer.kind === 'summary'
  const [answered, second] = requests.slice(requests.findIndex(isAnswered))
  const goesOn = answered && second && second.arrivedMs - answered.arrivedMs <= quietMs
  return isAgain || goesOn ? 'went-on' : 'confirmed'
}

/** The requests that had to wait after a summary. After a slow one, an early request may be a retry of the one before. */
export function waitsAfter(step: ClientStep): readonly Wait[] {
  return step.waits.flatMap((wait) => (wait.isEarly && isSlow(step) ? [] : [{ ...wait, step }]))
}

/** Waits by the share of their intervals that was waited. */
export function shortestFirst(waits: readonly Wait[]): readonly Wait[] {
  const share = ({ earlyByMs, intervalMs }: Wait) => earlyByMs / intervalMs
  return waits.toSorted((one, other) => share(other) - share(one))
}

/** A wait is as long as it was asked for up to this share of it and these milliseconds. */
const LONGER = { share: 0.1, ms: 200 }

/** Whether a client waited for the interval of a summary, neither less nor much more. */
export function isOnTime({ waits: [wait] }: ClientStep): boolean {
  if (wait === undefined || wait.isEarly || wait.isRounded) return false
  const { intervalMs, earlyByMs } = wait
  return intervalMs > 0 && -earlyByMs <= intervalMs * LONGER.share + LONGER.ms
}

/** How a request came that had to wait: too early is by more than a timer is off by. */
function latenessOf({ summary, handedMs }: ReceivedSummary, request: OrderExchange): Lateness | undefined {
  const { isProcessing, pollAfterSeconds: seconds } = summary
  if (!isProcessing || seconds === null) return undefined
  const intervalMs = seconds * 1000
  const allowedFromMs = handedMs + intervalMs
  const earlyByMs = allowedFromMs - request.arrivedMs
  const isBefore = (interval: number, early: number) => early > interval * NOISE + ALLOWANCE_MS
  const wholeMs = Math.floor(seconds) * 1000
  const isShort = isBefore(intervalMs, earlyByMs)
  const isRounded = isShort && wholeMs < intervalMs && !isBefore(wholeMs, earlyByMs - (intervalMs - wholeMs))
  return { request, allowedFromMs, intervalMs, earlyByMs, isEarly: isShort && !isRounded, isRounded }
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
