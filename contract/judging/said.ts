import type { Profile } from '../profile/profile.ts'

/** What an answer says of a request: it was served, it was refused, or nothing. */
export type Said = 'yes' | 'no' | 'nothing'

/** Statuses that ask to come again (RFC 9110, section 15.5.9; RFC 8470, section 5.2; RFC 6585, section 4). */
const COME_AGAIN = [408, 425, 429]

/** Statuses that may refuse what is in progress (RFC 9110, section 15.5.10; RFC 4918, section 11.3). */
const IN_PROGRESS = [409, 423]

/** Refuses the media types that a request accepts, not what it asks (RFC 9110, section 15.5.7). */
const NOT_ACCEPTABLE = 406

/** Statuses of the profile that are about the caller or the moment, not about the request. */
const OF_THE_CALLER = ['unauthenticated', 'ipNotAllowed', 'rateLimited', 'unavailable'] as const

/** Statuses of the profile that refuse a request for what it asks. */
const OF_THE_REQUEST = ['notFound', 'referenceConflict', 'invalidBody', 'insufficientBalance'] as const

/** Whether a status is a success: any 2xx, since the reference documents no status (§7.2). */
export function is2xx(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/**
 * What an answer says: `yes` is any 2xx; `no` is a refusal that the profile knows, or another 4xx. Everything else says
 * nothing: no answer, a redirect, a 5xx, a status that asks to come again or for another media type, a conflict that
 * says when, and, with a valid key, a status that refuses the caller.
 */
export function whatIsSaid(status: number | null, errors: Profile['errors'], asksToWait = false): Said {
  if (status === null) return 'nothing'
  if (is2xx(status)) return 'yes'
  // Another purchase of the same body may be under way, and be served then.
  if (asksToWait && isInProgress(status)) return 'nothing'
  if (OF_THE_CALLER.some((name) => errors[name] === status) || status === NOT_ACCEPTABLE) return 'nothing'
  if (OF_THE_REQUEST.some((name) => errors[name] === status)) return 'no'
  return status >= 400 && status < 500 && !COME_AGAIN.includes(status) ? 'no' : 'nothing'
}

function isInProgress(status: number | null): boolean {
  return status !== null && IN_PROGRESS.includes(status)
}

/** Whether an answer says when to come again (RFC 9110, section 10.2.3). */
export function asksToWait(response: { readonly headers: Readonly<Record<string, string>> } | null): boolean {
  return response?.headers['retry-after'] !== undefined
}

/** Whether a status is about the state of the service, not about the request. */
export function isOfTheMoment(status: number): boolean {
  return COME_AGAIN.includes(status) || status >= 500
}

/** Whether a status only asks to come again: however often it comes, it refuses nothing. */
export function asksToComeAgain(status: number | null, errors: Profile['errors']): boolean {
  return (
    status === 503 ||
    COME_AGAIN.includes(status ?? 0) ||
    status === errors.rateLimited ||
    status === errors.unavailable
  )
}

/** Why an answer is about the caller, not the request: the name of the profile's status. Otherwise undefined. */
export function refusalOfCaller(
  status: number | null,
  errors: Profile['errors'],
): (typeof OF_THE_CALLER)[number] | undefined {
  return OF_THE_CALLER.find((name) => errors[name] === status)
}
