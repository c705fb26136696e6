import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { ADMIN_PREFIX } from '../../../contract/wire/admin-path.ts'
import { isSameSecret } from '../../guards/secrets.ts'
import { readRequestBody } from '../../message/request.ts'
import type { MockContext } from '../../sandbox/mock.ts'
import { pageOf } from './page.ts'

export const SIGN_IN_PATH = `${ADMIN_PREFIX}/session`

const LIMIT_BYTES = 2048

/**
 * Answers the form of {@link showSignIn}: gives the cookie of a session for the token. An `EventSource` sends no header, so
 * that the page needs one. It is signed with the token, and mocks that share a token accept it.
 */
export async function signIn(c: MockContext): Promise<Response> {
  const { adminToken } = c.get('mock')
  const body = await readRequestBody(c.req.raw, LIMIT_BYTES)
  const given = body.kind === 'text' ? (new URLSearchParams(body.text).get('token') ?? '').trim() : ''
  if (adminToken === null || !isSameSecret(given, adminToken))
    return showSignIn(c, 'This is not the token of this mock.')
  await setSignedCookie(c, cookieName(c), SESSION, adminToken, {
    path: ADMIN_PREFIX,
    httpOnly: true,
    sameSite: 'Strict',
    secure: ownOrigin(c).startsWith('https:'),
  })
  return c.redirect(`${ADMIN_PREFIX}/`, 303)
}

export async function hasSession(c: MockContext): Promise<boolean> {
  const { adminToken } = c.get('mock')
  return adminToken !== null && (await getSignedCookie(c, adminToken, cookieName(c))) === SESSION
}

/** The form that opens the page where it needs the token. It says nothing of the mock. */
export function showSignIn(c: MockContext, problem = ''): Response {
  const form = `<h1>Partner Purchase mock</h1>
<form method="post" action="${SIGN_IN_PATH}">
<p><label>The admin token of this mock: <input type="password" name="token" required autocomplete="off"></label>
<button>Open</button></p>
<p role="alert">${problem}</p>
</form>`
  return c.html(pageOf(form), 403, {
    'Cache-Control': 'no-store',
    // Without a referrer, a browser would not say of which origin the form is.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  })
}

/** The origin that a page of this mock has. A proxy in front of it may serve https. */
export function ownOrigin(c: MockContext): string {
  const { origin, host } = new URL(c.req.url)
  return c.req.header('X-Forwarded-Proto') === 'https' ? `https://${host}` : origin
}

const SESSION = 'open'

/** Browsers send the cookies of a host to each of its ports: every mock has a cookie of its own. */
function cookieName(c: MockContext): string {
  const { port, protocol } = new URL(ownOrigin(c))
  return `mock_page_${port || (protocol === 'https:' ? '443' : '80')}`
}
