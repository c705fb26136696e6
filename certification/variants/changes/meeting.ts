import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { readSummary, type Summary } from '../../analysis/answer.ts'

type Meeting = (exchange: Exchange) => boolean

/** Met by a success of one of some operations. */
export function successOf(...operations: readonly OperationId[]): Meeting {
  return ({ operation, response }) =>
    operation !== null && operations.includes(operation) && response !== null && response.status < 300
}

/** Met by any success, the first of all included. */
export const anySuccess: Meeting = ({ response }) => response !== null && response.status < 300

/** Met by a refusal: with one status, or with any. */
export function refusalWith(status?: number): Meeting {
  return ({ response }) =>
    response !== null && (status === undefined ? response.status >= 400 : response.status === status)
}

/** Met by a summary of an order that is `PROCESSING`. */
export const processingSummary: Meeting = (exchange) => summaryOf(exchange)?.isProcessing === true

/** Met by a summary of an order that is settled. */
export const settledSummary: Meeting = (exchange) => summaryOf(exchange)?.isProcessing === false

function summaryOf({ operation, response }: Exchange): Summary | undefined {
  if (response === null || response.status >= 300) return undefined
  if (operation === 'createOrder') return readSummary(response.body, 'purchase')
  return operation === 'lookupOrder' ? readSummary(response.body, 'lookup') : undefined
}
