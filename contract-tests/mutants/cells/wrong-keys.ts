import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { authHeaderReader, isTestKey } from '../../../contract/wire/auth.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { ALLOWLISTED_PARTNER, ORDINARY_PARTNER, PARTNERS } from '../../../fixtures/partners.ts'
import type { Middleware } from '../middleware.ts'

const { auth } = DEFAULT_PROFILE
const keyIn = authHeaderReader(auth)
const NAMED = PARTNERS.map(({ key }) => key)

/** The key in a value of the header: empty if it does not have the profile's form. */
const keyOf = (value: string | null) => (value === null ? undefined : keyIn(value)) ?? ''
const isEmpty = (value: string | null) => value !== null && /^(Bearer)?\s*$/.test(value)

/** The value of the header, the key in it, and the key of the partner who called first. */
type Sent = { readonly value: string | null; readonly key: string; readonly own: string }
type WrongKey = { readonly name: string; readonly is: (sent: Sent) => boolean }

/** What can be wrong with a key, as its header shows it. */
export const WRONG_KEYS = {
  none: { name: 'none', is: ({ value }) => value === null },
  empty: { name: 'empty', is: ({ value }) => isEmpty(value) },
  malformed: {
    name: 'malformed',
    is: ({ value, key }) => value !== null && !isEmpty(value) && !isTestKey(key),
  },
  unknown: { name: 'unknown', is: ({ key }) => isTestKey(key) && !NAMED.includes(key) },
  blocked: { name: 'blocked', is: ({ key }) => key === ALLOWLISTED_PARTNER.key },
  another: { name: "another's", is: ({ key }) => key === ORDINARY_PARTNER.key },
} as const satisfies Record<string, WrongKey>

/** A key that differs from the one of the partner who called first in one character. */
export const LIKE_KEYS = {
  start: { name: 'another first character', is: (sent) => isChanged(sent, 0, 1) },
  middle: { name: 'another character within', is: (sent) => isChanged(sent, 1, sent.own.length - 1) },
  end: {
    name: 'another last character',
    is: (sent) => isChanged(sent, sent.own.length - 1, sent.own.length),
  },
  longer: {
    name: 'one more character',
    is: ({ key, own }) => key.length === own.length + 1 && key.startsWith(own),
  },
  shorter: {
    name: 'one character less',
    is: ({ key, own }) =>
      own.length === key.length + 1 && [...own].some((_, at) => own.slice(0, at) + own.slice(at + 1) === key),
  },
} as const satisfies Record<string, WrongKey>

/** What is wrong with a key. */
export type KeyId = keyof typeof WRONG_KEYS | keyof typeof LIKE_KEYS

/** Every key that is wrong. */
export const KEYS: Readonly<Record<KeyId, WrongKey>> = { ...WRONG_KEYS, ...LIKE_KEYS }

function isChanged({ key, own }: Sent, from: number, to: number): boolean {
  const isElsewhere = (at: number) => at < from || at >= to
  return (
    key !== own &&
    key.length === own.length &&
    [...key].every((character, at) => !isElsewhere(at) || character === own[at])
  )
}

/** Serves one operation, as the partner that called first, to callers whose key is wrong in one way. */
export function serving(operation: OperationId, wrong: KeyId): Middleware {
  let partner: string | null = null
  return async (request, forward, asked) => {
    const value = request.headers.get(auth.header)
    const isServed = () => KEYS[wrong].is({ value, key: keyOf(value), own: keyOf(partner) })
    if (asked !== operation || partner === null || value === partner || !isServed()) {
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
