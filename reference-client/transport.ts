import { authHeaderValue } from '../contract/wire/auth.ts'
import type { OperationId } from '../contract/wire/operations.ts'
import { answerOf, type Success } from './answer.ts'
import { ConnectionError, TimeoutError } from './errors.ts'
import { describeFailure } from './excerpt.ts'
import type { CheckedOptions } from './options.ts'

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
export type Send = (call: Call, signal?: AbortSignal) => Promise<Success>

/** The one place where requests are made: the key in its header, the timeout, and no redirect followed. */
export function createTransport(settings: CheckedOptions): Send {
  const { timeoutMs, profile, fetch, excerpt } = settings

  return async function send(call, signal) {
    const { operation, method, path, partnerReference } = call
    const asked = { operation, request: excerpt(`${method} ${path}`), partnerReference }
    const expired = () => new TimeoutError({ ...asked, timeoutMs })
    const received = await withDeadline({ ms: timeoutMs, expired, signal }, async (deadline) => {
      try {
        const response = await fetch(requestOf(call, settings, deadline))
        // The text is without a byte-order mark, as with the platform's own `json()`.
        return { status: response.status, headers: response.headers, body: await response.text() }
      } catch (error) {
        throw new ConnectionError({ ...asked, cause: new Error(describeFailure(error, excerpt)) })
      }
    })
    return answerOf({ asked, excerpt, ...received }, profile.errors)
  }
}

function requestOf(call: Call, { baseUrl, apiKey, profile }: CheckedOptions, signal: AbortSignal): Request {
  const headers = new Headers({ accept: 'application/json' })
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  headers.set(profile.auth.header, authHeaderValue(profile.auth, apiKey))
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
  readonly expired: () => Error
  readonly signal: AbortSignal | undefined
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
  const deadline = new AbortController()
  const stopped = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason), { once: true })
  })
  const onAbort = () => deadline.abort(signal?.reason)
  const timer = setTimeout(() => deadline.abort(expired()), ms)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([stopped, task(deadline.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
