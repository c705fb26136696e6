import { redact } from '../../contract/text/redact.ts'

const LONGEST_NAME = 40
const NAME = /^[\p{L}_$@][\p{L}\p{N}_$@.-]*$/u
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** What makes a member's name data rather than a name, each as a test. */
const DATA_SIGNS: readonly ((name: string) => boolean)[] = [
  (name) => name.length > LONGEST_NAME,
  // A reference such as SHOP:1, a phrase, an address, a number.
  (name) => !NAME.test(name),
  (name) => CURRENCIES.has(name),
  // An account, an order, a year and a month.
  (name) => /\d{5}|\d{4}-\d/.test(name),
  // A hash or a UUID: digits and letters by turns.
  (name) => /\d\D+\d\D+\d/.test(name),
  // A SKU: CARD-USD, CARD_25, card-25.
  (name) => /^[A-Z\d]+(?:[-.][A-Z\d]+)+$/.test(name),
  (name) => /^[A-Z\d_.-]*\d[A-Z\d_.-]*$/.test(name),
  (name) => /-\d+$/.test(name),
]

/**
 * Whether a member's name is rather data: a UUID, a SKU, a reference, a currency, a key. An object with such a member
 * is a map, and none of its names is recorded, but for the documented ones.
 *
 * @param secrets keys that no name may hold.
 *
 * @example
 * looksLikeData('balance') // false
 * looksLikeData('CARD-USD-25') // true
 */
export function looksLikeData(name: string, secrets: readonly string[] = []): boolean {
  return DATA_SIGNS.some((isSign) => isSign(name)) || redact(name, secrets) !== name
}
