import type { Profile } from '../contract/profile/profile.ts'
import { type Conduct, conductIn, hindranceAfter } from './behaviour.ts'
import { mayBeOfOrder } from './orders.ts'
import { ONE_TOO_MANY } from './purchases.ts'
import { smallestHitting } from './smallest-hitting.ts'
import { type ClientStep, isOnTime, type Reaction } from './steps.ts'
import type { Trial } from './trial.ts'

/** The facts of one trial that the rules share, so that no rule computes them itself. */
export type Analysis = Walked & {
  /** The steps whose summary it does not read, as the whole run shows: of those, only that is judged. */
  readonly unread: ReadonlySet<ClientStep>
}

type Walked = Conduct & { readonly faults: readonly Fault[] }

/**
 * Analyses the trials of one run, in their order. Facts that need the whole run are added to each. Where the client may wait
 * by another clock than that of the recording (`isTimed`), nothing came too early or too often.
 */
export function readRun(trials: readonly Trial[], profile: Profile, isTimed = true): readonly Analysis[] {
  const walked = conductIn(trials, profile, isTimed).map((conduct) => ({
    ...conduct,
    faults: faultsIn(conduct),
  }))
  const unread = unreadSteps(walked)
  return walked.map((one) => ({ ...one, unread }))
}

/** What a client did wrong after a summary: it asked too early, left the order, went on asking, or failed although it bought. */
export type Slip = 'early' | 'left' | 'went-on' | 'failed'

/** Something wrong that a client did after a summary: it ignores what it says, or, where that may be, does not read it there. */
type Fault = { readonly slip: Slip; readonly step: ClientStep; readonly mayMisread: boolean }

/** What was wrong after the summaries that reached a client. Its exit code counts only where nothing else is wrong. */
function faultsIn(conduct: Conduct): readonly Fault[] {
  const { steps, waits, misshapen, explained, hasFailedAtEnd, trial } = conduct
  const { crash, exit } = trial
  const fault = (slip: Slip, step: ClientStep, mayMisread = true): Fault => ({ slip, step, mayMisread })
  const early = waits.flatMap(({ isEarly, step }) => (isEarly ? fault('early', step) : []))
  const last = lastSteps(steps)
  // A client that was started again and does not know the order can't have missed what its summary says.
  const isKnown = ({ request }: ClientStep) => crash === undefined || request.isRestarted
  const left = last.flatMap((step) => (isLeft(step, conduct) ? fault('left', step, isKnown(step)) : []))
  const wentOn = steps.flatMap((step) => (step.reaction === 'went-on' ? fault('went-on', step) : []))
  const isElse =
    early.length + left.length + misshapen.length > 0 || explained.some(({ as }) => as !== 'repeated')
  const settled = last.filter(({ summary }) => !summary.isProcessing)
  const latest = settled.toSorted((one, other) => other.knownMs - one.knownMs).slice(0, 1)
  const failed = latest.map((step) => fault('failed', step, exit?.cause === 'exited'))
  return [...early, ...left, ...wentOn, ...(hasFailedAtEnd && !isElse ? failed : [])]
}

/** Of each order, the last summary that reached the client. */
export function lastSteps(steps: readonly ClientStep[]): readonly ClientStep[] {
  return [...new Map(steps.map((step) => [step.order, step])).values()]
}

/**
 * Whether an order was `PROCESSING` when its client ended, for no reason that the trial shows. What follows from a purchase
 * that breaks a clause of its own is not judged again.
 */
function isLeft({ order, summary, request }: ClientStep, conduct: Conduct): boolean {
  const { trial, misshapen, explained, changed } = conduct
  if (!summary.isProcessing || trial.exit?.cause !== 'exited' || trial.unrecorded) return false
  const tooMany = explained.filter(({ as }) => ONE_TOO_MANY.includes(as))
  const isReplaced = tooMany.some(({ order: instead, purchase }) =>
    [instead.reference, purchase.reference].includes(order.reference),
  )
  const blamed = [...changed, ...misshapen.map(({ purchase }) => purchase)]
  const isBlamedLast = blamed.some(
    (one) => one === order.requests.at(-1) || mayBeOfOrder(one, request.exchange),
  )
  // Started again, it may have forgotten that summary: what it asked then is all that counts.
  const isForgotten = !request.isRestarted && order.requests.some((one) => one.isRestarted)
  const isExcused = isReplaced || isBlamedLast || isForgotten
  return !isExcused && hindranceAfter(request.exchange, conduct) === undefined
}

const WHERE = ['purchase', 'lookup', 'first', 'replay', 'poll', 'found'] as const

/**
 * Answers that a client reads with the same code, which misses the summary: in each of them, or among unknown fields. The wider
 * one first: where it is possible, nothing speaks against it in either circumstance.
 */
const MISREADINGS = [true, false].flatMap((isOfExtraFields) =>
  WHERE.map((where) => ({ id: isOfExtraFields ? `${where}, extra fields` : where, where, isOfExtraFields })),
)

type Misreading = (typeof MISREADINGS)[number]

/** Whether a client goes on with that code, if it did not find the summary. */
function covers({ where, isOfExtraFields }: Misreading, step: ClientStep): boolean {
  if (isOfExtraFields && !step.trial.scenario.extraFields) return false
  return step.place === where || step.request.kind === where || (where === 'found' && step.isSeeking)
}

/**
 * The steps of a run whose summary the client did not read: the smallest set of mistakes explains every fault (docs/decisions/013).
 * A client that misses a summary does the same whatever it says; so what it did rightly, and differently, after another
 * summary at the same place shows that it reads there; and nowhere else.
 */
function unreadSteps(run: readonly Walked[]): ReadonlySet<ClientStep> {
  const told = toldIn(run)
  const faults = run.flatMap((conduct) => conduct.faults)
  const explains = (one: Misreading) => (fault: Fault) => fault.mayMisread && covers(one, fault.step)
  const possible = MISREADINGS.filter((one) => {
    const own = told.filter(({ step }) => covers(one, step) && !step.isSeeking)
    return isPossible(one, faults.filter(explains(one)), own)
  })
  const sets = faults.map((fault) => [
    fault.slip,
    ...possible.flatMap((one) => (explains(one)(fault) ? one.id : [])),
  ])
  const cost = costs(run, possible)
  const [best = []] = smallestHitting(sets).toSorted((one, other) => cost(one) - cost(other))
  const chosen = possible.filter(({ id }) => best.includes(id))
  return new Set(told.flatMap(({ step }) => (chosen.some((one) => covers(one, step)) ? step : [])))
}

type Told = ReturnType<typeof toldIn>[number]

function toldIn(run: readonly Walked[]) {
  return run.flatMap((by) => by.steps.map((step) => ({ step, by })))
}

function isPossible({ isOfExtraFields }: Misreading, wrong: readonly Fault[], own: readonly Told[]): boolean {
  const isKept = !wrong.some(({ slip }) => slip === 'early')
  const isRead = showsReading(own) || (isKept && keepsEachPace(own))
  return !isRead && (isOfExtraFields || isTelling(wrong, own))
}

const ASKED: readonly Reaction[] = ['waited', 'early']

/** Whether a client asked again after an order that was PROCESSING, and not after one that was settled; or rightly ended there. */
function showsReading(own: readonly Told[]): boolean {
  const first = own.filter(({ step }) => step.isFirst)
  const hasAsked = first.some(({ step }) => ASKED.includes(step.reaction))
  return own.some((one) => one.by.hasSucceeded && hasStopped(one)) || (hasAsked && first.some(hasStopped))
}

/**
 * Whether a client asked no more, as one that has read a settled summary. One that asks after a pause may be in a loop that
 * reads nothing; and one that fails after a success may have lost its patience.
 */
function hasStopped({ step }: Told): boolean {
  return step.reaction === 'stopped' && step.next === undefined && !endsBadly(step)
}

function endsBadly({ trial: { exit, scenario } }: ClientStep): boolean {
  return scenario.course.settles === 'success' && exit?.cause === 'exited' && exit.code !== 0
}

/** Whether it waits as long as each summary says, and not as long as the one before, or as always. */
function keepsEachPace(own: readonly Told[]): boolean {
  const onTime = own.filter(({ step }) => isOnTime(step))
  const paces = onTime.map(({ step: { summary, before } }) => ({
    seconds: summary.pollAfterSeconds,
    before: before?.summary.pollAfterSeconds ?? null,
  }))
  const first = paces.filter(({ before }) => before === null)
  const hasChanged = paces.some(({ seconds, before }) => before !== null && before !== seconds)
  return hasChanged || new Set(first.map(({ seconds }) => seconds)).size > 1
}

/** Whether it went on after a settled order; or did something odd after one, and was wrong after one that was PROCESSING. */
function isTelling(wrong: readonly Fault[], own: readonly Told[]): boolean {
  const has = (...slips: readonly Slip[]) => wrong.some(({ slip }) => slips.includes(slip))
  const isOdd = has('failed') || own.some((one) => one.step.reaction === 'confirmed' || hasEndedBadly(one))
  return has('went-on') || (isOdd && has('early', 'left'))
}

/** Whether it stopped at a success as if it had failed, perhaps before it bought the other card: nothing else was wrong. */
function hasEndedBadly({ step, by }: Told): boolean {
  return step.reaction === 'stopped' && endsBadly(step) && by.faults.every(({ slip }) => slip === 'failed')
}

/** How much speaks against a set of mistakes: how many times the client rightly did not make them. */
function costs(run: readonly Walked[], possible: readonly Misreading[]) {
  const first = toldIn(run).filter(({ step }) => step.isFirst)
  const waits = run.flatMap((conduct) => conduct.waits)
  const against: Readonly<Record<string, number>> = {
    early: waits.filter(({ isEarly, intervalMs }) => !isEarly && intervalMs > 0).length,
    left: first.filter(({ step }) => ASKED.includes(step.reaction)).length,
    'went-on': first.filter(hasStopped).length,
    failed: run.filter(({ hasSucceeded }) => hasSucceeded).length,
    // Where nothing tells, it reads; but of unknown fields, one may be what it takes for the summary.
    ...Object.fromEntries(possible.map(({ id, isOfExtraFields }) => [id, isOfExtraFields ? -0.5 : 0.5])),
  }
  return (mistakes: readonly string[]) => mistakes.reduce((sum, mistake) => sum + (against[mistake] ?? 0), 0)
}
