import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import { authHeaderReader, isTestKey } from '../../../contract/wire/auth.ts'
import { OPERATION_IDS, type OperationId } from '../../../contract/wire/operations.ts'
import { ALLOWLISTED_PARTNER, PARTNERS } from '../../../fixtures/partners.ts'
import { type BrokenServer, broken } from '../broken-server.ts'
import type { Middleware } from '../middleware.ts'

const { auth } = DEFAULT_PROFILE
const keyIn = authHeaderReader(auth)
const NAMED = PARTNERS.map(({ key }) => key)

/** What can be wrong with a key, as the value of its header shows it. */
const WRONG_KEYS = {
  none: { name: 'none', breaks: 'key-required', is: (value) => value === null },
  unknown: {
    name: 'unknown',
    breaks: 'key-required',
    is: (value) => isTestKey(keyOf(value)) && !NAMED.includes(keyOf(value)),
  },
  blocked: {
    name: 'blocked',
    breaks: 'ip-allowlist',
    is: (value) => keyOf(value) === ALLOWLISTED_PARTNER.key,
  },
} as const satisfies Record<string, WrongKey>

type WrongKey = {
  readonly name: string
  readonly breaks: ServerClauseId
  readonly is: (value: string | null) => boolean
}

/** The key in a value of the header: empty if it does not have the profile's form. */
function keyOf(value: string | null): string {
  return (value === null ? undefined : keyIn(value)) ?? ''
}

/** Every operation, served to every wrong key. */
export const BROKEN_KEYS: readonly BrokenServer[] = OPERATION_IDS.flatMap((operation) =>
  Object.values(WRONG_KEYS).map((wrong) =>
    broken(wrong.breaks, `${operation} is served, key: ${wrong.name}`, () => serving(operation, wrong)),
  ),
)

/** Serves one operation, as the partner that called first, to callers whose key is wrong in one way. */
function serving(operation: OperationId, { is }: WrongKey): Middleware {
  let partner: string | null = null
  return async (request, forward, asked) => {
    const value = request.headers.get(auth.header)
    if (asked !== operation || partner === null || value === partner || !is(value)) {
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
