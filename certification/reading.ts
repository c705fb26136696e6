import type { Behaviour, Misstep } from './behaviour.ts'
import type { ClientStep, Reaction } from './steps.ts'

/**
 * Answers that a client reads by one piece of code: to its first purchase, to one that it sent again, to a poll, or to the
 * lookup of a purchase whose answer was lost; to all purchases, or to all lookups.
 */
const PLACES = [['first'], ['replay'], ['first', 'replay'], ['poll'], ['found'], ['poll', 'found']] as const

type Place = ClientStep['place']

/** One summary, and what else the client did in that trial. */
type Told = { readonly step: ClientStep; readonly by: Behaviour }

/**
 * The steps of a run whose summary the client does not act on, since it reads it elsewhere (§4.1). One trial can't tell that
 * from a client that reads a summary and ignores it; a whole run can. A client that misses a summary does the same whatever
 * it says; so what it did rightly after another summary at the same place shows that it reads there.
 */
export function unreadSteps(run: readonly Behaviour[]): ReadonlySet<ClientStep> {
  const told = run.flatMap((by) => by.steps.map((step) => ({ step, by })))
  const missteps = run.flatMap((by) => by.missteps)
  const missed = PLACES.filter((places) => {
    const wrong = missteps.filter(({ step }) => isAt(places, step))
    const own = told.filter(({ step }) => isAt(places, step) && !step.isSeeking)
    const isRead = places.some((place) => showsReading(own.filter(({ step }) => step.place === place)))
    return !isRead && showsMissing(wrong, own)
  })
  const atPlaces = told.filter(({ step }) => missed.some((places) => isAt(places, step)))
  return new Set([...atPlaces.map(({ step }) => step), ...amongUnknownFields(missteps)])
}

/** Whether a client goes on with that code, if it did not find the summary. */
function isAt(places: readonly Place[], { place, isSeeking }: ClientStep): boolean {
  return places.includes(place) || (isSeeking && places.includes('found'))
}

/** A client that goes wrong only where an answer has unknown fields takes one of them for the summary. */
function amongUnknownFields(missteps: readonly Misstep[]): readonly ClientStep[] {
  const { among = [], elsewhere = [] } = Object.groupBy(missteps, ({ step }) =>
    step.trial.scenario.extraFields ? 'among' : 'elsewhere',
  )
  return among
    .filter(({ kind, step }) =>
      elsewhere.every((other) => other.kind !== kind || other.step.request.kind !== step.request.kind),
    )
    .map(({ step }) => step)
}

const ASKED: readonly Reaction[] = ['waited', 'early']

/**
 * Whether a client asked again after an order that was PROCESSING, and not after one that was settled; or stopped after that
 * and ended as one that has bought.
 */
function showsReading(own: readonly Told[]): boolean {
  const stopped = own.filter(({ step }) => hasStopped(step))
  const hasAsked = own.some(({ step }) => step.isFirst && ASKED.includes(step.reaction))
  return stopped.some(({ step, by }) => by.hasSucceeded || (hasAsked && step.isFirst))
}

/**
 * Whether a client asked no more, as one that has read a settled summary. One that asks after a pause may be in a loop that
 * reads nothing; and one that fails after a success may have lost its patience.
 */
function hasStopped(step: ClientStep): boolean {
  return step.reaction === 'stopped' && step.next === undefined && !endsBadly(step)
}

function endsBadly({ trial: { exit, scenario } }: ClientStep): boolean {
  return scenario.course.settles === 'success' && exit?.cause === 'exited' && exit.code !== 0
}

/** Whether it was wrong after a summary that said PROCESSING, and did something odd after one that was settled. */
function showsMissing(wrong: readonly Misstep[], own: readonly Told[]): boolean {
  const isWrong = wrong.some(({ kind }) => kind !== 'went-on')
  const isOdd = ({ step, by }: Told) =>
    step.reaction === 'confirmed' || step.reaction === 'went-on' || hasEndedBadly(step, by)
  return isWrong && own.some(isOdd)
}

/** Whether it stopped at a success as if it had failed, perhaps before it bought the other card: nothing else was wrong. */
function hasEndedBadly(step: ClientStep, { missteps }: Behaviour): boolean {
  return step.reaction === 'stopped' && endsBadly(step) && missteps.length === 0
}
