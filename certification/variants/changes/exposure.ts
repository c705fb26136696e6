import { is2xx } from '../../../contract/judging/said.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { summaryIn } from '../../analysis/order.ts'

type Exposure = (exchange: Exchange) => boolean

/** The client receives it with a success of one of some operations. */
export function showsSuccess(...operations: readonly OperationId[]): Exposure {
  return ({ operation, response }) =>
    operation !== null && operations.includes(operation) && is2xx(response?.status ?? null)
}

/** The client receives it with any success, including the very first. */
export const anySuccess: Exposure = ({ response }) => is2xx(response?.status ?? null)

/** The client receives it with a refusal: with one status, or with any. */
export function refusalWith(status?: number): Exposure {
  return ({ response }) =>
    response !== null && (status === undefined ? response.status >= 400 : response.status === status)
}

/** The client receives it with a summary of an order that is `PROCESSING`. */
export const showsProcessing: Exposure = (exchange) => summaryIn(exchange)?.isProcessing === true

/** The client receives it with a summary of a settled order. */
export const showsSettled: Exposure = (exchange) => summaryIn(exchange)?.isProcessing === false
