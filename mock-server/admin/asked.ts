import { keyInAuthHeader } from '../../contract/wire/auth.ts'
import type { MockContext } from '../http/routing.ts'
import { readRequestBody } from '../message/request.ts'
import { sandboxNamed } from '../sandbox/keys.ts'

const DIGEST = /^[0-9a-f]{64}$/

const UNKNOWN =
  'No key of this mock is meant: the key is not one that it accepts, or nobody has used the key of this digest. GET keys lists the digests.'
const NO_KEY =
  'Say which key: its digest in the query, as ?key=…, or the key itself in the header that calls of the API carry it in. A key must not be in a URL. GET keys lists the digests.'

/** The sandbox that a command names, or the answer to one that names none. */
export async function sandboxAsked(c: MockContext, key: string): Promise<string | Response> {
  return (await sandboxNamed(c.get('mock'), key)) ?? c.json({ error: UNKNOWN }, 404)
}

/** The sandbox of a request without a body: by the digest in its query, or by the key in its auth header. */
export async function sandboxInQuery(c: MockContext): Promise<string | Response> {
  const digest = c.req.query('key')
  const asked = digest === undefined ? keyInHeader(c) : DIGEST.exec(digest)?.[0]
  return asked === undefined ? c.json({ error: NO_KEY }, 400) : sandboxAsked(c, asked)
}

/** The key that a request carries as a call of the API does. */
export function keyInHeader(c: MockContext): string | undefined {
  const { auth } = c.get('mock').profile
  const value = c.req.header(auth.header)
  return value === undefined ? undefined : keyInAuthHeader(auth, value)
}

const LIMIT_BYTES = 4096

/** The JSON body of an admin call; `undefined` if it has none. */
export async function adminBody(c: MockContext): Promise<unknown> {
  const body = await readRequestBody(c.req.raw, LIMIT_BYTES, c.env?.outgoing)
  if (body.kind !== 'text') return undefined
  try {
    return JSON.parse(body.text)
  } catch {
    return undefined
  }
}
