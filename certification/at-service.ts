import type { ServiceFacts } from '../contract/report/service-facts.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { summaryOf } from '../contract/wire/exchange-facts.ts'
import { namesOf, type Trial } from './trial.ts'

/** Whether all that a scenario does is on the wire, so that it can be done before any service. */
export function isOnWire({ course, faults, extraFields, revokesKey, restarts }: Scenario): boolean {
  const isScripted =
    extraFields || revokesKey || restarts !== undefined || course.hiddenForSeconds !== undefined
  return (
    faults.length > 0 &&
    !isScripted &&
    faults.every(({ does }) => does.kind !== 'refuse' || does.cause !== 'withdrawn-sku')
  )
}

/** Whether a scenario needs an order that is `PROCESSING` for a while: a card that settles at once has none. */
export function needsToWait({ faults }: Scenario): boolean {
  return faults.some(({ on }) => on === 'lookupOrder')
}

/** Whether any order of some trials was `PROCESSING`. */
export function hasWaited(trials: readonly Trial[]): boolean {
  return trials.some(({ exchanges }) =>
    exchanges.some((exchange) => summaryOf(exchange)?.status === 'PROCESSING'),
  )
}

/** How many purchases of a scenario reach the service, if its client sends no more than the faults make it send. */
export function purchasesOf({ faults, purchases }: Scenario): number {
  const again = faults
    .filter(
      ({ on, at, does }) =>
        on === 'createOrder' &&
        (at !== 'before-recording' || does.kind === 'stall') &&
        does.kind !== 'dribble',
    )
    .reduce((sum, { times }) => sum + (times ?? 1), 0)
  return purchases * (1 + again)
}

/** Why a scenario ran against the mock, where others ran at a service. */
export function whyAtMock(scenario: Scenario, hasWaitedThere: boolean): string {
  if (isOnWire(scenario))
    return needsToWait(scenario) && !hasWaitedThere
      ? 'The card of the service settles at once: there is no order to wait for.'
      : 'It was not run at the service.'
  if (scenario.restarts !== undefined) return 'It kills the client at a moment that only the mock knows.'
  if (scenario.revokesKey) return 'Only the mock revokes its key.'
  if (scenario.extraFields) return 'Only the mock adds fields to its answers.'
  if (scenario.course.hiddenForSeconds !== undefined) return 'Only the mock hides an order from its lookup.'
  return 'Its course or its card is scripted, and a real service has its own.'
}

/** Why a trial says nothing of its client: the service broke a clause in it, or it could not be run as it should. */
export function excuseOf(trial: Trial, service: ServiceFacts | undefined): string | null {
  if (trial.target === undefined) return null
  const { sku } = namesOf(trial)
  const broken =
    service?.broken.filter(({ scenarios }) => scenarios.includes(sku)).map(({ clause }) => clause) ?? []
  if (broken.length > 0)
    return `The service breaks ${broken.join(', ')} here: that is not the client's fault.`
  return trial.target.incomplete
}

/** Whether the reason is the service's, so that the client may have its certificate for the rest. */
export function isOfService(trial: Trial, service: ServiceFacts | undefined): boolean {
  return (
    trial.target !== undefined &&
    (service?.broken.some(({ scenarios }) => scenarios.includes(namesOf(trial).sku)) ?? false)
  )
}
