import { smallestHitting } from '../../contract/judging/blame.ts'
import type { Trial } from '../trial.ts'
import type { Position } from './order-answer.ts'
import type { ClientStep, Place, Reaction, Wait } from './step.ts'

/** What a client did wrong after a summary: it asked too early, left the order, went on asking, or failed although it bought. */
export type Slip = 'early' | 'left' | 'went-on' | 'failed'

/** Something wrong that a client did after a summary: either it ignores what it says, or it does not read it there. */
export type Fault = {
  readonly slip: Slip
  readonly step: ClientStep
  readonly wait?: Wait
  /** Whether it can be that it does not read the summary there: whatever it says, it would have done that. */
  readonly mayMisread: boolean
}

/** One trial, as far as it shows where a client reads. */
export type Walked = {
  readonly trial: Trial
  readonly steps: readonly ClientStep[]
  readonly waits: readonly Wait[]
  readonly faults: readonly Fault[]
  readonly hasSucceeded: boolean
}

/** Some answers that a client reads with the same code, and whether that code misses the summary. */
type Misreading = {
  /** Whether the client reads a summary with that code. */
  readonly isAt: (step: ClientStep, trial: Trial) => boolean
  /** Whether it goes on with that code, if it did not find the summary. */
  readonly covers: (step: ClientStep, trial: Trial) => boolean
  readonly isOfExtraFields: boolean
}

const WHERE: readonly (Place | Position)[] = ['purchase', 'lookup', 'first', 'replay', 'poll', 'found']

/** The wider one first: where it is possible, nothing speaks against it in either circumstance. */
const MISREADINGS: readonly Misreading[] = [true, false].flatMap((isOfExtraFields) =>
  WHERE.map((where): Misreading => {
    const isOfTrial = ({ scenario }: Trial) => scenario.extraFields || !isOfExtraFields
    // A client that misses what a lookup found may go on with the same code.
    const isSeeking = ({ place, beganAt }: ClientStep) => place === 'poll' && beganAt === 'found'
    const covers: Misreading['covers'] = (step, trial) =>
      isOfTrial(trial) &&
      ([step.place, step.position].includes(where) || (where === 'found' && isSeeking(step)))
    const isAt: Misreading['isAt'] = (step, trial) => covers(step, trial) && !isSeeking(step)
    return { isOfExtraFields, isAt, covers }
  }),
)

const ASKS: readonly Reaction[] = ['waited', 'early', 'confirmed', 'went-on']

/**
 * The steps of a run whose summary the client did not read: of all that can be wrong, the smallest set of mistakes explains
 * every fault (decision 011). A client that misses a summary does the same whatever it says. So what it did rightly, and
 * differently, after another summary at the same place shows that it reads there; and nowhere else.
 */
export function unreadSteps(run: readonly Walked[]): ReadonlySet<ClientStep> {
  const told = run.flatMap(({ trial, steps, hasSucceeded, faults }) => {
    const isFine = faults.every(({ slip }) => slip === 'failed')
    return tellingSteps(steps).map((one) => ({ ...one, trial, hasSucceeded, isFine }))
  })
  const faults = run.flatMap(({ trial, faults: own }) => own.map((fault) => ({ ...fault, trial })))
  const possible = MISREADINGS.filter(({ isAt, covers, isOfExtraFields }) => {
    const own = told.filter(({ step, trial }) => isAt(step, trial))
    const wrong = faults.filter(({ step, trial, mayMisread }) => mayMisread && covers(step, trial))
    // Among unknown fields there may be one that it takes for the summary.
    const { extra = [], plain = [] } = Object.groupBy(own, ({ trial }) =>
      trial.scenario.extraFields ? 'extra' : 'plain',
    )
    const isKept = !wrong.some(({ slip }) => slip === 'early')
    return (
      ![plain, extra].some((some) => showsReading(some) || (isKept && keepsEachPace(some))) &&
      (isOfExtraFields || isTelling(wrong, own))
    )
  })
  const sets = faults.map(({ slip, step, trial, mayMisread }) => [
    slip,
    ...possible.flatMap((one, index) => (mayMisread && one.covers(step, trial) ? [`${index}`] : [])),
  ])
  const cost = costs(run, told, possible)
  const [best = []] = smallestHitting(sets).toSorted((one, other) => cost(one) - cost(other))
  const chosen = possible.filter((_, index) => best.includes(`${index}`))
  return new Set(
    run.flatMap(({ trial, steps }) =>
      steps.filter((step) => chosen.some(({ covers }) => covers(step, trial))),
    ),
  )
}

type Told = {
  readonly step: ClientStep
  /** Whether no settled summary of the order came before. */
  readonly isFirst: boolean
  readonly trial: Trial
  readonly hasSucceeded: boolean
  /** Whether nothing else was wrong in its trial. */
  readonly isFine: boolean
}

/** Of the settled steps of each order, the first, and those in the same circumstance: what comes after it comes too late. */
function tellingSteps(steps: readonly ClientStep[]): readonly Pick<Told, 'step' | 'isFirst'>[] {
  const settledAt = new Map<ClientStep['order'], Place>()
  return steps.flatMap((step): Pick<Told, 'step' | 'isFirst'>[] => {
    const first = settledAt.get(step.order)
    if (!step.summary.isProcessing) settledAt.set(step.order, first ?? step.place)
    if (first === undefined) return [{ step, isFirst: true }]
    return first === step.place ? [{ step, isFirst: false }] : []
  })
}

/** Whether a client asked again after an order that was PROCESSING, and not after one that was settled; or rightly ended there. */
function showsReading(own: readonly Told[]): boolean {
  const first = own.filter(({ isFirst }) => isFirst)
  const hasAsked = first.some(({ step }) => step.summary.isProcessing && ASKS.includes(step.reaction))
  return own.some((one) => one.hasSucceeded && hasStopped(one)) || (hasAsked && first.some(hasStopped))
}

/**
 * Whether a client asked no more, as one that has read a settled summary. One that asks later, after a pause, may be in a loop
 * that reads nothing; and one that fails after a success may have lost its patience.
 */
function hasStopped({ step: { summary, reaction, next }, trial }: Told): boolean {
  return !summary.isProcessing && reaction === 'stopped' && next === undefined && !endsBadly(trial)
}

function endsBadly({ exit, scenario: { course } }: Trial): boolean {
  return course.settles === 'success' && exit?.cause === 'exited' && exit.code !== 0
}

/** Whether it waits as long as each summary says, and not as long as the one before, or as always. */
function keepsEachPace(own: readonly Told[]): boolean {
  const paces = own.flatMap(({ step: { pace } }) => pace ?? [])
  const first = paces.filter(({ beforeSeconds }) => beforeSeconds === undefined)
  return (
    paces.some(({ seconds, beforeSeconds }) => beforeSeconds !== undefined && seconds !== beforeSeconds) ||
    new Set(first.map(({ seconds }) => seconds)).size > 1
  )
}

/**
 * Whether it did what a client does that reads nothing there: it went on after a settled order; or it did something odd after
 * one, and was wrong after one that was PROCESSING. One kind of fault alone is that.
 */
function isTelling(wrong: readonly Fault[], own: readonly Told[]): boolean {
  const has = (...slips: readonly Slip[]) => wrong.some(({ slip }) => slips.includes(slip))
  const isOdd = has('failed') || own.some((one) => one.step.reaction === 'confirmed' || hasEndedBadly(one))
  return has('went-on') || (isOdd && has('early', 'left'))
}

/** Whether it stopped at a success as if it had failed, perhaps before it bought the other card. */
function hasEndedBadly({ step: { summary, reaction }, trial, isFine }: Told): boolean {
  return isFine && !summary.isProcessing && reaction === 'stopped' && endsBadly(trial)
}

/** How much speaks against a set of mistakes: how many times the client rightly did not make them. */
function costs(
  run: readonly Walked[],
  told: readonly Told[],
  possible: readonly Misreading[],
): (mistakes: readonly string[]) => number {
  const count = (isRight: (reaction: Reaction) => boolean) =>
    told.filter(({ step, isFirst }) => isFirst && isRight(step.reaction)).length
  const right: Record<string, number> = {
    early: run.flatMap(({ waits }) => waits).filter(({ isEarly, intervalMs }) => !isEarly && intervalMs > 0)
      .length,
    left: count((reaction) => reaction === 'waited' || reaction === 'early'),
    'went-on': told.filter((one) => one.isFirst && hasStopped(one)).length,
    failed: run.filter(({ hasSucceeded }) => hasSucceeded).length,
  }
  // Where nothing tells, it reads; but of unknown fields, one may be what it takes for the summary.
  const ofExtraFields = possible.map(({ isOfExtraFields }) => isOfExtraFields)
  const unread = (mistake: string) => (ofExtraFields[Number(mistake)] ? -0.5 : 0.5)
  return (mistakes) => mistakes.reduce((sum, mistake) => sum + (right[mistake] ?? unread(mistake)), 0)
}
