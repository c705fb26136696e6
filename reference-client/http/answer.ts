import { isObject, readPointer } from '../../contract/wire/json-pointer.ts'
import type { ClientProfile, ClientProfileKey } from '../client-profile.ts'
import {
  type ErrorBody,
  type FailedRequest,
  OrderNotFoundError,
  OrderRefusedError,
  type PartnerPurchaseError,
  RateLimitedError,
  RefusedError,
  ServerError,
  UnexpectedResponseError,
} from '../errors.ts'
import type { PlatformHeaders } from '../platform.ts'
import { describeValue, type ExcerptOf } from './excerpt.ts'

/** A response, read to its end. */
type ReceivedResponse = {
  readonly asked: FailedRequest & {
    /** Of a lookup: the reference. */ readonly partnerReference?: string | undefined
  }
  readonly status: number
  readonly headers: PlatformHeaders
  /** `undefined` when it is too large. */
  readonly body: Uint8Array | undefined
  readonly excerpt: ExcerptOf
}

/** A success: its body is an object that carries a `data` object (§2). */
export type Success = Pick<ReceivedResponse, 'asked' | 'status' | 'excerpt'> & { readonly document: unknown }

/**
 * The success that a response is: any 2xx with a `data` object.
 *
 * @throws {PartnerPurchaseError} the error for this status and body.
 */
export function answerOf(received: ReceivedResponse, statuses: ClientProfile['errors']): Success {
  const { asked, status, body, excerpt } = received
  const fail = (found: string, position: string | null) =>
    new UnexpectedResponseError({ ...asked, status, position, profileKey: null, found })
  if (status < 200 || (status >= 300 && status < 400)) throw fail(redirectOf(received), null)
  if (body === undefined) throw fail('its body was cut: it is larger than 4 MiB', '')
  const document = parseJson(body)
  if (status >= 300) throw errorOf(received, document, statuses)
  if (document === undefined) throw fail('its body is not JSON', '')
  const answer = { asked, status, excerpt, document }
  if (!isObject(readPointer(document, '/data'))) throw unexpected(answer, '/data', 'an object')
  return answer
}

/** The error of an answer that has an unexpected value at a position. */
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
  received: ReceivedResponse,
  document: unknown,
  statuses: ClientProfile['errors'],
): PartnerPurchaseError {
  const { asked, status, headers, excerpt } = received
  const answer = { ...asked, status, ...readErrorBody(document, excerpt) }
  if (asked.partnerReference !== undefined && status === statuses.notFound) {
    return new OrderNotFoundError({ ...answer, partnerReference: asked.partnerReference })
  }
  if (status === statuses.rateLimited) {
    return new RateLimitedError({ ...answer, retryAfterSeconds: retryAfterSeconds(headers) })
  }
  if (status >= 500) return new ServerError(answer)
  return asked.operation === 'createOrder' ? new OrderRefusedError(answer) : new RefusedError(answer)
}

function redirectOf({ headers, excerpt }: ReceivedResponse): string {
  const [target = ''] = (headers.get('location') ?? '').split(/[?#]/)
  const elsewhere = target === '' ? '' : ` (to ${excerpt(target)})`
  return `redirects are not followed${elsewhere}: the key would travel there; correct the base address`
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const LONGEST_RETRY_AFTER_SECONDS = 300

/**
 * What an error body says: problem details (RFC 9457), or `{"error": {"code", "message"}}`.
 * The code of problem details is their `code`, else their `type`.
 */
function readErrorBody(body: unknown, excerpt: ExcerptOf): ErrorBody {
  const firstText = (...pointers: string[]) => {
    const text = pointers
      .map((pointer) => readPointer(body, pointer))
      .find((value) => typeof value === 'string')
    return text === undefined ? null : excerpt(text)
  }
  return {
    code: firstText('/error/code', '/code', '/type'),
    title: firstText('/title'),
    detail: firstText('/error/message', '/detail'),
  }
}

/** What `Retry-After` (RFC 9110, section 10.2.3) asks for, in seconds, if it is a number and not too large. */
function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after') ?? ''
  const seconds = /^\d{1,6}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY
  return seconds <= LONGEST_RETRY_AFTER_SECONDS ? seconds : null
}
