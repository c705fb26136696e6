import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { adminPath } from '../contract/wire/admin-path.ts'
import { parameterOf, parsePathTemplate } from '../contract/wire/path-template.ts'
import { type RouteWhenListening, routeAdmin } from './admin/routes.ts'
import { answerInProcess, responseOf } from './http/fetch-exchange.ts'
import type { answerOverSocket } from './http/node-exchange.ts'
import type { RoutedOperation } from './respond/call.ts'
import { mockFault, problemAnswer } from './respond/respond.ts'
import type { Mock, MockContext, MockEnv } from './sandbox/mock.ts'
import { StoreUnavailableError } from './store/store.ts'

/** A mock of the Partner Purchase API: its `fetch` answers a `Request` with a `Response`. */
export type MockApp = Hono<MockEnv>

/** How what arrives over a socket is answered. A mock in a page has none, and is smaller without. */
export type OverSocket = typeof answerOverSocket

/** The operations and the admin API, and what a mock that listens has besides: one in a page is smaller without. */
export function appOf(mock: Mock, overSocket?: OverSocket, listening?: RouteWhenListening): MockApp {
  const app: MockApp = new Hono({ getPath: routedPath })
  routeAdmin(app, mock, listening)
  return routeOperations(app, mock, overSocket)
}

function routedPath(request: Request): string {
  const path = getPath(request)
  return adminPath(path) ?? path
}

/** The app of a mock without its admin API: a request for that is one for an unknown operation. */
export function operationsAppOf(mock: Mock, overSocket: OverSocket): MockApp {
  return routeOperations(new Hono(), mock, overSocket)
}

function routeOperations(app: MockApp, mock: Mock, overSocket?: OverSocket): MockApp {
  const answering = (operation: RoutedOperation) => (c: MockContext) =>
    overSocket !== undefined && c.env?.incoming !== undefined && c.env.outgoing !== undefined
      ? overSocket(c, mock, operation)
      : answerInProcess(c, mock, operation)
  for (const { id, method, path } of Object.values(mock.operations))
    app.on(method, pathPattern(path), answering(id))
  app.notFound(answering(undefined))
  app.onError((fault, c) => adminFault(fault, c, mock))
  return app
}

/** Reports a fault outside the operations: only the admin API lets one through. */
function adminFault(fault: Error, c: MockContext, mock: Mock): Response {
  if (fault instanceof StoreUnavailableError)
    return c.json({ error: "The store can't be reached. Try again." }, 503)
  return responseOf(problemAnswer(mock.profile, mockFault(fault, mock.onFault)))
}

/** In the notation of Hono's routers, without its query: `/products/:sku/price`. */
function pathPattern(template: string): string {
  const segments = parsePathTemplate(template).segments
  return segments.map((part, index) => `/${patternOf(part, index)}`).join('')
}

/** `:` and `*` are patterns there in any position: a literal with unusual characters is written as an expression. */
function patternOf(part: string, index: number): string {
  const parameter = parameterOf(part)
  if (parameter !== undefined) return `:${parameter}`
  return /^[\w.~-]*$/.test(part) ? part : `:literal${index}{${part.replace(/\W/g, '\\$&')}}`
}
