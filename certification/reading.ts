import type { Behaviour, Misstep } from './behaviour.ts'
import type { ClientStep, Reaction } from './steps.ts'

type Place = ClientStep['place']

/**
 * Answers that a client reads by one piece of code: to its first purchase, to one that it sent again, to a poll, or to the
 * lookup of a purchase whose answer was lost; to all purchases, or to all lookups.
 */
const PLACES: readonly (readonly Place[])[] = [
  ['first'],
  ['replay'],
  ['first', 'replay'],
  ['poll'],
  ['found'],
  ['poll', 'found'],
]

/**
 * The steps of a run whose summary the client does not act on, since it reads it elsewhere (§4.1). One trial can't tell that
 * from a client that reads a summary and ignores it; a whole run can. A client that misses a summary does the same whatever
 * it says: it is wrong after PROCESSING, and odd after a settled one. What it did rightly after both at one place shows that
 * it reads there.
 */
export function unreadSteps(run: readonly Behaviour[]): ReadonlySet<ClientStep> {
  const steps = run.flatMap((one) => one.steps)
  const missteps = run.flatMap((one) => one.missteps)
  const missed = PLACES.filter((places) => {
    const isHere = ({ place }: ClientStep) => places.includes(place)
    const isRead = places.some((place) => showsReading(steps.filter((step) => step.place === place)))
    const wrong = missteps.filter(({ step }) => isHere(step))
    return !isRead && showsMissing(wrong, steps.filter(isHere))
  }).flat()
  return new Set([...steps.filter(({ place }) => missed.includes(place)), ...amongUnknownFields(missteps)])
}

const ASKED: readonly Reaction[] = ['waited', 'early']

/** Whether a client asked again after PROCESSING, and asked no more after a settled summary. */
function showsReading(steps: readonly ClientStep[]): boolean {
  const first = steps.filter(({ isFirst }) => isFirst)
  const hasAsked = first.some(({ reaction }) => ASKED.includes(reaction))
  // One that asks after a pause may be in a loop that reads nothing.
  const hasStopped = first.some(({ reaction, next }) => reaction === 'stopped' && next === undefined)
  return hasAsked && hasStopped
}

/** Whether it was wrong after a summary that said PROCESSING, and did something odd after one that was settled. */
function showsMissing(missteps: readonly Misstep[], steps: readonly ClientStep[]): boolean {
  const isOdd = (step: ClientStep) =>
    step.reaction === 'confirmed' || step.reaction === 'went-on' || failedUnexplained(step, missteps)
  return missteps.some(({ kind }) => kind !== 'went-on') && steps.some(isOdd)
}

/** Whether it stopped at a success as if it had failed, and nothing else that it did wrong explains that. */
function failedUnexplained(step: ClientStep, missteps: readonly Misstep[]): boolean {
  const isExplained = missteps.some((misstep) => misstep.step.trial === step.trial)
  return step.reaction === 'stopped' && endsBadly(step) && !isExplained
}

/** Whether its process failed where every card was bought. */
function endsBadly({ trial: { exit, scenario } }: ClientStep): boolean {
  return scenario.course.settles === 'success' && exit?.cause === 'exited' && exit.code !== 0
}

/** A client that goes wrong only where an answer has unknown fields takes one of them for the summary. */
function amongUnknownFields(missteps: readonly Misstep[]): readonly ClientStep[] {
  const { among = [], elsewhere = [] } = Object.groupBy(missteps, ({ step }) =>
    step.trial.scenario.extraFields ? 'among' : 'elsewhere',
  )
  return among.filter(({ kind }) => elsewhere.every((other) => other.kind !== kind)).map(({ step }) => step)
}
