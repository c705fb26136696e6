import request from 'supertest'
import { authHeaderValue } from '../contract/auth.ts'
import { type OperationId, operationsOf } from '../contract/operations.ts'
import { expandPath } from '../contract/path-template.ts'
import { type Answer, parseJson } from './answer.ts'
import type { Received, Recorder, SentRequest } from './recorder.ts'
import type { Target } from './target.ts'

/** One request of the suite: an operation, and what differs from its plain form. */
export type WireRequest = {
  readonly operation: OperationId
  /** The values of the path's parameters. */
  readonly values?: Readonly<Record<string, string>>
  /** The text of the body, sent as JSON. */
  readonly body?: string
  /** Another key than the target's; null for none. */
  readonly key?: string | null
}

/** Sends requests as they are written, byte for byte, and never through the reference client. */
export type Wire = { send(request: WireRequest): Promise<Answer> }

const PATIENCE_MS = 15_000
const MOST_BYTES = 16 * 1024 * 1024

/** Sends one request, and reads its answer whole. Rejects where none came. */
export type Dispatch = (baseUrl: string, sent: SentRequest) => Promise<Received>

/** The wire to a target: no redirect is followed, no status is an error. */
export function openWire(target: Target, recorder: Recorder, dispatch: Dispatch = overSocket): Wire {
  const operations = operationsOf(target.profile)
  return {
    async send({ operation, values = {}, body, key = target.apiKey }) {
      const { method, path } = operations[operation]
      const sent = {
        operation,
        method,
        target: expandPath(path, values),
        headers: headersOf(target, key, body),
        body: body ?? null,
      }
      return answerOf(dispatch(target.baseUrl, sent), recorder.send(sent))
    },
  }
}

function headersOf(target: Target, key: string | null, body: string | undefined): Record<string, string> {
  const { auth } = target.profile
  return {
    ...(key !== null && { [auth.header]: authHeaderValue(auth, key) }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
}

async function overSocket(
  baseUrl: string,
  { method, target, headers, body }: SentRequest,
): Promise<Received> {
  const agent = request(baseUrl) as unknown as Record<string, (path: string) => request.Test>
  // supertest has a method of its agent for each method of HTTP; its types name the usual ones only.
  const open = agent[method.toLowerCase()] as (path: string) => request.Test
  const test = open(target)
    .set({ ...headers })
    .timeout({ response: PATIENCE_MS, deadline: 2 * PATIENCE_MS })
    .ok(() => true)
    .redirects(0)
    .buffer(true)
    .parse(readText)
  const response = await (body === null ? test : test.send(body))
  return { status: response.status, headers: flat(response.headers), body: String(response.body ?? '') }
}

async function answerOf(received: Promise<Received>, finish: ReturnType<Recorder['send']>): Promise<Answer> {
  try {
    const response = await received
    const { status, body } = response
    return { exchange: finish(response), status, json: parseJson(body), failure: null }
  } catch (cause) {
    return {
      exchange: finish(null),
      status: null,
      json: undefined,
      failure: failureOf(cause as NodeJS.ErrnoException),
    }
  }
}

function failureOf({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined || message.includes(code) ? message : `${message} (${code})`
}

function flat(headers: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** A parser of superagent's that parses nothing: the suite judges the text itself. */
function readText(response: request.Response, done: (error: Error | null, body: unknown) => void): void {
  const stream = response as unknown as NodeJS.ReadableStream & { destroy(): void }
  let isDone = false
  // A stream that breaks off both errs and closes: superagent is told once.
  const end = (error: Error | null, body: string): void => {
    if (isDone) return
    isDone = true
    done(error, body)
  }
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > MOST_BYTES) stream.destroy()
    else chunks.push(chunk)
  })
  stream.on('end', () => end(null, Buffer.concat(chunks).toString('utf8')))
  stream.on('error', (error) => end(error, ''))
  stream.on('close', () => end(new Error(`the answer broke off, or has more than ${MOST_BYTES} bytes`), ''))
}
