import { readPointer } from '../../contract/wire/json-pointer.ts'
import { describeAnswer } from '../target/exchange.ts'
import { hasData } from './access.ts'
import type { Probe } from './findings.ts'
import { others, type Place, placesBelow, wordsOf } from './places.ts'
import type { Search } from './prober.ts'

type Section = 'price' | 'balance'

/** A place with an amount in each answer. */
export type AmountPlace = Place & {
  readonly probes: readonly Probe[]
  readonly amounts: readonly (string | number)[]
  /** The currencies that the answers name for this amount. */
  readonly currencies: readonly string[]
}

/**
 * Finds the place of the amount and of its currency in prices or in the balance (gaps `price-fields`,
 * `balance-fields`).
 */
export function findAmount(
  { findings }: Search,
  section: Section,
  probes: readonly Probe[],
): AmountPlace | undefined {
  const bodies = probes.filter(hasData).map(({ json }) => json)
  const [place, ...rest] = amountsIn(bodies, section)
  if (place === undefined) {
    const asked = probes[0] ? describeAnswer(probes[0]) : 'No card is known, so no price was asked for'
    findings.miss(section, `${asked}. No amount was found whose name says that it is a ${section}.`, probes)
    return undefined
  }
  // A place with the same amounts is no rival.
  const rivals = rest.filter(({ amounts }) => amounts.map(Number).join() !== place.amounts.map(Number).join())
  const { nearest, ...currency } = findCurrency(bodies, place)
  const currencyAt = nearest
    ? `with its currency${others(currency.rivals)}`
    : 'and no field has its currency in three capitals'
  const reason = `An amount stands there${others(rivals)}, ${currencyAt}.`
  const isCertain = rivals.length === 0 && currency.rivals.length === 0
  const value = { amount: place.pointer, currency: nearest?.pointer ?? null }
  findings.add(section, value, reason, probes, isCertain)
  return { ...place, probes, currencies: nearest?.codes ?? [] }
}

/** Words in the name of an amount or of an object around it, the clearest first. */
const NAMES: Readonly<Record<Section, readonly string[]>> = {
  price: ['price', 'cost', 'charge', 'amount', 'amt', 'value', 'total'],
  balance: ['available', 'balance', 'bal', 'funds', 'credit', 'amount', 'amt', 'value', 'total', 'current'],
}

/** Words in the names of other amounts and numbers. */
const OTHERS = new Set(
  `fee fees tax taxes vat discount commission surcharge margin tip refund refunds face original previous old msrp rrp
  min max minimum maximum limit limits threshold overdraft reserved held hold blocked pending spent used
  percent percentage rate quantity count stock id code number version decimals scale exponent exp precision digits
  seconds minutes hours days ttl timestamp updated created expires expiry`.split(/\s+/),
)

/**
 * The places that hold an amount in every body, the best first: by the clearest word in its path, then by its own name,
 * then by its depth.
 */
export function amountsIn(bodies: readonly unknown[], section: Section) {
  const names = NAMES[section]
  const clarity = (path: readonly string[]) => {
    const words = wordsOf(path)
    const index = names.findIndex((word) => words.includes(word))
    return index < 0 ? names.length : index
  }
  const rankOf = ({ path }: Place) => clarity(path) * 1000 + clarity(path.slice(-1)) * 10 + path.length
  return placesBelow(bodies[0])
    .filter(({ path }) => clarity(path) < names.length && !wordsOf(path).some((word) => OTHERS.has(word)))
    .map((place) => ({ ...place, amounts: valuesAt(place, bodies).filter(isAmount) }))
    .filter(({ amounts }) => amounts.length === bodies.length)
    .sort((one, other) => rankOf(one) - rankOf(other))
}

function valuesAt({ pointer }: Place, bodies: readonly unknown[]): readonly unknown[] {
  return bodies.map((body) => readPointer(body, pointer))
}

function isAmount(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,15}(?:\.\d+)?$/.test(value))
}

const CURRENCY_NAMES = ['currency', 'ccy', 'cur', 'iso']
const KNOWN_CODES = new Set(Intl.supportedValuesOf('currency'))

/** Finds the nearest currency: three capitals in a field with such a name, or a known code beside the amount. */
export function findCurrency(bodies: readonly unknown[], amount: Pick<Place, 'path'>) {
  const [nearest, ...rest] = placesBelow(bodies[0])
    .map((place) => {
      const { path } = place
      const codes = valuesAt(place, bodies).filter(isCode)
      const isNamed = wordsOf(path.slice(-1)).some((word) => CURRENCY_NAMES.includes(word))
      // `shared` is the number of names that both paths begin with; `steps` is the distance between the places, 2
      // within one object.
      const shared = path.findIndex((name, depth) => name !== amount.path[depth])
      const steps = path.length + amount.path.length - 2 * shared
      const isCurrency = isNamed || (steps === 2 && codes.every((code) => KNOWN_CODES.has(code)))
      return { ...place, codes, steps, isCurrency }
    })
    .filter(({ codes, isCurrency }) => isCurrency && codes.length === bodies.length)
    .sort((one, other) => one.steps - other.steps)
  const rivals = rest.filter((one) => one.steps === nearest?.steps && one.codes[0] !== nearest.codes[0])
  return { nearest, rivals }
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value)
}
