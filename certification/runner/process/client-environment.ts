import { REDACTED, redact } from '../../../contract/text/redact.ts'

/** The environment variables of a client: the address of the service, and what to buy. */
export type ClientSettings = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly sku: string
  /** How many of the card it is to buy. */
  readonly purchases: number
  /** The name of the intended purchase. It stays the same when the client is started again. */
  readonly orderLabel: string
}

/** The variable that holds the key of a trial. It marks every process of that trial. */
export const KEY_VARIABLE = 'SERVICE_PARTNER_API_KEY'

/** Names of variables that hold secrets. A client under test needs none of them. */
const SECRET_NAME =
  /token|secret|password|passwd|passphrase|credential|(?:api|access|private|signing|encryption)_?key/i

/** The variables of this interface are set for each trial, never inherited. */
const OWN_NAME = /^SERVICE_/i

/**
 * The environment that a client is started in: the parent's without its secrets, this machine without a
 * proxy, and five variables of the trial.
 *
 * @param parent the environment to inherit from.
 *
 * @example
 * clientEnvironment({ PATH: '/bin', GITHUB_TOKEN: 'x' }, settings) // { PATH: '/bin', SERVICE_BASE_URL: …, … }
 */
export function clientEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  { baseUrl, apiKey, sku, purchases, orderLabel }: ClientSettings,
): Record<string, string> {
  const inherited = Object.entries(parent).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !isSecret(entry[0], entry[1]),
  )
  return {
    ...Object.fromEntries(inherited),
    ...withoutProxy(parent),
    SERVICE_BASE_URL: baseUrl,
    [KEY_VARIABLE]: apiKey,
    SERVICE_SKU: sku,
    SERVICE_PURCHASES: String(purchases),
    SERVICE_ORDER_LABEL: orderLabel,
  }
}

/** The mock is on this machine: a client with a proxy configured still calls it directly. */
const DIRECT = ['127.0.0.1', 'localhost', '::1']

/** The variables that exempt hosts from a proxy, with this machine in them. Programs differ in which they read. */
function withoutProxy(parent: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = [parent.NO_PROXY, parent.no_proxy]
  return Object.fromEntries(
    ['NO_PROXY', 'no_proxy'].map((name) => {
      const own = parent[name] ?? given.find((value) => value !== undefined) ?? ''
      // Some read the star only where it is alone.
      const all = own.trim() === '*' ? ['*'] : [own, ...DIRECT]
      return [name, all.filter((host) => host !== '').join(',')]
    }),
  )
}

function isSecret(name: string, value: string): boolean {
  return OWN_NAME.test(name) || SECRET_NAME.test(name) || redact(value).includes(REDACTED)
}
