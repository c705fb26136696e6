import { type JsonPointer, readPointer } from '../../../contract/wire/json-pointer.ts'
import { type Place, placesBelowData } from './places.ts'
import { wordsOf } from './words.ts'

/** A possible place of an amount. */
export type AmountPlace = {
  readonly pointer: JsonPointer
  readonly path: readonly string[]
  readonly kind: 'string' | 'number'
  /** The values there, one per body. */
  readonly amounts: readonly (string | number)[]
  readonly isNamed: boolean
  readonly isInList: boolean
}

/** The names of an amount, the clearest first, and the names of its parents. */
const NAMES = {
  price: { own: ['price', 'amount', 'value', 'total', 'cost'], around: ['price', 'quote', 'cost'] },
  balance: {
    own: ['available', 'balance', 'amount', 'value', 'total', 'funds', 'current'],
    around: ['balance', 'account', 'wallet', 'funds', 'available'],
  },
} as const

/** Words in the names of other amounts and numbers. */
const OTHERS = new Set(
  `fee fees tax taxes vat discount commission surcharge margin tip refund refunds face original previous old msrp rrp
  min max minimum maximum limit limits threshold overdraft reserved held hold blocked pending spent used
  percent percentage rate quantity count stock id code number version decimals scale exponent precision digits
  seconds minutes hours days ttl timestamp updated created expires expiry`.split(/\s+/),
)

const DECIMAL = /^-?\d{1,15}(?:\.\d+)?$/

/**
 * The possible places of a price or a balance, best first: by the name of the field, then by its depth. A field with
 * another name counts only if it is the only one.
 *
 * @param bodies bodies of one operation, each of which must have an amount there.
 *
 * @example
 * findAmounts([{ data: { quote: { value: 1250, fee: 50 } } }], 'price')[0]?.pointer // '/data/quote/value'
 */
export function findAmounts(bodies: readonly unknown[], section: keyof typeof NAMES): readonly AmountPlace[] {
  const places = placesBelowData(bodies[0])
    .filter((place) => isAmount(place.value) && !place.path.flatMap(wordsOf).some((word) => OTHERS.has(word)))
    .flatMap((place) => amountPlace(place, bodies, section))
  const named = places.filter(({ isNamed }) => isNamed)
  if (named.length === 0) return places.length === 1 ? places : []
  return named.sort((one, other) => compare(rankOf(one, section), rankOf(other, section)))
}

function amountPlace(place: Place, bodies: readonly unknown[], section: keyof typeof NAMES): AmountPlace[] {
  const { pointer, path, isInList, value } = place
  const amounts = bodies.map((body) => readPointer(body, pointer)).filter(isAmount)
  const kind = typeof value === 'string' ? 'string' : 'number'
  if (amounts.length < bodies.length || amounts.some((amount) => typeof amount !== kind)) return []
  const isNamed = nameRank(path, section) < NAMES[section].own.length
  return [{ pointer, path, kind, amounts, isNamed, isInList }]
}

function isAmount(value: unknown): value is string | number {
  return typeof value === 'string' ? DECIMAL.test(value) : typeof value === 'number'
}

function rankOf({ path, isInList }: AmountPlace, section: keyof typeof NAMES): readonly number[] {
  const around = path.slice(0, -1).flatMap(wordsOf)
  const isInPlace = NAMES[section].around.some((word) => around.includes(word))
  return [Number(isInList), nameRank(path, section), Number(!isInPlace), path.length]
}

/** How clear the name of a field is; for an entry of a list, that of the list. */
function nameRank(path: readonly string[], section: keyof typeof NAMES): number {
  const { own } = NAMES[section]
  const words = wordsOf(path.findLast((name) => !/^\d+$/.test(name)) ?? '')
  const rank = own.findIndex((word) => words.includes(word))
  return rank < 0 ? own.length : rank
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
