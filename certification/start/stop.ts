import type { Profile } from '../../contract/profile/profile.ts'
import type { Course, Scenario } from '../../contract/scenario/scenario.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { expandPath } from '../../contract/wire/path-template.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { isRefusedAsNobody } from '../analysis/order.ts'
import type { Trial } from '../trial.ts'

/** The step that a client did not get past in one scenario: its first request, where none arrived. */
export type Stop = { readonly trial: Trial } & (
  | { readonly at: 'no-request' }
  /** This request was refused, and so was each one after it. */
  | { readonly at: 'refused'; readonly exchange: Exchange; readonly status: number }
  /** This request was served or got no answer, and no other followed it. */
  | { readonly at: 'after'; readonly exchange: Exchange }
  /** It bought its card, and asked for the order where the profile has no operation. */
  | {
      readonly at: 'lookup'
      readonly exchange: Exchange
      readonly status: number
      /** The path that it asked at, with the parameter in the place of the reference. */
      readonly path: string
      /** Whether the path would be right if the reference in it were encoded. */
      readonly isUnencoded: boolean
    }
  /** It bought another card than the one that it was to buy. */
  | { readonly at: 'other-card'; readonly sku: string }
)

/**
 * Where a client stopped before it bought the card of a scenario; undefined where it bought it, or sent a purchase that
 * names none.
 */
export function stopOf({ trial, purchases, profile }: Analysis): Stop | undefined {
  const taken = purchases.filter(({ exchange }) => !isRefusedAsNobody(exchange, profile))
  if (taken.some(({ sku }) => sku === undefined || sku === trial.scenario.sku)) return undefined
  const other = taken[0]?.sku
  if (other !== undefined) return { at: 'other-card', trial, sku: other }
  const last = trial.exchanges.at(-1)
  if (last === undefined) return { at: 'no-request', trial }
  const lastServed = trial.exchanges.findLastIndex((exchange) => refusalOf(exchange) === undefined)
  const exchange = trial.exchanges[lastServed + 1]
  const status = exchange && refusalOf(exchange)
  if (exchange === undefined || status === undefined) return { at: 'after', trial, exchange: last }
  return { at: 'refused', trial, exchange, status }
}

/** The status of an answer that refuses a request; undefined where it does not. */
function refusalOf({ response }: Exchange): number | undefined {
  return response !== null && response.status >= 400 ? response.status : undefined
}

/** The operation, such as `GET /products/{sku}/price`, or what was sent if it is not one. */
export function requestWords({ operation, request }: Exchange, profile: Profile): string {
  if (operation !== null) return operationWords(operation, profile)
  const [path = ''] = request.target.split('?')
  return `${request.method} ${path.slice(0, 80)}`
}

export function operationWords(operation: OperationId, profile: Profile): string {
  const { method, path } = operationsOf(profile)[operation]
  return `${method} ${path}`
}

/** The path of a request, with the parameter in the place of the first of some references that is in it. */
export function templateOf(target: string, references: readonly string[]): string {
  const spellings = references.flatMap((one) => [encodeURIComponent(one.toWellFormed()), one])
  const found = spellings.find((one) => one !== '' && target.includes(one))
  return found === undefined ? target : target.replace(found, '{partnerReference}')
}

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
  const reference = trial.exchanges.find(({ order }) => order !== null)?.order?.partnerReference ?? ''
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

function isUnencoded({ request }: Exchange, reference: string, { lookup }: Profile): boolean {
  const asked = lookup.path.replace('{partnerReference}', reference)
  return request.target === asked && asked !== expandPath(lookup.path, { partnerReference: reference })
}

/** What no scenario of a table is called by chance: by it, a recording shows that a run ended with its preflight. */
const NAME = 'preflight: an ordinary card'

/** Long enough for a lookup, and no longer. */
const COURSE: Course = { processing: [{ forSeconds: 1, pollAfterSeconds: 1 }], settles: 'success' }

/** It is part of no table. `ordinary`: what a card without a scenario does. */
export function preflightScenario(
  ordinary: Scenario,
  { sku, price }: Pick<Scenario, 'sku' | 'price'>,
): Scenario {
  const story =
    'The client is started once, before the scenarios, for an ordinary card: it is PROCESSING for a second, then settled.'
  return { ...ordinary, sku, price, name: NAME, story, course: COURSE }
}

export function isPreflight({ name }: Pick<Scenario, 'name'>): boolean {
  return name === NAME
}
