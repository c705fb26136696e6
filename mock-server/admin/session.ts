import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { ADMIN_PREFIX } from '../../contract/wire/admin-path.ts'
import { isToken } from '../guards/secrets.ts'
import type { MockContext } from '../sandbox/mock.ts'
import { adminText } from './asked.ts'
import { pageOf } from './page.ts'

const SESSION = 'open'

/**
 * `POST /__mock/session`: answers the form with a cookie, since an `EventSource` can't send a header. It is signed with
 * the token: mocks that share a token accept it.
 */
export async function signIn(c: MockContext): Promise<Response> {
  const { adminToken } = c.var.mock
  const given = new URLSearchParams((await adminText(c)) ?? '').get('token') ?? ''
  if (adminToken === null || !(await isToken(given.trim(), adminToken)))
    return showSignIn(c, 'This is not the token of this mock.')
  await setSignedCookie(c, cookieName(c), SESSION, adminToken, {
    path: ADMIN_PREFIX,
    httpOnly: true,
    sameSite: 'Strict',
    secure: ownOrigin(c).startsWith('https:'),
  })
  return c.redirect(`${ADMIN_PREFIX}/`, 303)
}

/** A browser sends a cookie to every port of a host: a command also needs an `Origin`, which the guard compares. */
export async function hasSession(c: MockContext): Promise<boolean> {
  const { adminToken } = c.var.mock
  const isRead = ['GET', 'HEAD'].includes(c.req.method)
  if (adminToken === null || !(isRead || c.req.header('Origin'))) return false
  return (await getSignedCookie(c, adminToken, cookieName(c))) === SESSION
}

/** The form for the token. It reveals nothing about the mock. */
export function showSignIn(c: MockContext, problem = ''): Response {
  const form = `<h1>Partner Purchase mock</h1>
<form method="post" action="${ADMIN_PREFIX}/session">
<p><label>The admin token of this mock: <input type="password" name="token" required autocomplete="off"></label>
<button>Open</button></p>
<p role="alert">${problem}</p>
</form>`
  return c.html(pageOf(form), 401, {
    'Cache-Control': 'no-store',
    // Without a referrer, a browser would send the form with the origin `null`.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  })
}

/** The origin of the mock's page. A proxy in front of it may serve https. */
export function ownOrigin(c: MockContext): string {
  const { origin, host } = new URL(c.req.url)
  return c.req.header('X-Forwarded-Proto') === 'https' ? `https://${host}` : origin
}

/** Browsers send the cookies of a host to each of its ports, so the name has the port. */
function cookieName(c: MockContext): string {
  const { port, protocol } = new URL(ownOrigin(c))
  return `mock_page_${port || (protocol === 'https:' ? '443' : '80')}`
}
