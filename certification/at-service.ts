import type { ScenarioReport } from '../contract/report/report.ts'
import type { ServiceFacts } from '../contract/report/subject.ts'
import type { Scenario } from '../contract/scenario/scenario.ts'
import { listed } from '../contract/text/listed.ts'
import { orderStatusOf, summaryOf } from '../contract/wire/exchange-facts.ts'
import { PROCESSING } from '../contract/wire/processing.ts'
import { namesOf, type Trial } from './trial.ts'

/** What only the mock does, and how that is said of a scenario that needs it. */
const OF_THE_MOCK: readonly (readonly [needs: (scenario: Scenario) => boolean, why: string])[] = [
  [({ restarts }) => restarts !== undefined, 'It kills the client at a moment that only the mock knows.'],
  [({ revokesKey }) => revokesKey, 'Only the mock revokes its key.'],
  [({ extraFields }) => extraFields, 'Only the mock adds fields to its answers.'],
  [({ course }) => course.hiddenForSeconds !== undefined, 'Only the mock hides an order from its lookup.'],
]

/** Whether all that a scenario does is on the wire, so that it can be done before any service. */
export function isOnWire(scenario: Scenario): boolean {
  const { faults } = scenario
  return (
    faults.length > 0 &&
    !OF_THE_MOCK.some(([needs]) => needs(scenario)) &&
    faults.every(({ does }) => does.kind !== 'refuse' || does.cause !== 'withdrawn-sku')
  )
}

/** Whether a scenario needs an order that is `PROCESSING` for a while: a card that settles at once has none. */
export function needsToWait({ faults }: Scenario): boolean {
  return faults.some(({ on }) => on === 'lookupOrder')
}

export function hasWaited(trials: readonly Trial[]): boolean {
  return trials.some(({ exchanges }) =>
    exchanges.some((exchange) => summaryOf(exchange)?.status === PROCESSING),
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

export function whyAtMock(scenario: Scenario, hasWaitedThere: boolean): string {
  if (isOnWire(scenario))
    return needsToWait(scenario) && !hasWaitedThere
      ? 'The card of the service settles at once: there is no order to wait for.'
      : 'It was not run at the service.'
  const [, why] = OF_THE_MOCK.find(([needs]) => needs(scenario)) ?? []
  return why ?? 'Its course or its card is scripted, and a real service has its own.'
}

/** Why a trial says nothing of its client: the service broke a clause in it, or it could not be run as it should. */
export function excuseOf(trial: Trial, service: ServiceFacts | undefined): ScenarioReport['excuse'] {
  if (trial.target === undefined) return undefined
  const { sku } = namesOf(trial)
  const broken = service?.broken.filter(({ scenarios }) => scenarios.includes(sku)) ?? []
  const names = broken.map(({ clause }) => clause).join(', ')
  if (names !== '')
    return { by: 'service', message: `The service breaks ${names} here: that is not the client's fault.` }
  const open = unsettledIn(trial)
  const isLate = trial.exit?.cause === 'time-limit' && open.length > 0
  const why = trial.target.incomplete ?? (isLate ? TIME_UP : null)
  if (why === null) return undefined
  return { by: 'run', message: open.length === 0 ? why : `${why} Not settled: ${listed(open, MOST_LISTED)}.` }
}

const TIME_UP = 'The time for the scenario was up before its order had settled: raise --time-limit.'
const MOST_LISTED = 5

/** The references of the orders that the service last showed as not settled. */
export function unsettledIn({ exchanges }: Pick<Trial, 'exchanges'>): readonly string[] {
  const last = new Map<string, string>()
  for (const exchange of exchanges) {
    const status = orderStatusOf({ ...exchange, response: exchange.upstream?.response ?? null })
    if (exchange.order !== null && status !== undefined) last.set(exchange.order.partnerReference, status)
  }
  return [...last].flatMap(([reference, status]) => (status === PROCESSING ? reference : []))
}
