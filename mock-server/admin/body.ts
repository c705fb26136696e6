import type { MockContext } from '../http/env.ts'
import { readRequestBody } from '../message/request-body.ts'

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
