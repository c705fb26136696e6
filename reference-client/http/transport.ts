import type { OperationId } from '../../contract/wire/operations.ts'
import { ConnectionError, TimeoutError } from '../errors.ts'
import type { CheckedOptions } from '../options.ts'
import type { PlatformResponse, PlatformSignal } from '../platform.ts'
import { answerOf, type Success } from './answer.ts'
import { createExcerpt, describeFailure } from './excerpt.ts'

type Call = {
  readonly operation: OperationId
  readonly method: string
  /** Path and query, relative to the base address. */
  readonly path: string
  /** A JSON text, sent as it is. */
  readonly body?: string
  /** Of a lookup: the reference it asks for. */
  readonly partnerReference?: string
}

/** Sends one request and reads its answer, once. */
export type Send = (call: Call, signal?: PlatformSignal) => Promise<Success>

/** The one place where requests are made: the key in its header, the timeout, and no redirect followed. */
export function createTransport(settings: CheckedOptions): Send {
  const { timeoutMs, apiKey, profile } = settings
  const excerpt = createExcerpt(apiKey)

  return async function send(call, signal) {
    const { operation, method, path, partnerReference } = call
    const failed = { operation, request: excerpt(`${method} ${path}`) }
    const expired = () => new TimeoutError({ ...failed, timeoutMs })
    const received = await withDeadline({ ms: timeoutMs, expired, signal }, async (inner) => {
      try {
        return await exchange(requestOf(call, settings, inner), settings.fetch)
      } catch (error) {
        throw new ConnectionError({ ...failed, cause: new Error(describeFailure(error, excerpt)) })
      }
    })
    return answerOf({ asked: { ...failed, partnerReference }, excerpt, ...received }, profile.errors)
  }
}

async function exchange(request: Request, fetch: CheckedOptions['fetch']) {
  const response = await fetch(request)
  const { status, headers } = response
  return { status, headers, body: await readBody(response) }
}

function requestOf(call: Call, { baseUrl, apiKey, profile }: CheckedOptions, signal: AbortSignal): Request {
  const { header, format } = profile.auth
  const headers = new Headers({ accept: 'application/json' })
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  headers.set(
    header,
    format.replace('{key}', () => apiKey),
  )
  return new Request(`${baseUrl}${call.path}`, {
    method: call.method,
    headers,
    body: call.body ?? null,
    redirect: 'manual',
    signal,
  })
}

type Deadline = {
  readonly ms: number
  /** The error of a task that was not done in time. */
  readonly expired: () => Error
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a task that ends with the deadline or with the caller's signal, also if the task itself ignores its signal.
 *
 * @throws the error of `expired`, when the time is over; the reason of the signal, when it aborts.
 */
async function withDeadline<Result>(
  { ms, expired, signal }: Deadline,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const stopped = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    stopped.reject(reason)
    controller.abort(reason)
  }
  const onAbort = () => stop(signal?.reason)
  const timer = setTimeout(() => stop(expired()), ms)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([stopped.promise, task(controller.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** The largest body that is read: 4 MiB. */
export const LARGEST_BODY_BYTES = 4 * 1024 * 1024

/**
 * The body of a response, or `undefined` when it is larger than {@link LARGEST_BODY_BYTES}: it is then cut, and what was read is thrown away.
 *
 * @throws the error of the stream, when it breaks off.
 */
export async function readBody(response: PlatformResponse): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    length += next.value.byteLength
    if (length > LARGEST_BODY_BYTES) {
      reader?.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(next.value)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
