import { isTestKey } from '../../../contract/wire/auth.ts'
import { isSameSecret } from '../../guards/secrets.ts'
import type { MockContext } from '../../http/routing.ts'
import { readRequestBody } from '../../message/request.ts'
import { opensOwn } from '../../sandbox/keys.ts'
import { pageOf } from './page.ts'
import { openSession, ownOrigin, SIGN_IN_PATH, toPage } from './page-session.ts'

const LIMIT_BYTES = 2048

/**
 * Answers the form of {@link showSignIn}: opens a session with the admin token or with a key. No address contains either.
 */
export async function signIn(c: MockContext): Promise<Response> {
  const origin = c.req.header('Origin')
  const mock = c.get('mock')
  const body = await readRequestBody(c.req.raw, LIMIT_BYTES, c.env?.outgoing)
  const given = body.kind === 'text' ? (new URLSearchParams(body.text).get('secret') ?? '').trim() : ''
  if (origin !== undefined && origin !== ownOrigin(c)) return showSignIn(c)
  if (mock.adminToken !== null && isSameSecret(given, mock.adminToken)) await openSession(c)
  else if (isTestKey(given) && opensOwn(mock, given)) await openSession(c, given)
  else return showSignIn(c, 'Neither the admin token, nor a key that opens its sandbox.')
  return toPage(c)
}

/** The form that opens the page where it needs a token or a key. It says nothing of the mock. */
export function showSignIn(c: MockContext, problem = ''): Response {
  const form = `<h1>Partner Purchase mock</h1>
<form method="post" action="${SIGN_IN_PATH}">
<p><label>Your key, for your sandbox; or the admin token, for all: <input type="password" name="secret" required autocomplete="off"></label>
<button>Open</button></p>
<p role="alert">${problem}</p>
</form>`
  return c.html(pageOf('mock', form), 403, {
    'Cache-Control': 'no-store',
    // Without a referrer, a browser would not say of which origin the form is.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  })
}
