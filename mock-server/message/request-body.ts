import type { Outgoing } from './connection.ts'

/** The body of a request, as far as it could be read. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-utf8' }
  /** The caller went away in mid-body. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'encoded'; readonly encoding: string }
  /** How it is framed is not HTTP, or it did not end in time: with the status that answers it. */
  | { readonly kind: 'malformed'; readonly status: number }

/** The body of a request that has none. */
export const NO_BODY: RequestBody = { kind: 'none' }

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a request's body, at most so many bytes of it.
 *
 * @param limit in bytes.
 * @param connection what it comes over, where it does: there it may turn out to be malformed, which no `Request` tells.
 */
export function readRequestBody(
  request: Request,
  limit: number,
  connection?: Outgoing | undefined,
): Promise<RequestBody> {
  const body = readBody(request, limit)
  if (connection === undefined) return body
  const { promise: malformed, resolve } = Promise.withResolvers<RequestBody>()
  connection.once('malformed', (status) => resolve({ kind: 'malformed', status }))
  return Promise.race([body, malformed])
}

async function readBody(request: Request, limit: number): Promise<RequestBody> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'TRACE') return NO_BODY
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') return { kind: 'encoded', encoding }
  try {
    const bytes = await boundedBytes(request, limit)
    return bytes === undefined ? { kind: 'too-large' } : decoded(bytes)
  } catch {
    return { kind: 'cut' }
  }
}

async function boundedBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const announced = request.headers.get('content-length')
  if (announced !== null && !(Number(announced) <= limit)) return undefined
  if (announced !== null) return boundedTo(limit, new Uint8Array(await request.arrayBuffer()))
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > limit) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

/** Over a socket a body has the length that was announced; in-process nothing holds it to that. */
function boundedTo(limit: number, bytes: Uint8Array): Uint8Array | undefined {
  return bytes.byteLength <= limit ? bytes : undefined
}

/** Bytes as text, if they are UTF-8. */
export function decoded(bytes: Uint8Array): RequestBody {
  try {
    return { kind: 'text', text: UTF8.decode(bytes) }
  } catch {
    return { kind: 'not-utf8' }
  }
}
