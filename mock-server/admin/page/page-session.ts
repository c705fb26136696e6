import { getCookie, setCookie } from 'hono/cookie'
import { ADMIN_PREFIX } from '../../../contract/wire/admin-path.ts'
import { PAGE_TOKEN_HEADER } from '../../../contract/wire/page-facts.ts'
import { isSameSecret, isSignedMoment, signatureOf, signedMoment } from '../../guards/secrets.ts'
import { keyDigestOf } from '../../sandbox/keys.ts'
import type { Mock, MockContext } from '../../sandbox/mock.ts'

export const PAGE_PATH = `${ADMIN_PREFIX}/`
export const SIGN_IN_PATH = `${ADMIN_PREFIX}/session`

/** A page may stay open for a week. */
const SESSION_SECONDS = 7 * 24 * 3600
/** A browser that a program opens comes at once. */
const TICKET_MS = 60_000

/** What pages are signed with: the admin token, which replicas share; without one, a new secret for each start. */
function secretOf({ adminToken, pageSecret }: Mock): string {
  return adminToken ?? pageSecret
}

/** The token that the commands of a page carry in {@link PAGE_TOKEN_HEADER}. It does not reveal the admin token. */
export function pageTokenOf(mock: Mock): Promise<string> {
  return signatureOf(secretOf(mock), 'page')
}

export async function hasPageToken(c: MockContext): Promise<boolean> {
  const given = c.req.header(PAGE_TOKEN_HEADER)
  return given !== undefined && isSameSecret(given, await pageTokenOf(c.get('mock')))
}

/** The digest of the key that a session was opened with; null where that was the admin token, which opens everything. */
type Session = { readonly digest: string | null }

function purposeOf({ digest }: Session): string {
  return digest === null ? 'session' : `key ${digest}`
}

export async function sessionOf(c: MockContext): Promise<Session | undefined> {
  const cookie = getCookie(c, cookieName(c))
  if (cookie === undefined) return undefined
  const mock = c.get('mock')
  const [, digest = null, moment = cookie] = /^([0-9a-f]{64})\.(.+)$/.exec(cookie) ?? []
  if (digest === null && mock.adminToken === null) return undefined
  const checked = { purpose: purposeOf({ digest }), now: Date.now() }
  return (await isSignedMoment(moment, secretOf(mock), checked)) ? { digest } : undefined
}

/** Opens a session for the sandbox of a key; for everything without one. Its cookie has the digest, and not the key. */
export async function openSession(c: MockContext, key?: string): Promise<void> {
  const mock = c.get('mock')
  const digest = key === undefined ? null : await keyDigestOf(mock, key)
  const until = Date.now() + SESSION_SECONDS * 1000
  const moment = await signedMoment(secretOf(mock), purposeOf({ digest }), until)
  setCookie(c, cookieName(c), digest === null ? moment : `${digest}.${moment}`, {
    path: ADMIN_PREFIX,
    httpOnly: true,
    sameSite: 'Strict',
    secure: ownOrigin(c).startsWith('https:'),
    maxAge: SESSION_SECONDS,
  })
}

/** A ticket that opens one session within a minute: a program can pass it to a browser in an address. */
export function sessionTicket(adminToken: string): Promise<string> {
  return signedMoment(adminToken, 'ticket', Date.now() + TICKET_MS)
}

/**
 * Answers `/__mock/?token=…`: exchanges the admin token, or a ticket, for the cookie of a session, and leads to the address
 * without it.
 * Undefined where there is no token in it, or a wrong one.
 */
export async function exchangeToken(c: MockContext): Promise<Response | undefined> {
  const given = c.req.query('token')
  if (given === undefined || c.req.path !== PAGE_PATH || c.req.method !== 'GET') return undefined
  const mock = c.get('mock')
  if (mock.adminToken !== null) {
    if (!(await isTokenOrTicket(mock, mock.adminToken, given))) return undefined
    await openSession(c)
  }
  return toPage(c)
}

export function toPage(c: MockContext): Response {
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  return c.redirect(PAGE_PATH, 303)
}

async function isTokenOrTicket({ usedTickets }: Mock, adminToken: string, given: string): Promise<boolean> {
  if (isSameSecret(given, adminToken)) return true
  const now = Date.now()
  // One that is over opens nothing, so that nobody needs to remember whether it was used.
  for (const [used, untilMs] of usedTickets) if (untilMs <= now) usedTickets.delete(used)
  const isValid = await isSignedMoment(given, adminToken, { purpose: 'ticket', now })
  if (!isValid || usedTickets.has(given)) return false
  // It begins with its moment.
  usedTickets.set(given, Number.parseInt(given, 10))
  return true
}

/** The origin that a page of this mock has. A proxy in front of it may serve https. */
export function ownOrigin(c: MockContext): string {
  const { origin, host } = new URL(c.req.url)
  return c.req.header('X-Forwarded-Proto') === 'https' ? `https://${host}` : origin
}

/** Browsers send the cookies of a host to each of its ports: every mock has a cookie of its own. */
function cookieName(c: MockContext): string {
  const { port, protocol } = new URL(ownOrigin(c))
  return `mock_page_${port || (protocol === 'https:' ? '443' : '80')}`
}
