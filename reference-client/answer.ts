import { parseJson } from '../contract/text/parse-json.ts'
import { isObject, readPointer } from '../contract/wire/json-pointer.ts'
import { retryAfterSeconds } from '../contract/wire/retry-after.ts'
import type { ClientProfile, ClientProfileKey } from './client-profile.ts'
import {
  type FailedRequest,
  OrderNotFoundError,
  OrderRefusedError,
  type PartnerPurchaseError,
  RateLimitedError,
  RefusedError,
  ServerError,
  UnexpectedResponseError,
} from './errors.ts'
import { describeValue, type ExcerptOf } from './excerpt.ts'

type ReceivedResponse = {
  readonly asked: FailedRequest & {
    /** Of a lookup: the reference. */ readonly partnerReference?: string | undefined
  }
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly excerpt: ExcerptOf
}

/** A success: its body is an object that carries a `data` object (§2). */
export type Success = Pick<ReceivedResponse, 'asked' | 'status' | 'excerpt'> & { readonly document: unknown }

/**
 * Reads a response as a success: any 2xx with a `data` object.
 *
 * @throws {PartnerPurchaseError} the error for this status and body.
 */
export function answerOf(received: ReceivedResponse, statuses: ClientProfile['errors']): Success {
  const { asked, status, body, excerpt } = received
  const fail = (found: string, position: string | null) =>
    new UnexpectedResponseError({ ...asked, status, position, profileKey: null, found })
  if (status < 200 || (status >= 300 && status < 400)) throw fail(redirectOf(received), null)
  const document = parseJson(body)
  if (status >= 300) throw errorOf(received, document, statuses)
  if (document === undefined) throw fail('its body is not JSON', '')
  const answer = { asked, status, excerpt, document }
  if (!isObject(readPointer(document, '/data'))) throw unexpected(answer, '/data', 'an object')
  return answer
}

export function unexpected(
  { asked, status, excerpt, document }: Success,
  position: string,
  expected: string,
  profileKey: ClientProfileKey | null = null,
): UnexpectedResponseError {
  const there = describeValue(readPointer(document, position), excerpt)
  const found = `at ${position} there is ${there}, not ${expected}`
  return new UnexpectedResponseError({ ...asked, status, position, profileKey, found })
}

function errorOf(
  { asked, status, headers, excerpt }: ReceivedResponse,
  document: unknown,
  statuses: ClientProfile['errors'],
): PartnerPurchaseError {
  const { partnerReference, ...request } = asked
  const answer = {
    ...request,
    status,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after'), headers.get('date')),
    ...readErrorBody(document, excerpt),
  }
  if (partnerReference !== undefined && status === statuses.notFound)
    return new OrderNotFoundError({ ...answer, partnerReference })
  if (status === statuses.rateLimited) return new RateLimitedError(answer)
  if (status >= 500) return new ServerError(answer)
  return asked.operation === 'createOrder' ? new OrderRefusedError(answer) : new RefusedError(answer)
}

function redirectOf({ headers, excerpt }: ReceivedResponse): string {
  const [target = ''] = (headers.get('location') ?? '').split(/[?#]/)
  const elsewhere = target === '' ? '' : ` (to ${excerpt(target)})`
  return `redirects are not followed${elsewhere}: the key would travel there; correct the base address`
}

/**
 * What an error body says: problem details (RFC 9457), or `{"error": {"code", "message"}}`.
 * The code of problem details is their `code`, else their `type`.
 */
function readErrorBody(body: unknown, excerpt: ExcerptOf) {
  const firstText = (...pointers: string[]) => {
    const texts = pointers.map((pointer) => readPointer(body, pointer))
    const text = texts.find((value) => typeof value === 'string')
    return text === undefined ? null : excerpt(text)
  }
  return {
    code: firstText('/error/code', '/code', '/type'),
    title: firstText('/title'),
    detail: firstText('/error/message', '/detail'),
  }
}
