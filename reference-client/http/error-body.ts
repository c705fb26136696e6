import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { ErrorBody } from '../errors/answered-error.ts'
import type { ExcerptOf } from './excerpt.ts'

const LONGEST_RETRY_AFTER_SECONDS = 300

/**
 * What an error body says: problem details (RFC 9457), or `{"error": {"code", "message"}}`.
 * The code of problem details is their `code`, else their `type`.
 *
 * @example
 * readErrorBody({ error: { code: 'unknown-sku', message: 'No such card.' } }, excerpt)
 * // { code: 'unknown-sku', title: null, detail: 'No such card.' }
 */
export function readErrorBody(body: unknown, excerpt: ExcerptOf): ErrorBody {
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
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('retry-after') ?? ''
  const seconds = /^\d{1,6}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY
  return seconds <= LONGEST_RETRY_AFTER_SECONDS ? seconds : null
}
