import type { Profile } from '../../contract/profile/profile.ts'
import type { Course, Scenario } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { expandPath } from '../../contract/wire/path-template.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { refusalOf, type Stop, stopOf, templateOf } from './stop.ts'

/**
 * The step that a client did not get past on the way of an ordinary card: each of its purchases was refused, or it never
 * asked for its order where the lookup is. Undefined where it came through, or where only a whole run shows whether it did.
 */
export function ordinaryStopOf(analysis: Analysis): Stop | undefined {
  return stopOf(analysis) ?? refusedPurchase(analysis) ?? strayLookup(analysis)
}

function refusedPurchase({ trial, purchases }: Analysis): Stop | undefined {
  const refusals = purchases.map(({ exchange }) => ({ exchange, status: refusalOf(exchange) }))
  const [first] = refusals
  if (first?.status === undefined || refusals.some(({ status }) => status === undefined)) return undefined
  return { at: 'refused', trial, exchange: first.exchange, status: first.status }
}

function strayLookup({ trial, profile }: Analysis): Stop | undefined {
  if (trial.exchanges.some(({ operation }) => operation === 'lookupOrder')) return undefined
  const exchange = trial.exchanges.find(isStrayLookup)
  const status = exchange && refusalOf(exchange)
  if (exchange === undefined || status === undefined) return undefined
  const reference = boughtIn(trial.exchanges)
  return {
    at: 'lookup',
    trial,
    exchange,
    status,
    path: templateOf(exchange.request.target, [reference]),
    isUnencoded: isUnencoded(exchange, reference, profile),
  }
}

/** Whether a request resembles a lookup, and is at a path where the profile has none. */
export function isStrayLookup({ operation, nearMiss }: Exchange): boolean {
  return operation === null && nearMiss?.operation === 'lookupOrder' && nearMiss.gap === 'lookup-operation'
}

function boughtIn(exchanges: readonly Exchange[]): string {
  return exchanges.find(({ order }) => order !== null)?.order?.partnerReference ?? ''
}

function isUnencoded({ request }: Exchange, reference: string, { lookup }: Profile): boolean {
  const asked = lookup.path.replace('{partnerReference}', reference)
  return request.target === asked && asked !== expandPath(lookup.path, { partnerReference: reference })
}

/** What no scenario of a table is called by chance: by it, a recording shows that a run ended with its preflight. */
const NAME = 'preflight: an ordinary card'

/** Long enough for a lookup, and no longer. */
const COURSE: Course = { processing: [{ forSeconds: 1, pollAfterSeconds: 1 }], settles: 'success' }

/**
 * An ordinary card as the scenario of a preflight, which is part of no table.
 *
 * @param ordinary what a card without a scenario does.
 */
export function preflightScenario(
  ordinary: Scenario,
  { sku, price }: Pick<Scenario, 'sku' | 'price'>,
): Scenario {
  const story =
    'The client is started once, before the scenarios, for an ordinary card: it is PROCESSING for a second, then settled.'
  return { ...ordinary, sku, price, name: NAME, story, course: COURSE }
}

/** Whether a scenario is that of a preflight. */
export function isPreflight({ name }: Pick<Scenario, 'name'>): boolean {
  return name === NAME
}
