import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { adminPath } from '../contract/wire/admin-path.ts'
import { routeAdmin } from './admin/routes.ts'
import { answerInProcess, responseOf } from './http/fetch-exchange.ts'
import { answerOverSocket } from './http/node-exchange.ts'
import { type MockContext, type MockEnv, pathPattern, type RoutedOperation } from './http/routing.ts'
import type { ContractDocuments } from './load-documents.ts'
import { mockFault, problemAnswer } from './respond/respond.ts'
import { controlOf, type MockControl } from './sandbox/control.ts'
import { assembleMock, type Mock, type MockOptions } from './sandbox/mock.ts'
import { StoreUnavailableError } from './store/store.ts'

/** A mock of the Partner Purchase API: its `fetch` answers a `Request` with a `Response`. */
export type MockApp = Hono<MockEnv>

/**
 * The mock as an app: web-standard APIs only, no socket. Every `pk_test_` key is a partner with its own orders,
 * balance and clock.
 *
 * @throws {ProfileError} when the profile can't be used.
 * @throws {TypeError} when an allowlist contains something that is neither an address nor a CIDR block.
 *
 * @example
 * const app = createApp()
 * const response = await app.request('/ping', { headers: { Authorization: 'Bearer pk_test_me' } })
 * await response.json() // { data: { status: 'ok', mode: 'TEST' } }
 */
export function createApp(options: MockOptions = {}): MockApp {
  return appOf(assembleMock(options))
}

/**
 * A mock in this process: its app, and the controls of its time, its journal and its keys.
 *
 * @throws {ProfileError} as {@link createApp}.
 *
 * @example
 * const mock = createMock()
 * await mock.app.request('/ping', { headers: { Authorization: 'Bearer pk_test_me' } })
 * await mock.clockOf('pk_test_me').advance(2)
 * mock.journal({ operation: 'ping' }).length // 1
 */
export function createMock(options: MockOptions = {}): MockControl & { readonly app: MockApp } {
  const mock = assembleMock(options)
  return { ...controlOf(mock), app: appOf(mock) }
}

/**
 * The app of a mock: its operations and its admin API.
 *
 * @param load loads what makes the documents of the contract. A mock in a page is smaller without.
 */
export function appOf(mock: Mock, load?: () => Promise<ContractDocuments>): MockApp {
  const app: MockApp = new Hono({ getPath: routedPath })
  routeAdmin(app, mock, load)
  MOCKS.set(app, mock)
  return routeOperations(app, mock)
}

const MOCKS = new WeakMap<MockApp, Mock>()

/** The mock that an app was made of: a server answers and records by it what never reaches the app. */
export function mockBehind(app: MockApp): Mock | undefined {
  return MOCKS.get(app)
}

function routedPath(request: Request): string {
  const path = getPath(request)
  return adminPath(path) ?? path
}

/** The app of a mock without its admin API: a request for that is one for an unknown operation. */
export function operationsAppOf(mock: Mock): MockApp {
  return routeOperations(new Hono(), mock)
}

function routeOperations(app: MockApp, mock: Mock): MockApp {
  const answering = (operation: RoutedOperation) => (c: MockContext) =>
    isOverSocket(c) ? answerOverSocket(c, mock, operation) : answerInProcess(c, mock, operation)
  for (const { id, method, path } of Object.values(mock.operations))
    app.on(method, pathPattern(path), answering(id))
  app.notFound(answering(undefined))
  app.onError((fault, c) => adminFault(fault, c, mock))
  return app
}

function isOverSocket({ env }: MockContext): boolean {
  return env?.incoming !== undefined && env.outgoing !== undefined
}

/** Reports a fault outside the operations: only the admin API lets one through. */
function adminFault(fault: Error, c: MockContext, mock: Mock): Response {
  if (fault instanceof StoreUnavailableError)
    return c.json({ error: "The store can't be reached. Try again." }, 503)
  return responseOf(problemAnswer(mock.profile, mockFault(fault, mock.onFault)))
}
