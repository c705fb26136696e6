import type { Context } from 'hono'
import type { OperationId } from '../../contract/wire/operations.ts'
import { parameterOf, parsePathTemplate } from '../../contract/wire/path-template.ts'
import type { Transport } from '../message/request.ts'
import type { Mock } from '../sandbox/mock.ts'

/** What a request carries through the app of a mock. */
export type MockEnv = {
  Bindings: Transport
  Variables: {
    mock: Mock
    /** The sandbox that a caller of the admin API is confined to, who has its key and no other right. */
    own?: string
  }
}

/** A request on its way through that app. */
export type MockContext = Context<MockEnv>

/** The operation that a request was routed to; `undefined` if it is not one. */
export type RoutedOperation = OperationId | undefined

/**
 * A path template in the notation of Hono's routers, without its query.
 *
 * @example
 * pathPattern('/products/{sku}/price') // '/products/:sku/price'
 */
export function pathPattern(template: string): string {
  const segments = parsePathTemplate(template).segments
  return segments.map((part, index) => `/${patternOf(part, index)}`).join('')
}

/** `:` and `*` are patterns there in any position: a literal with unusual characters is written as an expression. */
function patternOf(part: string, index: number): string {
  const parameter = parameterOf(part)
  if (parameter !== undefined) return `:${parameter}`
  return /^[\w.~-]*$/.test(part) ? part : `:literal${index}{${part.replace(/\W/g, '\\$&')}}`
}
