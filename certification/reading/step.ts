import type { Trial } from '../trial.ts'
import type { Position } from './answer.ts'
import type { Order, Told } from './order.ts'
import type { OrderRequest } from './request.ts'
import { countWhile } from './sorted.ts'

/** What a client did upon a summary that reached it. */
export type Reaction =
  /** `PROCESSING`: it asked again, in its time or before it. */
  | 'waited'
  | 'early'
  /** `PROCESSING`: it ended without asking again. */
  | 'gave-up'
  /** Settled: it asked no more, or it did. */
  | 'stopped'
  | 'went-on'
  /** Another summary came in between, or nobody looked for long enough. */
  | 'unjudged'

/** A summary that reached the client, and what it did next. */
export type Step = Told & {
  readonly order: Order
  readonly position: Position
  /** The next request about the order; undefined where there was none. */
  readonly next: OrderRequest | undefined
  readonly reaction: Reaction
}

/** A request about an order that had to wait for a moment: the latest summary that had reached the client says so. */
export type Wait = {
  readonly request: OrderRequest
  readonly step: Step
  /** Milliseconds of the trial's clock. */
  readonly allowedFromMs: number
  readonly intervalMs: number
  /** Negative where it came later than it had to. */
  readonly earlyByMs: number
  readonly isEarly: boolean
}

/** What a timer of the platform is off by, whatever it was set for; and an answer's hand-over told late. */
const ALLOWANCE_MS = 5
/** How much of an interval is timer noise. */
const NOISE = 0.05

/**
 * An answer that took so long may have come to nobody: the client may have lost patience just before, and asks again
 * for what it did not get. Usual answers take milliseconds.
 */
const SLOW_MS = 3500

/** How long after a settled answer a client has to be quiet, at the least. */
const QUIET_MS = 2000
const QUIET_INTERVALS = 1.5

/** Whether a request arrived before the moment that it had to wait for: by more than a timer is off by. */
export function isTooEarly(earlyByMs: number, intervalMs: number): boolean {
  return earlyByMs > intervalMs * NOISE + ALLOWANCE_MS
}

/**
 * What a client did upon each summary of an order.
 *
 * @param isAnother whether a request, although it names this reference, is meant for another purchase.
 */
export function stepsOf(
  order: Order,
  trial: Trial,
  isAnother: (request: OrderRequest) => boolean,
): readonly Step[] {
  const requests = order.requests.filter((request) => !isAnother(request))
  return order.told.map((told, index) => {
    const later = order.told[index + 1]
    const next = firstAfter(requests, told)
    const isLatest = later === undefined || (next !== undefined && !isKnownTo(later, next))
    const base = { ...told, order, position: told.request.kind, next: isLatest ? next : undefined }
    if (!isLatest) return { ...base, reaction: 'unjudged' }
    const before = order.told[index - 1]
    const reaction = reactionTo(told, next, quietMs(told, before), trial)
    return { ...base, reaction: isSlow(told) && ASKED_AGAIN.includes(reaction) ? 'unjudged' : reaction }
  })
}

/** The requests that the steps of an order had wait. */
export function waitsOf(steps: readonly Step[], order: Order): readonly Wait[] {
  let latest = -1
  const byArrival = order.requests.toSorted((one, other) => one.arrivedMs - other.arrivedMs)
  return byArrival.flatMap((request): Wait[] => {
    while (isKnownBefore(steps[latest + 1], request)) latest += 1
    const step = steps[latest]
    const seconds = step?.summary.isProcessing === true ? step.summary.pollAfterSeconds : null
    if (step === undefined || seconds === null) return []
    const intervalMs = seconds * 1000
    const allowedFromMs = step.knownMs + intervalMs
    const earlyByMs = allowedFromMs - request.arrivedMs
    const isEarly = isTooEarly(earlyByMs, intervalMs)
    if (isEarly && isSlow(step)) return []
    return [{ request, step, allowedFromMs, intervalMs, earlyByMs, isEarly }]
  })
}

const ASKED_AGAIN: readonly Reaction[] = ['early', 'went-on']

function isSlow({ request, knownMs }: Told): boolean {
  return knownMs - request.arrivedMs >= SLOW_MS
}

function isKnownBefore(step: Step | undefined, request: OrderRequest): boolean {
  return step !== undefined && isKnownTo(step, request)
}

/** Whether a summary had reached the client when it sent a request. */
function isKnownTo({ request: own, knownMs }: Told, request: OrderRequest): boolean {
  return own.exchange.seq < request.exchange.seq && knownMs <= request.arrivedMs + ALLOWANCE_MS
}

function firstAfter(requests: readonly OrderRequest[], told: Told): OrderRequest | undefined {
  // In the order of arrival: whatever came before the answer is in front.
  return requests[countWhile(requests, (request) => !isKnownTo(told, request))]
}

/** How long a client that has read a settled summary keeps quiet: longer than its own pace, or the one it was asked for. */
function quietMs({ request }: Told, before: Told | undefined): number {
  const askedMs = (before?.summary.pollAfterSeconds ?? 0) * 1000
  const ownMs = before === undefined ? 0 : request.arrivedMs - before.knownMs
  return Math.max(QUIET_MS, QUIET_INTERVALS * Math.max(askedMs, ownMs))
}

function reactionTo(
  { summary, knownMs }: Told,
  next: OrderRequest | undefined,
  quiet: number,
  trial: Trial,
): Reaction {
  // What was not recorded may be what is missed here.
  const isWhole = (trial.unrecorded ?? 0) === 0
  const isGone = isWhole && trial.exit?.cause === 'exited'
  if (summary.isProcessing) {
    if (next === undefined) return isGone ? 'gave-up' : 'unjudged'
    const intervalMs = (summary.pollAfterSeconds ?? 0) * 1000
    return isTooEarly(knownMs + intervalMs - next.arrivedMs, intervalMs) ? 'early' : 'waited'
  }
  if (next !== undefined && next.arrivedMs - knownMs <= quiet) return 'went-on'
  const isQuiet = next !== undefined || isGone || (isWhole && trial.endedMs - knownMs >= quiet)
  return isQuiet ? 'stopped' : 'unjudged'
}
