import type { MiddlewareHandler } from 'hono'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import { isLoopback, isLoopbackHost, isProxyHeader } from '../guards/addresses.ts'
import { ADMIN_TOKEN_HEADER, isToken } from '../guards/secrets.ts'
import { addressOf } from '../message/request.ts'
import type { MockContext, MockEnv } from '../sandbox/mock.ts'
import { hasSession, ownOrigin, showSignIn } from './session.ts'

const OTHER_PAGE =
  'The admin API answers no web page except its own. Call it from a program, or open /__mock/ in a browser.'

/** 403 for every web page except the mock's own, with or without the token. */
export const refuseOtherPages: MiddlewareHandler<MockEnv> = async (c, next) => {
  const own = ownOrigin(c)
  const isOwnOrigin = (c.req.header('Origin') ?? own) === own
  // `none` is an address that was typed in.
  const isOwnSite = ['none', 'same-origin'].includes(c.req.header('Sec-Fetch-Site') ?? 'none')
  return isOwnOrigin && isOwnSite ? next() : c.json({ error: OTHER_PAGE }, 403)
}

/** 401 without the token or the cookie of the page, unless a program of this machine calls a mock on loopback. */
export const requireToken: MiddlewareHandler<MockEnv> = async (c, next) => {
  const hasToken = () => isToken(c.req.header(ADMIN_TOKEN_HEADER), c.var.mock.adminToken)
  if (isOfThisMachine(c) || (await hasToken()) || (await hasSession(c))) return next()
  const isReader =
    c.req.path.replace(/\/$/, '') === ADMIN_PREFIX && c.req.header('Accept')?.includes('text/html')
  if (isReader && c.var.mock.adminToken !== null) return showSignIn(c)
  return c.json({ error: tokenWanted(c) }, 401, { 'WWW-Authenticate': ADMIN_TOKEN_HEADER })
}

/** False for a proxy on this machine, which calls for others, and for a host name that was made to lead here. */
function isOfThisMachine(c: MockContext): boolean {
  const { host } = new URL(c.req.url)
  const isLocal = [host, c.req.header('Host') ?? host].every(isLoopbackHost) && isLoopback(addressOf(c.env))
  return c.var.mock.isOpenHere && isLocal && proxyHeaderOf(c) === undefined
}

function proxyHeaderOf(c: MockContext): string | undefined {
  return [...c.req.raw.headers.keys()].find(isProxyHeader)
}

function tokenWanted(c: MockContext): string {
  const send = `send it in the header ${ADMIN_TOKEN_HEADER}`
  if (c.var.mock.adminToken !== null)
    return `The admin API needs the token that the mock was started with: ${send}. In a browser, open /__mock/ and type it.`
  const header = proxyHeaderOf(c)
  const because = header === undefined ? '' : `, and this one came through a proxy: it carries ${header}`
  return `The admin API answers only programs of this machine${because}. Call it directly, or start the mock with a token (MOCK_ADMIN_TOKEN, or adminToken), and ${send}.`
}
