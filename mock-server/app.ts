import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { adminPath } from '../contract/wire/admin-path.ts'
import { withBuiltIns } from '../fixtures/with-built-ins.ts'
import { type RouteWhenListening, routeAdmin } from './admin/routes.ts'
import { type MockApp, routeOperations } from './operations-app.ts'
import { assembleMock } from './sandbox/assemble-mock.ts'
import { controlOf, type MockControl } from './sandbox/control.ts'
import type { Mock, MockOptions } from './sandbox/mock.ts'

/**
 * The mock as an app: web-standard APIs only, no socket. Every `pk_test_` key is a partner with its own orders,
 * balance and clock. Where a scenario loses an answer, `fetch` and `request` reject as the platform's `fetch` does.
 *
 * @throws {ProfileError} when the profile can't be used.
 * @throws {TypeError} for a card or a scenario that does not fit, and for an allowlist with something that is neither an address nor a CIDR block.
 *
 * @example
 * const app = createApp()
 * const response = await app.request('/ping', { headers: { Authorization: 'Bearer pk_test_me' } })
 * await response.json() // { data: { status: 'ok', mode: 'TEST' } }
 */
export function createApp(options: MockOptions = {}): MockApp {
  return createMock(options).app
}

/**
 * A mock in this process: its app, and the controls of its time, its journal and its keys.
 *
 * @throws {ProfileError | TypeError} as {@link createApp}.
 *
 * @example
 * const mock = createMock()
 * await mock.app.request('/ping', { headers: { Authorization: 'Bearer pk_test_me' } })
 * await mock.clockOf('pk_test_me').advance(2)
 * mock.journal({ operation: 'ping' }).length // 1
 */
export function createMock(options: MockOptions = {}): MockControl & { readonly app: MockApp } {
  const mock = assembleMock({ ...options, ...withBuiltIns(options) })
  return { ...controlOf(mock), app: appOf(mock) }
}

/** The app of a mock: its operations, its admin API, and the routes that `listening` adds. */
export function appOf(mock: Mock, listening?: RouteWhenListening): MockApp {
  const app: MockApp = new Hono({ getPath: routedPath })
  routeAdmin(app, mock, listening)
  return routeOperations(app, mock)
}

function routedPath(request: Request): string {
  const path = getPath(request)
  return adminPath(path) ?? path
}
