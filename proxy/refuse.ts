import { formatRefusal } from '../contract/profile/error-body.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { type Answer, bytesOf } from './upstream.ts'

/** Why the proxy itself answers: by a status of the profile, so that a client reads it as it reads the service. */
const REFUSALS = {
  'not-forwarded': [404, 'Not an operation'],
  'malformed-request': [400, 'Malformed request'],
  'wrong-host': [421, 'Another host'],
  'web-page': [403, 'No web page'],
  'unknown-key': ['unauthenticated', 'No key'],
  'invalid-body': ['invalidBody', 'Body not passed on'],
  'body-too-large': [413, 'Body too large'],
  // As a refusal of the caller: after it, no client can go on.
  'reference-of-another-key': ['ipNotAllowed', 'Reference of another key'],
  'no-purchases-left': ['ipNotAllowed', 'No purchases left'],
  'recording-ended': ['ipNotAllowed', 'Recording ended'],
  'not-in-test-mode': ['ipNotAllowed', 'Not in TEST mode'],
  'target-failed': [502, 'No answer of the target'],
  'key-in-answer': [502, 'The key is in the answer'],
  'store-failed': [500, 'Store failed'],
  'internal-error': [500, 'A fault that was ordered'],
  'bad-gateway': [502, 'A fault that was ordered'],
  unavailable: ['unavailable', 'A fault that was ordered'],
  'rate-limited': ['rateLimited', 'A fault that was ordered'],
} as const satisfies Record<string, readonly [number | Exclude<keyof Profile['errors'], 'body'>, string]>

/** Why the proxy itself answers. */
export type RefusalCode = keyof typeof REFUSALS

/** An answer of the proxy's own, in the profile's shape. */
export function refusal(
  code: RefusalCode,
  detail: string,
  { errors }: Profile,
  retryAfterSeconds?: number,
): Answer {
  const [is, title] = REFUSALS[code]
  const status = typeof is === 'number' ? is : errors[is]
  const { body: text, contentType } = formatRefusal(errors.body, { status, code, title, detail })
  const headers = ['Content-Type', contentType, 'Cache-Control', 'no-store']
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
  return { status, headers, body: bytesOf(text), text }
}
