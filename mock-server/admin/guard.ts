import type { MiddlewareHandler } from 'hono'
import { ADMIN_TOKEN_HEADER } from '../guards/admin-token.ts'
import { isLoopback } from '../guards/loopback.ts'
import { isProxyHeader } from '../guards/proxy-headers.ts'
import { isSameSecret } from '../guards/same-secret.ts'
import type { MockContext, MockEnv } from '../http/env.ts'
import { addressOf } from '../message/transport.ts'

/** The calls that need no token, so that a container can check whether its mock is up and ready. */
const HEALTH_CHECKS = ['GET /__mock/health', 'GET /__mock/ready']

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/**
 * Guards the admin paths, which show every partner's journal and change its time. Without a token they serve only this
 * machine, with one every caller that sends it. A web page is never served.
 */
export const guardAdmin: MiddlewareHandler<MockEnv> = async (c, next) => {
  const problem = problemOf(c)
  return problem === undefined ? next() : c.json({ error: `The mock's own surface ${problem}` }, 403)
}

function problemOf(c: MockContext): string | undefined {
  if (isFromPage(c)) return 'answers no web page. Call it from a program.'
  const { adminToken } = c.get('mock')
  if (adminToken === null) return isFromThisMachine(c) ? undefined : withoutToken(c)
  const given = c.req.header(ADMIN_TOKEN_HEADER)
  if (given !== undefined && isSameSecret(given, adminToken)) return undefined
  const isHealthCheck = HEALTH_CHECKS.includes(`${c.req.method} ${c.req.path}`)
  if (isHealthCheck && isFromThisMachine(c)) return undefined
  return `needs a token. Send the one that the mock was started with in the header ${ADMIN_TOKEN_HEADER}.`
}

/** A page of another origin has an `Origin` or Fetch Metadata headers; an address that was typed in has `none`. */
function isFromPage(c: MockContext): boolean {
  const site = c.req.header('Sec-Fetch-Site') ?? 'none'
  return c.req.header('Origin') !== undefined || !['none', 'same-origin'].includes(site)
}

function withoutToken(c: MockContext): string {
  const header = proxyHeaderOf(c)
  if (header === undefined) return 'answers calls from this machine only.'
  return `needs a token for a call that came through a proxy, and this one carries ${header}. Start the mock with a token (MOCK_ADMIN_TOKEN, or adminToken), and send it in the header ${ADMIN_TOKEN_HEADER}; or call the mock directly.`
}

/** Not another address, not a caller behind a proxy on this machine, not a name that was rebound to this machine. */
function isFromThisMachine(c: MockContext): boolean {
  const { host } = new URL(c.req.url)
  const hosts = [host, c.req.header('Host') ?? host]
  const isLocal = isLoopback(addressOf(c.env)) && hosts.every((name) => LOOPBACK_HOST.test(name))
  return isLocal && proxyHeaderOf(c) === undefined
}

function proxyHeaderOf(c: MockContext): string | undefined {
  return [...c.req.raw.headers.keys()].find(isProxyHeader)
}
