import { type JsonPointer, pointerTokens, readPointer } from '../../../contract/wire/json-pointer.ts'
import { type Place, placesBelowData } from './places.ts'
import { wordsOf } from './words.ts'

/** The place of an amount's currency. */
export type CurrencyPlace = {
  readonly pointer: JsonPointer
  /** The currencies there, each once. */
  readonly currencies: readonly string[]
  /** Places of other currencies at the same distance from the amount. */
  readonly rivals: readonly JsonPointer[]
}

const CODE = /^[A-Z]{3}$/
const NAMES = ['currency', 'ccy', 'cur', 'iso']
const KNOWN = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text is the code of a currency. */
export function isCurrencyCode(text: string): boolean {
  return KNOWN.has(text)
}

/**
 * Finds the currency of an amount: three capitals in a field whose name says so, or the code of a currency next to
 * the amount; of several, the nearest one.
 *
 * @param bodies the bodies in which the amount was found: each must have the currency.
 * @param amount the place of the amount.
 * @returns undefined if no field has it.
 */
export function findCurrency(bodies: readonly unknown[], amount: JsonPointer): CurrencyPlace | undefined {
  const [first, ...others] = placesBelowData(bodies[0])
    .filter((place) => isCurrency(place, amount) && bodies.every((body) => hasCode(body, place.pointer)))
    .map((place) => ({ place, rank: rankOf(place, amount) }))
    .sort((one, other) => one.rank - other.rank)
  if (first === undefined) return undefined
  const currenciesAt = ({ pointer }: Place) => [
    ...new Set(bodies.map((body) => String(readPointer(body, pointer)))),
  ]
  const currencies = currenciesAt(first.place)
  const rivals = others
    .filter(({ place, rank }) => rank === first.rank && currenciesAt(place).join() !== currencies.join())
    .map(({ place }) => place.pointer)
  return { pointer: first.place.pointer, currencies, rivals }
}

function isCurrency(place: Place, amount: JsonPointer): boolean {
  if (typeof place.value !== 'string' || !CODE.test(place.value)) return false
  return isNamed(place) || (isCurrencyCode(place.value) && stepsApart(place, amount) === 0)
}

function isNamed({ name }: Place): boolean {
  return wordsOf(name).some((word) => NAMES.includes(word))
}

function hasCode(body: unknown, pointer: JsonPointer): boolean {
  const value = readPointer(body, pointer)
  return typeof value === 'string' && CODE.test(value)
}

/** Nearest first; at the same distance, a field that is named like a currency comes first. */
function rankOf(place: Place, amount: JsonPointer): number {
  return 2 * stepsApart(place, amount) + Number(!isNamed(place))
}

/** The number of levels up and down from the amount to a place; 0 for a sibling. */
function stepsApart({ pointer }: Place, amount: JsonPointer): number {
  const [here, there] = [pointerTokens(pointer).slice(0, -1), pointerTokens(amount).slice(0, -1)]
  const parting = here.findIndex((token, depth) => token !== there[depth])
  const shared = parting < 0 ? here.length : parting
  return here.length + there.length - 2 * shared
}
