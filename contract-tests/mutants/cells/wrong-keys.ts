import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { authHeaderReader, isTestKey } from '../../../contract/wire/auth.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, PARTNERS } from '../../../fixtures/partners.ts'
import type { Middleware } from '../middleware.ts'

const { auth } = DEFAULT_PROFILE
const keyIn = authHeaderReader(auth)
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
  let partner: string | null = null
  return async (request, forward, asked) => {
    const value = request.headers.get(auth.header)
    if (asked !== operation || partner === null || value === partner || !WRONG_KEYS[wrong].is(value)) {
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
