import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { withBuiltIns } from '../fixtures/with-built-ins.ts'
import { routeWhenListening } from './admin/when-listening.ts'
import { appOf } from './app.ts'
import { isThisMachine } from './guards/addresses.ts'
import type { MockApp } from './operations-app.ts'
import { assembleMock } from './sandbox/assemble-mock.ts'
import { controlOf, type MockControl } from './sandbox/control.ts'
import { endPages, type MockOptions } from './sandbox/mock.ts'
import {
  DEFAULT_HOST,
  type ServedMock,
  type ServeFetchOptions,
  serveFetch,
  serverAround,
} from './serve-fetch.ts'

/** Where a mock listens, in addition to the options of the mock. */
export type ServeOptions = MockOptions & ServeFetchOptions

/**
 * Serves a mock over a socket.
 *
 * @throws {ProfileError} when the profile can't be used.
 * @throws {TypeError} for a card or a scenario that does not fit, an allowlist without an address, or an admin token that is too short.
 * @throws {ListenError} when the port is taken or not permitted.
 *
 * @example
 * const mock = await serve({ port: 0 })
 * await fetch(`${mock.url}/ping`, { headers: { Authorization: 'Bearer pk_test_me' } })
 * await mock.close()
 */
export async function serve(options: ServeOptions = {}): Promise<ServedMock & MockControl> {
  const adminToken = options.adminToken ?? tokenBeyondLoopback(options.host)
  const mock = assembleMock(
    { pageScript, ...options, ...withBuiltIns(options), adminToken },
    isThisMachine(options.host ?? DEFAULT_HOST),
  )
  const served = await serveFetch(appOf(mock, routeWhenListening).fetch, options)
  const close = async () => {
    endPages(mock)
    await served.close()
  }
  return { ...controlOf(mock), ...served, adminToken: adminToken ?? null, close }
}

/** The script of the page at `/__mock/`, read when a page is first opened. */
async function pageScript(): Promise<string> {
  const { readScript } = await import('./page-script.ts')
  return readScript()
}

/** A random token, of a form that is removed from every text of the kit, as keys are. */
function tokenBeyondLoopback(host = DEFAULT_HOST): string | undefined {
  return isThisMachine(host) ? undefined : `pk_admin_${randomBytes(32).toString('base64url')}`
}

/**
 * A mock as a server of `node:http` that does not listen yet: for supertest, which listens by itself for as long as a
 * request takes, or for a program that calls `listen`. It shares orders, clocks and journal with the mock.
 *
 * @param mock what `createMock` returned.
 *
 * @example
 * const mock = createMock()
 * await supertest(serverOf(mock)).get('/ping').auth('pk_test_me', { type: 'bearer' }).expect(200)
 */
export function serverOf({ app }: { readonly app: MockApp }): Server {
  return serverAround(app.fetch)
}
