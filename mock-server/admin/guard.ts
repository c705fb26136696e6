import type { MiddlewareHandler } from 'hono'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import { isLoopback, isLoopbackHost, isProxyHeader } from '../guards/addresses.ts'
import { ADMIN_TOKEN_HEADER, isSameSecret } from '../guards/secrets.ts'
import { addressOf } from '../message/request.ts'
import type { MockContext, MockEnv } from '../sandbox/mock.ts'
import { hasSession, ownOrigin, SIGN_IN_PATH, showSignIn, signIn } from './page/sign-in.ts'

/** The calls that are open to everyone, so that whatever starts a mock can look after it. They say nothing else of it. */
const OPEN_CALLS = ['GET /__mock/live', 'GET /__mock/ready', 'GET /__mock/health']
const SIGN_IN = `POST ${SIGN_IN_PATH}`

/**
 * Guards the admin paths, which show every partner's journal and change its time. A mock that listens on loopback is open to
 * the programs of this machine. Every other call needs the token, or the cookie that the sign-in gives for it. Of all web
 * pages only the mock's own is answered.
 */
export const guardAdmin: MiddlewareHandler<MockEnv> = async (c, next) => {
  const call = `${c.req.method} ${c.req.path}`
  if (isFromOtherPage(c)) return refuse(c, OF_A_PAGE)
  if (OPEN_CALLS.includes(call)) return next()
  if (call === SIGN_IN) return signIn(c)
  if (isOpenTo(c) || hasToken(c) || (await isOfSession(c))) return next()
  return isOfReader(c) ? showSignIn(c) : refuse(c, withoutToken(c))
}

function refuse(c: MockContext, problem: string): Response {
  return c.json({ error: `The mock's own surface ${problem}` }, 403)
}

const OF_A_PAGE = 'answers no web page but its own. Call it from a program, or open /__mock/ in a browser.'

/** Fetch Metadata says of a page's request whether it is from the same origin; an address that was typed in has `none`. */
function isFromOtherPage(c: MockContext): boolean {
  const origin = c.req.header('Origin') ?? ownOrigin(c)
  return (
    origin !== ownOrigin(c) || !['none', 'same-origin'].includes(c.req.header('Sec-Fetch-Site') ?? 'none')
  )
}

/** Not to another address, not to a caller behind a proxy on this machine, not to a name that was rebound to this machine. */
function isOpenTo(c: MockContext): boolean {
  const { host } = new URL(c.req.url)
  const hosts = [host, c.req.header('Host') ?? host]
  const isLocal = isLoopback(addressOf(c.env)) && hosts.every(isLoopbackHost)
  return c.get('mock').isOpenHere && isLocal && proxyHeaderOf(c) === undefined
}

function hasToken(c: MockContext): boolean {
  const { adminToken } = c.get('mock')
  const given = c.req.header(ADMIN_TOKEN_HEADER)
  return adminToken !== null && given !== undefined && isSameSecret(given, adminToken)
}

/** The methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** A browser sends a cookie to every port of a host: for a command it must also name the mock's own origin. */
async function isOfSession(c: MockContext): Promise<boolean> {
  const isChecked = SAFE_METHODS.includes(c.req.method) || c.req.header('Origin') !== undefined
  return isChecked && (await hasSession(c))
}

/** Whether a request is that of somebody who opens the page in a browser, where a token can open it. */
function isOfReader(c: MockContext): boolean {
  const isOfPage = [ADMIN_PREFIX, `${ADMIN_PREFIX}/`].includes(c.req.path) && c.req.method === 'GET'
  const acceptsHtml = (c.req.header('Accept') ?? '').includes('text/html')
  return isOfPage && acceptsHtml && c.get('mock').adminToken !== null
}

function withoutToken(c: MockContext): string {
  if (c.get('mock').adminToken !== null)
    return `needs a token. Send the one that the mock was started with in the header ${ADMIN_TOKEN_HEADER}; in a browser, open /__mock/ and type it.`
  const header = proxyHeaderOf(c)
  if (header === undefined) return 'answers calls from this machine only.'
  return `needs a token for a call that came through a proxy, and this one carries ${header}. Start the mock with a token (MOCK_ADMIN_TOKEN, or adminToken), and send it in the header ${ADMIN_TOKEN_HEADER}; or call the mock directly.`
}

function proxyHeaderOf(c: MockContext): string | undefined {
  return [...c.req.raw.headers.keys()].find(isProxyHeader)
}
