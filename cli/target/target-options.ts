import { isIP } from 'node:net'
import { unescape as decoded } from 'node:querystring'
import { isTestKey, TEST_KEY_PREFIX } from '../../contract/wire/auth.ts'
import { baseUrlFault, withoutEndSlash } from '../../contract/wire/base-url.ts'
import { endpointOf, type HttpProxy } from '../../contract-tests/http/proxy.ts'
import { isOnThisMachine } from '../../contract-tests/target/target.ts'
import { addressList, isAddressRule } from '../../fixtures/address-list.ts'
import { type Environment, InputError } from '../io.ts'

/** The environment variable of the key (§5.1). */
const SERVICE_KEY_VARIABLE = 'SERVICE_PARTNER_API_KEY'

/** The environment variable of a second key, whose allowlist does not include this address (§5.3). */
const BLOCKED_KEY_VARIABLE = 'SERVICE_PARTNER_BLOCKED_API_KEY'

/** Undefined if it is not set. @throws {InputError} when it is not a TEST key: before any socket is opened. */
export function keyFromEnvironment(
  environment: Environment,
  variable: string = SERVICE_KEY_VARIABLE,
): string | undefined {
  const key = environment[variable]
  if (key === undefined || key === '') return undefined
  if (isTestKey(key)) return key
  const found = FAULTS.find(({ isOf }) => isOf(key))?.words ?? 'holds characters that no key has'
  throw new InputError(
    `${variable}: a TEST key begins with ${TEST_KEY_PREFIX} (reference § 5.1), and this one ${found}. No connection was made. Use the TEST key that the operator gave you.`,
  )
}

const FAULTS = [
  { words: 'does not begin with it', isOf: (key: string) => !key.startsWith(TEST_KEY_PREFIX) },
  { words: 'has nothing behind it', isOf: (key: string) => key === TEST_KEY_PREFIX },
]

/** @throws {InputError} where none is set, or no TEST key. `remedy` is what to do where none is set, as a sentence. */
export function requiredKey(environment: Environment, remedy: string): string {
  const key = keyFromEnvironment(environment)
  if (key !== undefined) return key
  throw new InputError(`${SERVICE_KEY_VARIABLE} is not set. ${remedy}`)
}

/** Undefined if it is not set. @throws {InputError} when it is not a TEST key, or is the same as the first one. */
export function blockedKeyFromEnvironment(environment: Environment): string | undefined {
  const key = keyFromEnvironment(environment, BLOCKED_KEY_VARIABLE)
  if (key === undefined || key !== environment[SERVICE_KEY_VARIABLE]) return key
  throw new InputError(
    `${BLOCKED_KEY_VARIABLE} holds the same key as ${SERVICE_KEY_VARIABLE}, which is to be served from this address. Use another TEST key, whose allowlist leaves this address out, or unset it.`,
  )
}

/** Without a slash at its end. @throws {InputError} when it is not http(s), or would send the key unencrypted. */
export function baseUrlOf(
  text: string,
  { allowHttp }: { readonly allowHttp?: boolean },
  option = '--base-url',
): string {
  const fault = baseUrlFault(text)
  if (fault !== undefined)
    throw new InputError(
      `${option}: found ${fault}, expected an address with http: or https:, a host and at most a path, such as https://api.example.com`,
    )
  const url = new URL(text)
  if (url.protocol === 'http:' && !isOnThisMachine(url.href) && allowHttp !== true) {
    throw new InputError(
      `${option}: http to ${url.hostname} would send the key in the clear. Use https, or --allow-http if you accept that.`,
    )
  }
  return withoutEndSlash(text)
}

/** The variables that name the proxy for an address; as with curl, the small letters go first, and `ALL_PROXY` last. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'https:': ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'],
}

/**
 * The proxy that the environment names for an address: `HTTPS_PROXY` or `HTTP_PROXY`, else `ALL_PROXY`, unless `NO_PROXY`
 * exempts its host. This machine is never reached by a proxy.
 *
 * @throws {InputError} when what is named is no proxy of http or https. It does not quote it: it may hold a password.
 */
export function proxyFor(baseUrl: string, environment: Environment): HttpProxy | undefined {
  const url = new URL(baseUrl)
  const variable = VARIABLES[url.protocol]?.find((name) => isGiven(environment[name]))
  if (variable === undefined || isOnThisMachine(baseUrl) || isExempt(url, environment)) return undefined
  return proxyOf(variable, environment[variable] ?? '')
}

export function proxyWords(proxy: HttpProxy | undefined): string {
  return proxy === undefined ? '' : `, by the proxy ${proxy.url}`
}

function isGiven(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}

function proxyOf(variable: string, value: string): HttpProxy {
  const text = value.trim()
  // Many write host:port alone, and mean http.
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new InputError(
      `${variable}: expected the address of a proxy over http or https, such as http://proxy.example.com:3128. Correct it, or unset it.`,
    )
  }
  const { username, password } = url
  const proxy = { url: url.origin }
  if (username === '' && password === '') return proxy
  const credentials = `${decoded(username)}:${decoded(password)}`
  return { ...proxy, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** Entries are divided by commas or spaces: a host with all below it, an address, a block of addresses, or `*`. */
function isExempt(url: URL, { no_proxy, NO_PROXY }: Environment): boolean {
  const entries = (isGiven(no_proxy) ? no_proxy : NO_PROXY)?.toLowerCase().split(/[\s,]+/) ?? []
  const { host, port } = endpointOf(url)
  return entries.some((entry) => entry === '*' || matches(entry, host.replace(/\.$/, ''), String(port)))
}

function matches(entry: string, host: string, port: string): boolean {
  const [, bracketed, plain = '', entryPort = port] = ENTRY.exec(entry) ?? []
  const name = bracketed ?? (isIP(entry) === 6 ? entry : plain)
  if (name === '' || (entryPort !== port && name !== entry)) return false
  if (isAddressRule(name)) return addressList([name])(host)
  const domain = name.replace(/^\*?\./, '')
  return host === domain || host.endsWith(`.${domain}`)
}

/** A host, in brackets or without them, and a port behind it or none. */
const ENTRY = /^(?:\[([^\]]+)\]|(.*?))(?::(\d+))?$/
