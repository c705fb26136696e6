import type { Hono, MiddlewareHandler } from 'hono'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import { isLoopback, isLoopbackHost, isProxyHeader } from '../guards/addresses.ts'
import { ADMIN_TOKEN_HEADER, isSameSecret } from '../guards/secrets.ts'
import { addressOf } from '../message/request.ts'
import { opensOwn, sandboxNamed } from '../sandbox/keys.ts'
import type { MockContext, MockEnv } from '../sandbox/mock.ts'
import { keyInHeader } from './asked.ts'
import {
  exchangeToken,
  hasPageToken,
  ownOrigin,
  PAGE_PATH,
  SIGN_IN_PATH,
  sessionOf,
} from './page/page-session.ts'

/** The calls that are open to everyone, so that whatever starts a mock can look after it. They say nothing else of it. */
const OPEN_CALLS = ['GET /__mock/live', 'GET /__mock/ready']
/** One that this machine may make in any case: it recognises a mock by it. */
const HEALTH_CHECK = 'GET /__mock/health'
const SIGN_IN = `POST ${SIGN_IN_PATH}`

const GUESSED =
  'is not opened by this key: the mock does not accept it, or others can guess it. Use a key of --partners, or one with 32 random characters or more after pk_test_; or send the admin token.'

/** Whether a request is that of somebody who opens the page in a browser. */
function isOfReader(c: MockContext): boolean {
  const isOfPage = [ADMIN_PREFIX, PAGE_PATH].includes(c.req.path) && c.req.method === 'GET'
  return isOfPage && (c.req.header('Accept') ?? '').includes('text/html')
}

/** The methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Guards the admin paths, which show every partner's journal and change its time. Without a token they serve only this
 * machine; with one, every caller that sends it, and the page whose session was opened with it. Who has a key that nobody
 * guesses may do to its sandbox what the others may do to all. Of all web pages they serve the mock's own; its commands
 * prove that the mock made it.
 */
export function guardAdmin({ isWithKeys = true, form }: Ways = {}): MiddlewareHandler<MockEnv> {
  return async (c, next) => {
    if (isFromOtherPage(c)) return refuse(c, OF_A_PAGE)
    if (OPEN_CALLS.includes(nameOf(c))) return void (await next())
    const exchanged = await exchangeToken(c)
    if (exchanged !== undefined) return exchanged
    if (form !== undefined && nameOf(c) === SIGN_IN) return form.signIn(c)
    const right = await rightOf(c, isWithKeys)
    if (typeof right === 'string')
      return form !== undefined && isOfReader(c) ? form.showSignIn(c) : refuse(c, right)
    if (right.own !== undefined) c.set('own', right.own)
    await next()
  }
}

/** What the admin API of a mock that listens has besides. A mock in a page is smaller without. */
export type WhenListening = {
  route(app: Hono<MockEnv>): void
  showSignIn(c: MockContext): Response
  signIn(c: MockContext): Promise<Response>
}

/** How a caller may show its right, besides with the token: with a key, and in a form. */
type Ways = { readonly isWithKeys?: boolean; readonly form?: Omit<WhenListening, 'route'> | undefined }

function refuse(c: MockContext, problem: string): Response {
  return c.json({ error: `The mock's own surface ${problem}` }, 403)
}

const OF_A_PAGE = 'answers no web page but its own. Call it from a program, or open /__mock/ in a browser.'

/** Fetch Metadata says of a page's request whether it is from the same origin; an address that was typed in has `none`. */
function isFromOtherPage(c: MockContext): boolean {
  return !['none', 'same-origin'].includes(c.req.header('Sec-Fetch-Site') ?? 'none')
}

/** What a caller may do: everything, or what concerns one sandbox. */
type Right = { readonly own?: string }
const EVERYTHING: Right = {}

/** @returns a sentence about a caller that has no right. */
async function rightOf(c: MockContext, isWithKeys: boolean): Promise<Right | string> {
  const mock = c.get('mock')
  const { adminToken } = mock
  if (isFromPage(c) && !(await isOfOwnPage(c))) return OF_A_PAGE
  if (adminToken === null && isFromThisMachine(c)) return EVERYTHING
  const given = c.req.header(ADMIN_TOKEN_HEADER)
  if (adminToken !== null && given !== undefined && isSameSecret(given, adminToken)) return EVERYTHING
  const session = isChecked(c) ? await sessionOf(c) : undefined
  if (session?.digest === null) return EVERYTHING
  if (nameOf(c) === HEALTH_CHECK && isFromThisMachine(c)) return EVERYTHING
  const key = isWithKeys ? keyInHeader(c) : undefined
  if (key !== undefined && !opensOwn(mock, key)) return GUESSED
  const own = key ?? (session && (await sandboxNamed(mock, session.digest)))
  if (own === undefined) return withoutToken(c)
  return { own }
}

function nameOf(c: MockContext): string {
  return `${c.req.method} ${c.req.path}`
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

const SEND_IT = `Send the one that the mock was started with in the header ${ADMIN_TOKEN_HEADER}; in a browser, open /__mock/?token=… with it once.`

function withoutToken(c: MockContext): string {
  if (c.get('mock').adminToken !== null)
    return `needs a token. ${SEND_IT} For one sandbox, send its key as calls of the API do.`
  const header = proxyHeaderOf(c)
  if (header === undefined) return 'answers calls from this machine only.'
  return `needs a token for a call that came through a proxy, and this one carries ${header}. Start the mock with a token (MOCK_ADMIN_TOKEN, or adminToken), and send it in the header ${ADMIN_TOKEN_HEADER}; or call the mock directly.`
}

/** Not another address, not a caller behind a proxy on this machine, not a name that was rebound to this machine. */
function isFromThisMachine(c: MockContext): boolean {
  const { host } = new URL(c.req.url)
  const hosts = [host, c.req.header('Host') ?? host]
  const isLocal = isLoopback(addressOf(c.env)) && hosts.every(isLoopbackHost)
  return isLocal && proxyHeaderOf(c) === undefined
}

function proxyHeaderOf(c: MockContext): string | undefined {
  return [...c.req.raw.headers.keys()].find(isProxyHeader)
}
