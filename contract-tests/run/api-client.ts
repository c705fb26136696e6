import { parseJson } from '../../contract/text/parse-json.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { expandPath } from '../../contract/wire/path-template.ts'
import { failureText } from '../http/connection-failure.ts'
import { ACCEPTED_CODINGS, type Received, type SentRequest } from '../http/http-client.ts'
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

/** A request as it is sent, byte for byte. */
export function written(
  { profile, apiKey }: Pick<Target, 'profile' | 'apiKey'>,
  { operation, values = {}, body, key = apiKey }: ApiRequest,
): SentRequest {
  const { method, path } = operationsOf(profile)[operation]
  const headers = {
    'Accept-Encoding': ACCEPTED_CODINGS,
    ...(key !== null && { [profile.auth.header]: authHeaderValue(profile.auth, key) }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return { operation, method, target: expandPath(path, values), headers, body: body ?? null }
}

/** What comes back for a request that was just sent, recorded. */
export async function answered(
  sent: SentRequest,
  recorder: Recorder,
  receiving: Promise<Received>,
): Promise<Answer> {
  const finish = recorder.send(sent)
  try {
    const response = await receiving
    const { status, body } = response
    return { exchange: finish(response), status, json: parseJson(body), failure: null }
  } catch (cause) {
    const failure = failureText(cause as NodeJS.ErrnoException)
    return { exchange: finish(null), status: null, json: undefined, failure }
  }
}

/** The text of a purchase's body: exactly two fields (§4). */
export function orderBody({ partnerReference, sku }: OrderRequest): string {
  return JSON.stringify({ partnerReference, sku })
}

const LONGEST_PAUSE_MS = 30_000

/** The pause that an answer asks for in whole seconds (RFC 9110, section 10.2.3), in milliseconds; at most 30 seconds. */
export function retryAfterMs({ exchange }: Pick<Answer, 'exchange'>, defaultMs: number): number {
  const asked = exchange.response?.headers['retry-after'] ?? ''
  return /^\d{1,4}$/.test(asked) ? Math.min(Number(asked) * 1000, LONGEST_PAUSE_MS) : defaultMs
}
