import { Hono } from 'hono'
import type { OperationId } from '../contract/wire/operations.ts'
import { parameterOf, parsePathTemplate } from '../contract/wire/path-template.ts'
import { admit, authenticate } from './admission.ts'
import { askedOf, respond } from './answers.ts'
import { arrive } from './arrival.ts'
import { ConnectionLost } from './connection-lost.ts'
import { unknownOperation } from './near-miss.ts'
import { createOrder } from './operations/create-order.ts'
import { getBalance, getPrice, listProducts, lookupOrder, ping } from './operations/reads.ts'
import { mockFault, STORE_UNAVAILABLE } from './refusals.ts'
import type { Mock, MockContext, MockEnv } from './sandbox/mock.ts'
import { reportOutage } from './store/outage.ts'
import { StoreUnavailableError } from './store/store.ts'

/** A mock of the Partner Purchase API: its `fetch` answers a `Request` with a `Response`. */
export type MockApp = Hono<MockEnv>

/** An app without the admin API, whose paths are then unknown operations. */
export function operationsAppOf(mock: Mock): MockApp {
  return routeOperations(new Hono(), mock)
}

type Operate = (c: MockContext) => Promise<Response>

const OPERATIONS: Readonly<Record<OperationId, Operate>> = {
  ping,
  listProducts,
  getPrice,
  getBalance,
  createOrder,
  lookupOrder,
}

export function routeOperations(app: MockApp, mock: Mock): MockApp {
  for (const { id, method, path } of Object.values(mock.operations))
    app.on(method, pathPattern(path), served(mock, id, OPERATIONS[id]))
  app.notFound(served(mock, undefined, async (c) => respond(c, unknownOperation(askedOf(c), mock))))
  app.onError((error, c) => afterFailure(c, mock, error))
  return app
}

/**
 * What every request goes through: the journal, then its key, then whether its partner may call now. As three
 * middlewares they would cost a tenth of the requests that a processor answers.
 */
function served(mock: Mock, operation: OperationId | undefined, operate: Operate): Operate {
  return async (c) => {
    await arrive(c, mock, operation)
    const refused = authenticate(c) ?? (await admit(c))
    return refused === undefined ? operate(c) : respond(c, refused)
  }
}

/** Answers a request that the mock failed to answer: its store can't be reached, or it has a fault of its own. */
function afterFailure(c: MockContext, mock: Mock, error: Error): Response {
  // The caller gets these instead of an answer.
  if (error instanceof ConnectionLost || error === c.req.raw.signal.reason) throw error
  const isOutage = error instanceof StoreUnavailableError
  if (isOutage) reportOutage(mock.store, error, mock.onFault)
  const refused = isOutage ? STORE_UNAVAILABLE : mockFault(error, mock.onFault)
  return c.get('entry') === undefined
    ? c.json({ error: refused.detail }, isOutage ? 503 : 500)
    : respond(c, refused)
}

/** In the notation of Hono's routers, without its query: `/products/:sku/price`. */
function pathPattern(template: string): string {
  const segments = parsePathTemplate(template).segments
  return segments.map((part, index) => `/${patternOf(part, index)}`).join('')
}

/** `:` and `*` are patterns there in any position: a literal with such characters becomes an expression. */
function patternOf(part: string, index: number): string {
  const parameter = parameterOf(part)
  if (parameter !== undefined) return `:${parameter}`
  return /^[\w.~-]*$/.test(part) ? part : `:literal${index}{${part.replace(/\W/g, '\\$&')}}`
}
