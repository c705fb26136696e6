import { formatRefusal } from '../contract/profile/error-body.ts'
import type { Profile } from '../contract/profile/profile.ts'
import { type Answer, bytesOf } from './upstream.ts'

/** Of a request: a purchase takes a few hundred. */
export const MOST_BODY_BYTES = 64 * 1024

type Row = readonly [
  status: number | Exclude<keyof Profile['errors'], 'body'>,
  title: string,
  detail?: string,
]

/** Why the proxy itself answers: by a status of the profile, so that a client reads it as it reads the service. */
const REFUSALS = {
  'not-forwarded': [404, 'Not an operation'],
  'malformed-request': [400, 'Malformed request', 'Only a purchase has a body that is passed on.'],
  'wrong-host': [421, 'Another host'],
  'web-page': [403, 'No web page'],
  'unknown-key': ['unauthenticated', 'No key'],
  'invalid-body': ['invalidBody', 'Body not passed on'],
  'body-too-large': [413, 'Body too large', `A body has at most ${MOST_BODY_BYTES} bytes here.`],
  // As a refusal of the caller: after it, no client can go on.
  'reference-of-another-key': [
    'ipNotAllowed',
    'Reference of another key',
    'Another client key has used this reference before: it was not passed on. Use a reference of its own for each purchase.',
  ],
  'no-purchases-left': ['ipNotAllowed', 'No purchases left'],
  'recording-ended': [
    'ipNotAllowed',
    'Recording ended',
    'The proxy can no longer record what it passes on. This was not passed on, and nothing will be until the proxy is started again: it says why where it runs.',
  ],
  'not-in-test-mode': [
    'ipNotAllowed',
    'Not in TEST mode',
    'The target has not answered a ping with the mode TEST: nothing is passed on.',
  ],
  'target-failed': [502, 'No answer of the target'],
  'key-in-answer': [502, 'The key is in the answer'],
  'store-failed': [
    500,
    'Store failed',
    'The proxy has a fault of its own. Nothing more is known of this request: look it up.',
  ],
  'internal-error': [500, 'A fault that was ordered'],
  'bad-gateway': [502, 'A fault that was ordered'],
  unavailable: ['unavailable', 'A fault that was ordered'],
  'rate-limited': ['rateLimited', 'A fault that was ordered'],
} as const satisfies Record<string, Row>

export type RefusalCode = keyof typeof REFUSALS

/** An answer of the proxy's own, in the profile's shape; with the detail that is given, or the usual one. */
export function refusal(
  code: RefusalCode,
  { errors }: Profile,
  given?: string,
  retryAfterSeconds?: number,
): Answer {
  const [is, title, usual = '']: Row = REFUSALS[code]
  const status = typeof is === 'number' ? is : errors[is]
  const { body: text, contentType } = formatRefusal(errors.body, {
    status,
    code,
    title,
    detail: given ?? usual,
  })
  const headers = ['Content-Type', contentType, 'Cache-Control', 'no-store']
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
  return { isOfTarget: false, status, headers, body: bytesOf(text), text }
}
