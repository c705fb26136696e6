/** The profile's answer to the gap `key-transport`: the header, and the text in it around `{key}`. */
export type Auth = { readonly header: string; readonly format: string }

/** How a TEST key begins (§5.1). */
export const TEST_KEY_PREFIX = 'pk_test_'

const TEST_KEY = /^pk_test_[A-Za-z0-9_-]{1,128}$/

/** Headers in which APIs accept a key, in small letters: the value of one is treated as a credential. */
export const KEY_HEADERS: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'apikey',
  'x-auth-token',
  'x-access-token',
  'x-api-token',
  'x-partner-key',
  'x-partner-api-key',
]

/** Whether a text is a TEST key that a header can carry: the documented prefix, then URL-safe characters. */
export function isTestKey(key: string): boolean {
  return TEST_KEY.test(key)
}

/**
 * The value of the auth header for a key.
 *
 * @example
 * authHeaderValue({ header: 'Authorization', format: 'Bearer {key}' }, 'pk_test_1') // 'Bearer pk_test_1'
 */
export function authHeaderValue(auth: Auth, key: string): string {
  return auth.format.replace('{key}', () => key)
}

/**
 * The key in a value of the auth header; `undefined` when the value does not have the profile's form.
 * A scheme before the key compares without case (RFC 9110, section 11.1).
 */
export function keyInAuthHeader(auth: Auth, value: string): string | undefined {
  return authHeaderReader(auth)(value)
}

export function authHeaderReader({ format }: Auth): (value: string) => string | undefined {
  const [before = '', after = ''] = format.split('{key}')
  const beginning = before.toLowerCase()
  return (value) => {
    if (value.length < before.length + after.length) return undefined
    const fits =
      value.endsWith(after) &&
      (value.startsWith(before) || value.slice(0, before.length).toLowerCase() === beginning)
    return fits ? value.slice(before.length, value.length - after.length) : undefined
  }
}

/** The authentication scheme, where the key travels in `Authorization` (RFC 9110, section 11.6.1). */
export function authScheme(auth: Auth): string | undefined {
  if (auth.header.toLowerCase() !== 'authorization') return undefined
  return /^([A-Za-z][\w-]*) /.exec(auth.format)?.[1]
}
