import type { Profile } from '../../contract/profile/profile.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import type { Analysis } from '../analysis/analysis.ts'
import { isRefusedAsNobody } from '../analysis/order.ts'
import type { Trial } from '../trial.ts'

/** The step that a client did not get past in one scenario. */
export type Stop =
  /** No request arrived. */
  | { readonly at: 'no-request'; readonly trial: Trial }
  /** This request was refused, and so was each one after it. */
  | { readonly at: 'refused'; readonly trial: Trial; readonly exchange: Exchange; readonly status: number }
  /** This request was served or got no answer, and no other followed it. */
  | { readonly at: 'after'; readonly trial: Trial; readonly exchange: Exchange }
  /** It bought its card, and asked for the order where the profile has no operation. */
  | {
      readonly at: 'lookup'
      readonly trial: Trial
      readonly exchange: Exchange
      readonly status: number
      /** The path that it asked at, with the parameter in the place of the reference. */
      readonly path: string
      /** Whether the path would be right if the reference in it were encoded. */
      readonly isUnencoded: boolean
    }
  /** It bought another card than the one that it was to buy. */
  | { readonly at: 'other-card'; readonly trial: Trial; readonly sku: string }

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
export function refusalOf({ response }: Exchange): number | undefined {
  return response !== null && response.status >= 400 ? response.status : undefined
}

/**
 * A request as a sentence names it: the operation, or what was sent if it is not one.
 *
 * @example
 * requestWords(exchange, profile) // 'GET /products/{sku}/price'
 */
export function requestWords({ operation, request }: Exchange, profile: Profile): string {
  if (operation !== null) return operationWords(operation, profile)
  const [path = ''] = request.target.split('?')
  return `${request.method} ${path.slice(0, 80)}`
}

/** The method and path of an operation. */
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
