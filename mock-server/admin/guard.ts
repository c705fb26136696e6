import type { MiddlewareHandler } from 'hono'
import { isLoopback, isProxyHeader } from '../guards/addresses.ts'
import { ADMIN_TOKEN_HEADER, isSameSecret } from '../guards/secrets.ts'
import type { MockContext, MockEnv } from '../http/routing.ts'
import { addressOf } from '../message/request.ts'
import { exchangeToken, hasPageToken, hasSession, ownOrigin } from './page/page-session.ts'

/** The calls that need no token, so that a container can check whether its mock is up and ready. */
const HEALTH_CHECKS = ['GET /__mock/health', 'GET /__mock/ready']

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/** The methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Guards the admin paths, which show every partner's journal and change its time. Without a token they serve only this
 * machine, with one every caller that sends it, and the page whose session was opened with it. Of all web pages they serve
 * the mock's own; its commands prove that the mock made it.
 */
export const guardAdmin: MiddlewareHandler<MockEnv> = async (c, next) => {
  const problem = isFromOtherPage(c) ? OF_A_PAGE : ((await exchangeToken(c)) ?? (await problemOf(c)))
  if (problem instanceof Response) return problem
  return problem === undefined ? next() : c.json({ error: `The mock's own surface ${problem}` }, 403)
}

const OF_A_PAGE = 'answers no web page but its own. Call it from a program, or open /__mock/ in a browser.'

/** Fetch Metadata says of a page's request whether it is from the same origin; an address that was typed in has `none`. */
function isFromOtherPage(c: MockContext): boolean {
  return !['none', 'same-origin'].includes(c.req.header('Sec-Fetch-Site') ?? 'none')
}

async function problemOf(c: MockContext): Promise<string | undefined> {
  const { adminToken } = c.get('mock')
  if (isFromPage(c) && !(await isOfOwnPage(c))) return OF_A_PAGE
  if (adminToken === null) return isFromThisMachine(c) ? undefined : withoutToken(c)
  const given = c.req.header(ADMIN_TOKEN_HEADER)
  if (given !== undefined && isSameSecret(given, adminToken)) return undefined
  if (isChecked(c) && (await hasSession(c))) return undefined
  const isHealthCheck = HEALTH_CHECKS.includes(`${c.req.method} ${c.req.path}`)
  if (isHealthCheck && isFromThisMachine(c)) return undefined
  return `needs a token. Send the one that the mock was started with in the header ${ADMIN_TOKEN_HEADER}; in a browser, open /__mock/?token=… with it once.`
}

/** Whether only a page can have sent a request: it has an `Origin`, or it is a command with Fetch Metadata. */
function isFromPage(c: MockContext): boolean {
  return (
    c.req.header('Origin') !== undefined || (isCommand(c) && c.req.header('Sec-Fetch-Site') !== undefined)
  )
}

async function isOfOwnPage(c: MockContext): Promise<boolean> {
  return c.req.header('Origin') === ownOrigin(c) && (await hasPageToken(c))
}

/** Whether a cookie is enough for a request: commands need the page's own origin and token besides. */
function isChecked(c: MockContext): boolean {
  return !isCommand(c) || isFromPage(c)
}

function isCommand(c: MockContext): boolean {
  return !SAFE_METHODS.includes(c.req.method)
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
