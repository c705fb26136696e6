import type { Analysis } from '../analysis.ts'
import { lastSteps, type Misstep } from '../behaviour.ts'
import { hindranceAfter, misspelledAfter, spellingWords, strayWords } from '../lookups.ts'
import { answerWords, type OrderExchange, type Position } from '../orders.ts'
import type { Found, Rule, Rules } from '../rule-finding.ts'
import { ALLOWANCE_MS, type ClientStep, NOISE, type Reaction, shortestFirst, type Wait } from '../steps.ts'
import { endWords, quoteName } from '../trial.ts'

export const FOLLOWING = {
  /**
   * §3.1, §8.1: after a summary that says `PROCESSING`, the next request about that order, a lookup or the identical
   * body, arrives at least `pollAfterSeconds` later.
   *
   * The interval begins when the answer was written to the socket, since a busy kit may record its delivery later than
   * the client reads it. The latest summary that reached the client binds it, even after a failed poll: a retry of the
   * poll may not come before the requested moment.
   *
   * A client that waits only the whole seconds of an interval with a fraction gets no verdict: whether
   * `pollAfterSeconds` may have a fraction is not documented (gap `poll-interval-type`). A client that misses the
   * summaries at a position could not know how long to wait: it breaks the clause of the position instead
   * (docs/decisions/013).
   */
  'waits-poll-after': ({ waits, unread, trial }) => {
    const judged = waits.filter(({ step }) => !unread.has(step))
    const early = judged.filter(({ isEarly }) => isEarly)
    const rounded = judged.filter(({ isRounded }) => isRounded)
    const asked = judged.filter(({ intervalMs }) => intervalMs > 0)
    const moment = (ms: number) => `t+${((ms - trial.beganMs) / 1000).toFixed(2)}`
    return [
      shortestFirst(early).map((wait) => ({
        broken: `${waitWords('order was asked for again after', wait)}: at ${moment(wait.request.arrivedMs)}, allowed from ${moment(wait.allowedFromMs)}. ${early.length} of ${judged.length} such requests came too early. ${TOLERANCE}`,
        evidence: bothEnds(wait),
        breaks: wait.request.exchange,
        mistake: 'early',
      })),
      rounded.map((wait) => ({
        notObserved: `${waitWords('client waited', wait)}, which is only its whole seconds. The reference does not show whether it may have a fraction, so this is neither kept nor broken.`,
        evidence: bothEnds(wait),
        restsOn: ['poll-interval-type'],
      })),
      asked.map((wait) => ({ kept: true, evidence: bothEnds(wait) })),
      waits.length > 0 ? { notObserved: NO_READER } : [],
      { notObserved: 'No order was polled after a summary that said PROCESSING.' },
    ]
  },
  /**
   * §1.3, §6: the client follows an order until it is no longer `PROCESSING`, whatever the new state is, and then
   * stops. To ask once more for a settled order is not forbidden; to keep asking is.
   *
   * A client whose key was refused (401, 403) can't follow. A client that missed the summary, or bought again, breaks
   * another clause instead. The exit of its process alone breaks nothing.
   */
  'follows-until-settled': (analysis) => {
    const { steps, missteps, unread } = analysis
    const last = lastSteps(steps)
    const after = (wanted: Misstep['kind']) =>
      missteps.flatMap(({ kind, step }) => (kind === wanted && !unread.has(step) ? step : []))
    return [
      after('left').map((step) => leftOpen(step, analysis)),
      after('went-on').map(({ order, summary, request, next }) => ({
        broken: `The order ${quoteName(order.reference)} was ${quoteName(summary.status)}, which is not PROCESSING, and the client went on asking for it.`,
        evidence: [request.exchange],
        breaks: next?.exchange,
        mistake: 'went-on',
      })),
      followedIn(last, analysis),
      { notObserved: whyNotFollowed(last, analysis) },
    ]
  },
  'reads-purchase-position': (analysis) => readsPosition(analysis, 'purchase'),
  'reads-lookup-position': (analysis) => readsPosition(analysis, 'lookup'),
} satisfies Rules

const NO_READER =
  'How long it waits was not judged: it does not act on the summaries that ask for it (see reads-purchase-position and reads-lookup-position).'
const TOLERANCE = `Up to ${NOISE * 100} % of the interval and ${ALLOWANCE_MS} ms are noise, and not counted.`

function waitWords(what: string, { intervalMs, earlyByMs }: Wait): string {
  const waited = (Math.max(0, intervalMs - earlyByMs) / 1000).toFixed(2)
  return `pollAfterSeconds was ${intervalMs / 1000}, and the ${what} ${waited} s`
}

function bothEnds({ step, request }: Wait) {
  return [step.request.exchange, request.exchange]
}

function leftOpen({ order, request }: ClientStep, analysis: Analysis): Found {
  const { reference, requests } = order
  const what = `The order ${quoteName(reference)} was PROCESSING`
  const misspelled = misspelledAfter(request, analysis)
  if (misspelled !== undefined)
    return {
      broken: `${what}, and the client asked for another one: ${spellingWords(misspelled)}`,
      evidence: [request.exchange],
      breaks: misspelled.exchange,
      restsOn: ['lookup-operation'],
      mistake: 'respelled',
    }
  return {
    broken: `${what} when the client ended: ${lastAsked(requests, request, analysis)}.`,
    evidence: [request.exchange],
    breaks: requests.at(-1)?.exchange,
    restsOn: requests.length > 1 ? ['lookup-operation'] : [],
    mistake: 'left',
  }
}

/** How a client left a PROCESSING order. The text continues "when the client ended:". */
function lastAsked(requests: readonly OrderExchange[], request: OrderExchange, analysis: Analysis): string {
  const { crash } = analysis.trial
  if (crash !== undefined && requests.every(({ isRestarted }) => !isRestarted))
    return 'after a crash it was started again, and did not ask for this order'
  const last = requests.findLast(({ exchange }) => exchange.seq > request.exchange.seq)
  if (last !== undefined) {
    const what = last.kind === 'lookup' ? 'lookup' : 'request, the same purchase,'
    return `its last ${what} ${answerWords(last.answer)}, and it did not ask again`
  }
  if (requests.length === 1) return `it never asked for it again${strayWords(analysis)}`
  return `after poll ${requests.length - 1}, which said PROCESSING, it did not ask again`
}

/**
 * Keeps the clause if every order with summaries that the client reads was settled before it stopped, and one of them
 * had been PROCESSING.
 */
function followedIn(last: readonly ClientStep[], { steps, unread }: Analysis): Found[] {
  const judged = last.filter((step) => !unread.has(step))
  const settled = judged.filter(({ reaction }) => reaction === 'stopped')
  const hasProcessed = steps.some(({ summary, order }) => summary.isProcessing && order === settled[0]?.order)
  if (settled.length < judged.length || !hasProcessed) return []
  const lookups = settled.filter(({ request }) => request.kind === 'lookup')
  const restsOn = lookups.map(() => 'lookup-operation' as const)
  return settled.map(({ request }) => ({ kept: true, evidence: [request.exchange], restsOn }))
}

function whyNotFollowed(last: readonly ClientStep[], analysis: Analysis): string {
  const missed = last.find((step) => analysis.unread.has(step))
  if (missed !== undefined)
    return `Whether it follows the order was not judged: it does not act on the summary (see reads-${missed.request.kind}-position).`
  const open = last.find(({ summary }) => summary.isProcessing)
  if (open === undefined) return 'No order that was PROCESSING was seen to its end.'
  const what = `The order ${quoteName(open.order.reference)} was PROCESSING`
  const { words } = hindranceAfter(open.request.exchange, analysis) ?? {}
  return words === undefined ? `${what} when the recording ended.` : `${what}, and then ${words}`
}

const POINTER: Record<Position, string> = { purchase: 'data.order.order', lookup: 'data.order' }

/**
 * §4.1: the client acts on the summary of a purchase at `data.order.order`, and on the summary of a lookup at
 * `data.order`. Only the whole run shows whether a client misses a summary or ignores it (docs/decisions/013).
 */
function readsPosition(analysis: Analysis, position: Position): ReturnType<Rule> {
  const { steps, unread, missteps, hasFailedAtEnd } = analysis
  const own = steps.filter(({ request }) => request.kind === position)
  const { missing = [], acting = [] } = Object.groupBy(own, (one) => (unread.has(one) ? 'missing' : 'acting'))
  // These are the reactions of a client that does not read a summary, or leaves the order.
  const isAmiss = (one: ClientStep) => ['early', 'confirmed', 'went-on'].includes(one.reaction)
  const missed = missing.filter((one) => isAmiss(one) || missteps.some(({ step }) => step === one))
  const right: readonly Reaction[] = hasFailedAtEnd ? ['waited'] : ['waited', 'stopped']
  const read = acting.filter(({ reaction }) => right.includes(reaction))
  const unseen =
    own.length === 0
      ? `No answer to a ${position} with a summary reached the client.`
      : `Nothing that the client did shows whether it read ${POINTER[position]}.`
  return [
    missed.map((step) => ({
      broken: `The answer to the ${position} said ${saidWords(step)}, at ${POINTER[position]}; ${actedWords(step)}.`,
      evidence: [step.request.exchange],
      breaks: (step.next ?? step.request).exchange,
    })),
    read.map(({ request }) => ({ kept: true, evidence: [request.exchange] })),
    { notObserved: unseen, restsOn: position === 'lookup' ? ['lookup-operation'] : [] },
  ]
}

function saidWords({ summary: { isProcessing, pollAfterSeconds, status } }: ClientStep): string {
  return isProcessing ? `PROCESSING, pollAfterSeconds ${pollAfterSeconds}` : `${quoteName(status)}, settled`
}

function actedWords({ reaction, trial: { exit } }: ClientStep): string {
  if (reaction === 'early') return 'the client asked again without waiting for it'
  if (reaction === 'went-on' || reaction === 'confirmed') return 'the client still asked for the order'
  const end = exit === null ? 'went away' : exit.cause === 'exited' ? endWords(exit) : 'had to be ended'
  return `the client ${end} without acting on it`
}
