import type { Profile } from '../../../contract/profile/profile.ts'
import type { GapId } from '../../../contract/reference/gaps.ts'
import {
  type AnswerChange,
  refusalWith,
  SHOWN_IN,
  type Variant,
  withHeader,
  withoutHeader,
} from '../variant.ts'

type StatusKey = Exclude<keyof Profile['errors'], 'body'>
type StatusRow = readonly [
  key: StatusKey,
  gap: GapId,
  /** What is refused, before "is refused with". */
  what: string,
  /** The first of these that the profile does not have. */
  statuses: readonly number[],
  scenarios: readonly string[],
]

/** The families are kept: a caller's error stays one (4xx), and a service's (5xx); but who calls too often may hear 503. */
const STATUSES: readonly StatusRow[] = [
  ['unavailable', 'unavailable-status', 'What can not be served for now', [500, 503], [SHOWN_IN.unavailable]],
  ['unavailable', 'unavailable-status', 'What can not be served for now', [502, 504], [SHOWN_IN.unavailable]],
  ['rateLimited', 'rate-limited-status', 'A call over the rate limit', [503, 429], [SHOWN_IN.rateLimited]],
  [
    'notFound',
    'not-found-status',
    'What is not known (an order, a SKU)',
    [410, 404],
    [SHOWN_IN.unavailable, SHOWN_IN.lookupLate],
  ],
  ['invalidBody', 'invalid-body-status', 'A purchase that can not be made', [400, 422], [SHOWN_IN.withdrawn]],
  [
    'insufficientBalance',
    'insufficient-balance',
    'A purchase that the balance does not cover',
    [422, 402],
    [SHOWN_IN.tooDear],
  ],
  ['unauthenticated', 'unauthenticated-status', 'A key that is not valid', [403, 401], [SHOWN_IN.keyRevoked]],
]

/** §7.2 shows no status, no code and no body of an error; §8.2 no limit. */
export function refusalVariants(profile: Profile): readonly Variant[] {
  return [
    ...STATUSES.map((row) => otherStatus(profile, row)),
    {
      id: 'no-retry-after',
      gaps: ['rate-limited-status'],
      change: 'A call over the rate limit is refused without a Retry-After.',
      readAt: 'the headers of a refused call',
      scenarios: [SHOWN_IN.rateLimited],
      answers: (answer) => withoutHeader(answer, 'Retry-After'),
      isReceived: refusalWith(profile.errors.rateLimited),
    },
    otherShape(profile),
    otherBody('error-page', 'An error is a page of HTML.', (answer) =>
      withHeader({ ...answer, body: '<html><body><h1>No.</h1></body></html>' }, 'content-type', 'text/html'),
    ),
    otherBody('error-without-body', 'An error has no body.', (answer) =>
      withoutHeader({ ...answer, body: '' }, 'content-type'),
    ),
  ]
}

function otherStatus(profile: Profile, [key, gap, what, statuses, scenarios]: StatusRow): Variant {
  const { errors } = profile
  const status = statuses.find((one) => one !== errors[key]) ?? errors[key]
  return {
    id: `${gap}-${status}`,
    gaps: [gap],
    change: `${what} is refused with ${status}, not ${errors[key]}.`,
    readAt: 'the status of a refused call',
    scenarios,
    profile: { ...profile, errors: { ...errors, [key]: status } },
    isReceived: refusalWith(status),
  }
}

const ERRORS_IN = [SHOWN_IN.unavailable, SHOWN_IN.rateLimited, SHOWN_IN.withdrawn]
const ERROR_BODY = 'the body of a refused call'

function otherShape(profile: Profile): Variant {
  const isProblem = profile.errors.body === 'problem'
  return {
    id: isProblem ? 'error-object' : 'error-problem',
    gaps: ['error-body'],
    change: isProblem
      ? 'An error is an object {"error": {"code", "message"}}, not problem details.'
      : 'An error is problem details (RFC 9457), not an object {"error": {"code", "message"}}.',
    readAt: ERROR_BODY,
    scenarios: ERRORS_IN,
    profile: { ...profile, errors: { ...profile.errors, body: isProblem ? 'error-object' : 'problem' } },
    isReceived: refusalWith(),
  }
}

function otherBody(id: string, change: string, answers: AnswerChange): Variant {
  return {
    id,
    gaps: ['error-body'],
    change,
    readAt: ERROR_BODY,
    scenarios: ERRORS_IN,
    answers: (answer) => (answer.status >= 400 ? answers(answer) : answer),
    isReceived: refusalWith(),
  }
}
