import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { authHeaderReader, isTestKey } from '../../../contract/wire/auth.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, PARTNERS } from '../../../fixtures/partners.ts'
import type { Middleware } from '../middleware.ts'

const { auth } = DEFAULT_PROFILE
const keyIn = authHeaderReader(auth)
/** What the first partner's key is to an altered one. */
type Like = (key: string, own: string) => boolean

const isChanged = (key: string, own: string, from: number, to: number) =>
  key.length === own.length &&
  [...key].every((character, at) => (at >= from && at < to) || character === own[at]) &&
  key !== own

/** A key that differs from the one of the partner who called first in one character. */
export const LIKE_KEYS = {
  start: { name: 'another first character', is: (key, own) => isChanged(key, own, 0, 1) },
  middle: { name: 'another character within', is: (key, own) => isChanged(key, own, 1, own.length - 1) },
  end: { name: 'another last character', is: (key, own) => isChanged(key, own, own.length - 1, own.length) },
  longer: {
    name: 'one more character',
    is: (key, own) => key.length === own.length + 1 && key.startsWith(own),
  },
  shorter: {
    name: 'one character less',
    is: (key, own) =>
      own.length === key.length + 1 && [...own].some((_, at) => own.slice(0, at) + own.slice(at + 1) === key),
  },
} as const satisfies Record<string, { readonly name: string; readonly is: Like }>

/** How a key differs from the right one. */
export type LikeKeyId = keyof typeof LIKE_KEYS

const NAMED = PARTNERS.map(({ key }) => key)

/** The key in a value of the header: undefined if it does not have the profile's form. */
const keyOf = (value: string | null) => (value === null ? undefined : keyIn(value))
const isEmpty = (value: string | null) => value !== null && /^(Bearer)?\s*$/.test(value)
const isWellFormed = (value: string | null) => isTestKey(keyOf(value) ?? '')

/** What can be wrong with a key, as its header shows it. */
export const WRONG_KEYS = {
  none: { name: 'none', is: (value) => value === null },
  empty: { name: 'empty', is: isEmpty },
  malformed: {
    name: 'malformed',
    is: (value) => value !== null && !isEmpty(value) && !isWellFormed(value),
  },
  unknown: {
    name: 'unknown',
    is: (value) => isWellFormed(value) && !NAMED.includes(keyOf(value) ?? ''),
  },
  blocked: { name: 'blocked', is: (value) => keyOf(value) === ALLOWLISTED_PARTNER.key },
  another: { name: "another's", is: (value) => keyOf(value) === ORDINARY_PARTNER.key },
} as const satisfies Record<string, { readonly name: string; readonly is: (value: string | null) => boolean }>

/** What is wrong with a key. */
export type WrongKeyId = keyof typeof WRONG_KEYS

/** Serves one operation, as the partner that called first, to callers whose key is wrong in one way. */
export function serving(operation: OperationId, wrong: WrongKeyId): Middleware {
  return servingWhere(operation, (value) => WRONG_KEYS[wrong].is(value))
}

/** Serves one operation, as the partner that called first, to callers whose key is nearly the right one. */
export function servingLike(operation: OperationId, like: LikeKeyId): Middleware {
  return servingWhere(operation, (value, partner) =>
    LIKE_KEYS[like].is(keyOf(value) ?? '', keyOf(partner) ?? ''),
  )
}

function servingWhere(
  operation: OperationId,
  isServed: (value: string | null, partner: string) => boolean,
): Middleware {
  let partner: string | null = null
  return async (request, forward, asked) => {
    const value = request.headers.get(auth.header)
    if (asked !== operation || partner === null || value === partner || !isServed(value, partner)) {
      const response = await forward(request)
      if (response.ok) partner ??= value
      return response
    }
    const headers = new Headers(request.headers)
    headers.set(auth.header, partner)
    const body = request.method === 'POST' ? await request.text() : null
    return forward(new Request(request.url, { method: request.method, headers, body }))
  }
}
