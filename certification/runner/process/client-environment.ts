import { REDACTED, redact } from '../../../contract/text/redact.ts'

/** What a client is told of the service, and of what it is to buy. There is no other hook. */
export type ClientSettings = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly sku: string
  /** How many of the card it is to buy. */
  readonly purchases: number
  /** What the intended purchase is called: the same, should the client be started again. */
  readonly orderLabel: string
}

/** The variable that the key of a trial stands in; whatever holds it in its environment is of that trial. */
export const KEY_VARIABLE = 'SERVICE_PARTNER_API_KEY'

/** Names that say that their value is a secret: a client under test has no use for one. */
const SECRET_NAME =
  /token|secret|password|passwd|passphrase|credential|(?:api|access|private|signing|encryption)_?key/i

/** The variables of this interface: none of them is inherited. */
const OWN_NAME = /^SERVICE_/i

/**
 * The environment that a client is started in: the parent's without its secrets, and five variables of the trial.
 *
 * @param parent whatever the kit itself was started with.
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
    SERVICE_BASE_URL: baseUrl,
    [KEY_VARIABLE]: apiKey,
    SERVICE_SKU: sku,
    SERVICE_PURCHASES: String(purchases),
    SERVICE_ORDER_LABEL: orderLabel,
  }
}

function isSecret(name: string, value: string): boolean {
  return OWN_NAME.test(name) || SECRET_NAME.test(name) || redact(value).includes(REDACTED)
}
