import type { Behaviour, Misstep } from './behaviour.ts'
import type { ClientStep, Reaction } from './steps.ts'

type Place = ClientStep['place']

/**
 * Groups of answers that a client may read by the same code: to the first purchase, to a retry, to a poll, and to a
 * lookup after a lost answer; and to all purchases, or to all lookups.
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
 * The steps whose summary the client does not act on, since it looks elsewhere for it (§4.1).
 *
 * A single trial can't tell that from a client which reads a summary and ignores it, but a whole run can. A client that
 * misses a summary does the same whatever the summary says: this is wrong after PROCESSING, and odd after a settled
 * one. A client that acts rightly after both, at one place, does read there.
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

/** True if the client polled after PROCESSING, and stopped after a settled summary. */
function showsReading(steps: readonly ClientStep[]): boolean {
  const first = steps.filter(({ isFirst }) => isFirst)
  const hasAsked = first.some(({ reaction }) => ASKED.includes(reaction))
  // A client that still asks after a pause may be in a loop that reads nothing.
  const hasStopped = first.some(({ reaction, next }) => reaction === 'stopped' && next === undefined)
  return hasAsked && hasStopped
}

/** True if the client did wrong after a PROCESSING summary, and something odd after a settled one. */
function showsMissing(missteps: readonly Misstep[], steps: readonly ClientStep[]): boolean {
  const isOdd = (step: ClientStep) =>
    step.reaction === 'confirmed' || step.reaction === 'went-on' || failedUnexplained(step, missteps)
  return missteps.some(({ kind }) => kind !== 'went-on') && steps.some(isOdd)
}

/** True if the client stopped at a success as if it had failed, and none of its other mistakes explains that. */
function failedUnexplained(step: ClientStep, missteps: readonly Misstep[]): boolean {
  const isExplained = missteps.some((misstep) => misstep.step.trial === step.trial)
  return step.reaction === 'stopped' && endsBadly(step) && !isExplained
}

/** True if the process failed although the scenario ends in success. */
function endsBadly({ trial: { exit, scenario } }: ClientStep): boolean {
  return scenario.course.settles === 'success' && exit?.cause === 'exited' && exit.code !== 0
}

/** A client that goes wrong only where answers have unknown fields takes one of these fields for the summary. */
function amongUnknownFields(missteps: readonly Misstep[]): readonly ClientStep[] {
  const { among = [], elsewhere = [] } = Object.groupBy(missteps, ({ step }) =>
    step.trial.scenario.extraFields ? 'among' : 'elsewhere',
  )
  return among.filter(({ kind }) => elsewhere.every((other) => other.kind !== kind)).map(({ step }) => step)
}
