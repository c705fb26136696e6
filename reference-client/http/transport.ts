import type { OperationId } from '../../contract/wire/operations.ts'
import { ConnectionError } from '../errors/connection-error.ts'
import { TimeoutError } from '../errors/timeout-error.ts'
import type { CheckedOptions } from '../options.ts'
import type { PlatformSignal } from '../platform.ts'
import { withDeadline } from './deadline.ts'
import { createExcerpt, describeFailure } from './excerpt.ts'
import { readBody } from './read-body.ts'
import { answerOf, type Success } from './success.ts'

/** One request of an operation. */
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

/**
 * The one place where requests are made: the key in its header, the timeout, and no redirect followed.
 *
 * @example
 * const send = createTransport(settings)
 * await send({ operation: 'ping', method: 'GET', path: '/ping' })
 */
export function createTransport(settings: CheckedOptions): Send {
  const { timeoutMs, apiKey, profile } = settings
  const excerpt = createExcerpt(apiKey)

  return async function send(call, signal) {
    const { operation, method, path, partnerReference } = call
    const failed = { operation, request: excerpt(`${method} ${path}`) }
    const asked = partnerReference === undefined ? failed : { ...failed, partnerReference }
    const expired = () => new TimeoutError({ ...failed, timeoutMs })
    const received = await withDeadline({ ms: timeoutMs, expired, signal }, async (inner) => {
      try {
        return await exchange(requestOf(call, settings, inner), settings.fetch)
      } catch (error) {
        throw new ConnectionError({ ...failed, cause: new Error(describeFailure(error, excerpt)) })
      }
    })
    return answerOf({ asked, excerpt, ...received }, profile.errors)
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
