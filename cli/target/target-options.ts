import { isTestKey, TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import { isOnThisMachine } from '../../contract-tests/run/target.ts'
import { type Environment, InputError } from '../io.ts'

/** The environment variable of the key (§5.1). */
export const SERVICE_KEY_VARIABLE = 'SERVICE_PARTNER_API_KEY'

/** The environment variable of a second key, whose allowlist does not include this address (§5.3). */
const BLOCKED_KEY_VARIABLE = 'SERVICE_PARTNER_BLOCKED_API_KEY'

/**
 * The key in a variable of the environment; undefined if it is not set.
 *
 * @throws {InputError} when it is not a TEST key: before any socket is opened.
 */
export function keyFromEnvironment(
  environment: Environment,
  variable: string = SERVICE_KEY_VARIABLE,
): string | undefined {
  const key = environment[variable]
  if (key === undefined || key === '') return undefined
  if (isTestKey(key)) return key
  const found = key.startsWith(TEST_KEY_PREFIX)
    ? 'holds characters that no key has'
    : 'does not begin with it'
  throw new InputError(
    `${variable}: a TEST key begins with ${TEST_KEY_PREFIX} (reference § 5.1), and this one ${found}. No connection was made. Use the TEST key that the operator gave you.`,
  )
}

/**
 * The same where a key is needed.
 *
 * @param remedy what to do where none is set, as a sentence.
 * @throws {InputError} where none is set, or no TEST key.
 */
export function requiredKey(environment: Environment, remedy: string): string {
  const key = keyFromEnvironment(environment)
  if (key !== undefined) return key
  throw new InputError(`${SERVICE_KEY_VARIABLE} is not set. ${remedy}`)
}

/**
 * The second key in the environment; undefined if it is not set.
 *
 * @throws {InputError} when it is not a TEST key, or is the same as the first one.
 */
export function blockedKeyFromEnvironment(environment: Environment): string | undefined {
  const key = keyFromEnvironment(environment, BLOCKED_KEY_VARIABLE)
  if (key === undefined || key !== environment[SERVICE_KEY_VARIABLE]) return key
  throw new InputError(
    `${BLOCKED_KEY_VARIABLE} holds the same key as ${SERVICE_KEY_VARIABLE}, which is to be served from this address. Use another TEST key, whose allowlist leaves this address out, or unset it.`,
  )
}

/**
 * The base address of a target, without a slash at its end.
 *
 * @throws {InputError} when it is not an http(s) address, or would send the key unencrypted.
 */
export function baseUrlOf(
  text: string,
  { allowHttp }: { readonly allowHttp?: boolean },
  option = '--base-url',
): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InputError(
      `${option}: found ${JSON.stringify(text)}, expected an address such as https://api.example.com`,
    )
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new InputError(
      `${option}: expected no user, no query and no fragment in it. Give the address alone.`,
    )
  }
  if (url.protocol === 'http:' && !isOnThisMachine(url.href) && allowHttp !== true) {
    throw new InputError(
      `${option}: http to ${url.hostname} would send the key in the clear. Use https, or --allow-http if you accept that.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}
