import { Hono } from 'hono'
import { routeAdmin } from './admin.ts'
import { admit, record } from './admission.ts'
import { restrictAddresses } from './allowlist.ts'
import { controlOf, type MockControl } from './control.ts'
import type { MockEnv } from './env.ts'
import { assembleMock, type Mock, type MockOptions } from './mock.ts'
import { limitRate } from './rate-limit.ts'
import { failed, refuse, unavailable } from './respond.ts'
import { nameOperations, routeOperations } from './routes.ts'
import { StoreUnavailableError } from './store.ts'

/** A mock of the Partner Purchase API: its `fetch` answers a `Request` with a `Response`. */
export type MockApp = Hono<MockEnv>

/**
 * The mock as an app: web-standard APIs only, no socket. Every `pk_test_` key is a partner with orders, balance and
 * clock of its own.
 *
 * @throws {ProfileError} when the profile can't be used.
 * @throws {TypeError} when an allowlist holds something that is neither an address nor a CIDR block.
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

/** The app of a mock that was put together. */
export function appOf(mock: Mock): MockApp {
  const app = new Hono<MockEnv>()
  app.use(async (c, next) => {
    c.set('mock', mock)
    await next()
  })
  routeAdmin(app)
  app.use(record)
  nameOperations(app, mock.operations)
  app.use(admit, restrictAddresses(mock.partners), limitRate)
  routeOperations(app, mock.operations)
  app.notFound((c) => refuse(c, { code: 'unknown-operation', detail: unknownOperation(c.req.method, mock) }))
  app.onError((fault, c) => (fault instanceof StoreUnavailableError ? unavailable(c) : failed(c, fault)))
  return app
}

function unknownOperation(method: string, mock: Mock): string {
  const known = Object.values(mock.operations).map((operation) => `${operation.method} ${operation.path}`)
  return `This ${method} is no operation of the reference. Its operations are: ${known.join(', ')}.`
}
