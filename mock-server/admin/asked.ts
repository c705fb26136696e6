import type * as z from 'zod/mini'
import { keyInAuthHeader } from '../../contract/wire/auth.ts'
import { readRequestBody } from '../message/request.ts'
import { sandboxNamed } from '../sandbox/keys.ts'
import type { MockContext } from '../sandbox/mock.ts'

const DIGEST = /^[0-9a-f]{64}$/

const UNKNOWN =
  'This mock knows no such key: it does not accept the key, or nobody has used the key with this digest. GET keys lists the digests.'
const NO_KEY =
  'Say which key: send its digest as ?key=…, or the key itself in the auth header. A key must not be in a URL. GET keys lists the digests.'

/** Handles the command in a body, for the key that it names. `usage` answers a body that does not fit. */
export function onCommand<Command extends { readonly key: string }>(
  schema: z.ZodMiniType<Command>,
  usage: string | ((body: unknown) => string),
  carryOut: (c: MockContext, command: Command & { readonly sandbox: string }) => Response | Promise<Response>,
) {
  return async (c: MockContext): Promise<Response> => {
    const body = await commandIn(c)
    const command = schema.safeParse(body)
    if (!command.success) return c.json({ error: typeof usage === 'string' ? usage : usage(body) }, 400)
    const sandbox = await sandboxAsked(c, command.data.key)
    return sandbox instanceof Response ? sandbox : carryOut(c, { ...command.data, sandbox })
  }
}

/** Handles a request without a body, for the key in its query or in its auth header. */
export function onSandbox(answer: (c: MockContext, sandbox: string) => Response | Promise<Response>) {
  return async (c: MockContext): Promise<Response> => {
    const sandbox = await sandboxInQuery(c)
    return sandbox instanceof Response ? sandbox : answer(c, sandbox)
  }
}

/** The sandbox of a key or a digest, or the answer if there is none. */
async function sandboxAsked(c: MockContext, key: string): Promise<string | Response> {
  const sandbox = await sandboxNamed(c.var.mock, key)
  return sandbox ?? c.json({ error: UNKNOWN }, 404)
}

async function sandboxInQuery(c: MockContext): Promise<string | Response> {
  const digest = c.req.query('key')
  const asked = digest === undefined ? keyInHeader(c) : DIGEST.exec(digest)?.[0]
  return asked === undefined ? c.json({ error: NO_KEY }, 400) : sandboxAsked(c, asked)
}

export function keyInHeader(c: MockContext): string | undefined {
  const { auth } = c.var.mock.profile
  const value = c.req.header(auth.header)
  return value === undefined ? undefined : keyInAuthHeader(auth, value)
}

const LARGEST_BYTES = 4096

/** The body of an admin request; `undefined` if it is too large, or no text. */
export async function adminText(c: MockContext): Promise<string | undefined> {
  const body = await readRequestBody(c.req.raw, LARGEST_BYTES, c.env?.incoming)
  if (body.kind === 'none') return ''
  return body.kind === 'text' ? body.text : undefined
}

/** The JSON body of a command; `undefined` if it is no JSON. The key may also be in the auth header. */
async function commandIn(c: MockContext): Promise<unknown> {
  const text = await adminText(c)
  if (text === undefined) return undefined
  try {
    const json: unknown = JSON.parse(text === '' ? '{}' : text)
    const key = keyInHeader(c)
    const isWithout = typeof json === 'object' && json !== null && !('key' in json) && !Array.isArray(json)
    return isWithout && key !== undefined ? { key, ...json } : json
  } catch {
    return undefined
  }
}
