import { type JsonPointer, pointerTokens, readPointer } from '../../../contract/wire/json-pointer.ts'
import { type Answer, describeAnswer } from '../../run/exchange.ts'
import { type Place, placesBelowData, wordsOf } from '../places.ts'
import { beside, hasData, type Search, seenIn } from '../search.ts'
import { alsoAt } from './positions.ts'

type AmountSection = 'price' | 'balance'

export type AmountPlace = Pick<Place, 'pointer' | 'path' | 'isInList'> & {
  readonly kind: 'string' | 'number'
  /** The values there, one per body. */
  readonly amounts: readonly (string | number)[]
  readonly isNamed: boolean
}

/** The names of an amount, the clearest first, and the names of its parents. */
const NAMES = {
  price: {
    own: ['price', 'amount', 'amt', 'value', 'total', 'cost'],
    around: ['price', 'quote', 'cost', 'charge'],
  },
  balance: {
    own: ['available', 'balance', 'bal', 'amount', 'amt', 'credit', 'value', 'total', 'funds', 'current'],
    around: ['balance', 'bal', 'account', 'wallet', 'funds', 'available'],
  },
} as const

/** Words in the names of other amounts and numbers. */
const OTHERS = new Set(
  `fee fees tax taxes vat discount commission surcharge margin tip refund refunds face original previous old msrp rrp
  min max minimum maximum limit limits threshold overdraft reserved held hold blocked pending spent used
  percent percentage rate quantity count stock id code number version decimals scale exponent exp precision digits
  seconds minutes hours days ttl timestamp updated created expires expiry`.split(/\s+/),
)

const DECIMAL = /^-?\d{1,15}(?:\.\d+)?$/

/**
 * The possible places of a price or a balance, best first: by the name of the field, then by its depth. A field with
 * another name counts only if it is the only one. Each of the bodies must have an amount there.
 */
export function findAmounts(bodies: readonly unknown[], section: AmountSection): readonly AmountPlace[] {
  const places = placesBelowData(bodies[0])
    .filter(({ value, path }) => isAmount(value) && !path.flatMap(wordsOf).some((word) => OTHERS.has(word)))
    .flatMap((place) => amountPlace(place, bodies, section))
  const named = places.filter(({ isNamed }) => isNamed)
  if (named.length === 0) return places.length === 1 ? places : []
  return named.sort((one, other) => rankOf(one, section) - rankOf(other, section))
}

function amountPlace(place: Place, bodies: readonly unknown[], section: AmountSection): AmountPlace[] {
  const { pointer, path, isInList, value } = place
  const kind = typeof value === 'string' ? 'string' : 'number'
  const amounts = bodies.map((body) => readPointer(body, pointer)).filter(isAmount)
  if (amounts.length < bodies.length || amounts.some((amount) => typeof amount !== kind)) return []
  const isNamed = nameRank(path, section) < NAMES[section].own.length
  return [{ pointer, path, kind, amounts, isNamed, isInList }]
}

function isAmount(value: unknown): value is string | number {
  return typeof value === 'string' ? DECIMAL.test(value) : typeof value === 'number'
}

/** Outside a list first, then by the name of the field, by the names around it, and by its depth, which is below 10. */
function rankOf({ path, isInList }: AmountPlace, section: AmountSection): number {
  const around = path.slice(0, -1).flatMap(wordsOf)
  const isInPlace = NAMES[section].around.some((word) => around.includes(word))
  return Number(isInList) * 1000 + nameRank(path, section) * 100 + Number(!isInPlace) * 10 + path.length
}

/** How clear the name of a field is; for an entry of a list, that of the list. */
function nameRank(path: readonly string[], section: AmountSection): number {
  const { own } = NAMES[section]
  const words = wordsOf(path.findLast((name) => !/^\d+$/.test(name)) ?? '')
  const rank = own.findIndex((word) => words.includes(word))
  return rank < 0 ? own.length : rank
}

type CurrencyPlace = {
  readonly pointer: JsonPointer
  readonly currencies: readonly string[]
  /** Places of other currencies at the same distance from the amount. */
  readonly rivals: readonly JsonPointer[]
}

const CODE = /^[A-Z]{3}$/
const CURRENCY_NAMES = ['currency', 'ccy', 'cur', 'iso']
const KNOWN = new Set(Intl.supportedValuesOf('currency'))

function isCurrencyCode(text: string): boolean {
  return KNOWN.has(text)
}

/**
 * Finds the currency of an amount, which each of the bodies must have: three capitals in a field whose name says so, or
 * the code of a currency next to the amount; of several, the nearest one.
 */
export function findCurrency(bodies: readonly unknown[], amount: JsonPointer): CurrencyPlace | undefined {
  const [first, ...others] = placesBelowData(bodies[0])
    .map(({ pointer, name }) => {
      const currencies = [...new Set(bodies.map((body) => readPointer(body, pointer)))].filter(isCode)
      const isNamed = wordsOf(name).some((word) => CURRENCY_NAMES.includes(word))
      return { pointer, currencies, isNamed, apart: stepsApart(pointer, amount) }
    })
    .filter(({ pointer, currencies, isNamed, apart }) => {
      const isInAll = bodies.every((body) => isCode(readPointer(body, pointer)))
      return isInAll && (isNamed || (apart === 0 && isCurrencyCode(currencies[0] ?? '')))
    })
    // Nearest first; at the same distance, a field that is named like a currency comes first.
    .map((place) => ({ ...place, rank: 2 * place.apart + Number(!place.isNamed) }))
    .sort((one, other) => one.rank - other.rank)
  if (first === undefined) return undefined
  const { pointer, currencies, rank } = first
  const rivals = others.filter((one) => one.rank === rank && one.currencies.join() !== currencies.join())
  return { pointer, currencies, rivals: rivals.map((rival) => rival.pointer) }
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && CODE.test(value)
}

/** The number of levels up and down from the amount to a place; 0 for a sibling. */
function stepsApart(pointer: JsonPointer, amount: JsonPointer): number {
  const [here, there] = [pointerTokens(pointer).slice(0, -1), pointerTokens(amount).slice(0, -1)]
  const parting = here.findIndex((token, depth) => token !== there[depth])
  const shared = parting < 0 ? here.length : parting
  return here.length + there.length - 2 * shared
}

export type SeenAmount = {
  readonly section: AmountSection
  /** Some of the answers that it stands in, as evidence. */
  readonly answers: readonly Answer[]
  readonly place: AmountPlace
  readonly currency: CurrencyPlace | undefined
  /** Whether a number is written with decimals, also if these are zero: `25.00`. */
  readonly hasDecimals: boolean
}

/** Finds where price and balance have their amount and its currency (gaps `price-fields`, `balance-fields`). */
export function noteAmounts(
  search: Search,
  price: readonly Answer[],
  balance: Answer,
): readonly SeenAmount[] {
  const prices = findAmounts(bodiesOf(price), 'price')
  const balances = findAmounts(bodiesOf([balance]), 'balance')
  const chosen = chooseAmounts(prices, balances)
  return [
    noteAmount(search, 'price', price, chosen.price, prices),
    noteAmount(search, 'balance', [balance], chosen.balance, balances),
  ].filter((one) => one !== undefined)
}

/** From places with the best first. A profile has one money format: both are strings, or both are numbers. */
export function chooseAmounts(prices: readonly AmountPlace[], balances: readonly AmountPlace[]) {
  const isAlike = (place: AmountPlace) => (other: AmountPlace) => other.kind === place.kind
  const price = prices.find((place) => balances.some(isAlike(place))) ?? prices[0]
  return { price, balance: price === undefined ? balances[0] : balances.find(isAlike(price)) }
}

function bodiesOf(answers: readonly Answer[]): readonly unknown[] {
  return answers.filter(hasData).map(({ json }) => json)
}

/** Places of the same kind that hold other amounts. */
export function rivalsOf(place: AmountPlace, all: readonly AmountPlace[]): AmountPlace[] {
  const amountsOf = ({ amounts }: AmountPlace) => amounts.map(Number).join()
  const others = all.filter((one) => one !== place && one.kind === place.kind)
  return others.filter((one) => amountsOf(one) !== amountsOf(place))
}

const MOST_SHOWN = 2

function noteAmount(
  search: Search,
  section: AmountSection,
  asked: readonly Answer[],
  place: AmountPlace | undefined,
  all: readonly AmountPlace[],
): SeenAmount | undefined {
  const { findings } = search
  const served = asked.filter(hasData)
  const answers = (served.length === 0 ? asked : served).slice(0, MOST_SHOWN)
  const bodies = bodiesOf(served)
  if (place === undefined) {
    findings.miss(`${section}.amount`, whyNone(section, asked), seenIn(search, answers))
    return undefined
  }
  const { pointer, isNamed, isInList } = place
  const rivals = rivalsOf(place, all).map((rival) => rival.pointer)
  const isCertain = isNamed && !isInList && rivals.length === 0
  const unnamed = isNamed ? '' : '; its name does not say so, but it is the only one'
  const doubt = alsoAt(rivals) || (isInList ? ', in the first entry of a list' : unnamed)
  const what = bodies.length === 1 ? `the ${section}` : `each of ${bodies.length} ${section}s`
  const reason = isCertain
    ? `An amount stands at ${pointer} in ${what}.`
    : `The likeliest amount in ${what} stands at ${pointer}${doubt}.`
  findings.add(`${section}.amount`, pointer, reason, seenIn(search, answers, [pointer]), isCertain)
  const currency = findCurrency(bodies, pointer)
  const at = currency?.pointer ?? null
  const others = currency?.rivals ?? []
  const near = others.length === 0 ? '' : `${alsoAt(others)}, as near to the amount`
  const where =
    at === null
      ? `No field of the ${section} says its currency in three capitals.`
      : `A currency stands at ${at}${near}.`
  const evidence = seenIn(search, answers, [at ?? pointer])
  findings.add(`${section}.currency`, at, where, evidence, others.length === 0)
  const hasDecimals = served.some(({ exchange }) => isDecimal(pointer, exchange.response?.body))
  return { section, answers, place, currency, hasDecimals }
}

/** 25.00 is parsed to 25: only the text shows the decimals. */
function isDecimal(pointer: JsonPointer, text = ''): boolean {
  const name = JSON.stringify(pointerTokens(pointer).at(-1) ?? '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`${name}\\s*:\\s*-?\\d+\\.\\d`).test(text)
}

function whyNone(section: AmountSection, asked: readonly Answer[]): string {
  const bodies = bodiesOf(asked)
  const what = asked[0] === undefined ? 'Nothing was asked for' : describeAnswer(asked[0])
  if (bodies.length === 0) return `No ${section} was found. ${what}.`
  const numbers = placesBelowData(bodies[0]).filter(({ value }) => typeof value === 'number')
  const candidates = numbers.map(({ pointer }) => pointer)
  return `No amount was found whose name says that it is a ${section}, and that is written like the other amounts${beside('candidates are', candidates)}.`
}
