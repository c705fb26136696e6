import { parseJson } from '../../contract/text/parse-json.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { expandPath } from '../../contract/wire/path-template.ts'
import { failureText } from '../http/connection-failure.ts'
import { ACCEPTED_CODINGS } from '../http/content-coding.ts'
import { type Dispatch, type Received, socketNetwork } from '../http/http-client.ts'
import type { Answer } from './answer.ts'
import type { Recorder } from './recorder.ts'
import type { Target } from './target.ts'

/** One request of the suite: an operation, and what differs from its plain form. */
export type ApiRequest = {
  readonly operation: OperationId
  /** The values of the path's parameters. */
  readonly values?: Readonly<Record<string, string>>
  /** The text of the body, sent as JSON. */
  readonly body?: string
  /** Another key than the target's; null for no key. */
  readonly key?: string | null
}

/** Sends requests as they are written, byte for byte, and never through the reference client. */
export type ApiClient = { send(request: ApiRequest): Promise<Answer> }

/** How requests are sent, and what cancels them. */
type Transport = { readonly dispatch?: Dispatch; readonly signal?: AbortSignal }

/**
 * The client of a target: no redirect is followed, no status is an error. Once the signal has aborted it sends nothing,
 * and rejects with the signal's reason.
 */
export function openApiClient(
  target: Target,
  recorder: Recorder,
  { dispatch = socketNetwork(target.proxy).dispatch, signal }: Transport = {},
): ApiClient {
  const operations = operationsOf(target.profile)
  return {
    async send({ operation, values = {}, body, key = target.apiKey }) {
      signal?.throwIfAborted()
      const { method, path } = operations[operation]
      const sent = {
        operation,
        method,
        target: expandPath(path, values),
        headers: headersOf(target, key, body),
        body: body ?? null,
      }
      return answerOf(dispatch(target.baseUrl, sent, signal), recorder.send(sent))
    },
  }
}

function headersOf(target: Target, key: string | null, body: string | undefined): Record<string, string> {
  const { auth } = target.profile
  return {
    'Accept-Encoding': ACCEPTED_CODINGS,
    ...(key !== null && { [auth.header]: authHeaderValue(auth, key) }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
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
      failure: failureText(cause as NodeJS.ErrnoException),
    }
  }
}

/** The text of a purchase's body: exactly two fields (§4). */
export function orderBody({ partnerReference, sku }: OrderRequest): string {
  return JSON.stringify({ partnerReference, sku })
}
