import { answerOverSocket } from './http/node-exchange.ts'
import { appOf, type MockApp } from './routed-app.ts'
import { assembleMock } from './sandbox/assemble-mock.ts'
import { controlOf, type MockControl } from './sandbox/control.ts'
import type { MockOptions } from './sandbox/mock.ts'

export type { MockApp } from './routed-app.ts'

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
  return appOf(assembleMock(options), answerOverSocket)
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
  return { ...controlOf(mock), app: appOf(mock, answerOverSocket) }
}
