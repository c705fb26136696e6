import { type JsonPointer, readPointer } from '../../../../contract/wire/json-pointer.ts'
import { chooseAmounts } from '../../findings/choose-amounts.ts'
import { type AmountPlace, findAmounts } from '../../findings/find-amount.ts'
import { findCurrency, isCurrencyCode } from '../../findings/find-currency.ts'
import { moneyFormat } from '../../findings/money-format.ts'
import { placesBelowData } from '../../findings/places.ts'
import { type Described, learn, miss, nodesAt, type Reading } from './document-reading.ts'
import { alsoAt } from './learn-positions.ts'

type Section = 'price' | 'balance'

type Amount = {
  readonly section: Section
  readonly described: Described
  readonly place: AmountPlace
  readonly currency: JsonPointer | undefined
}

/** Learns where amounts and their currency are, and how they are written (gaps `price-fields`, `balance-fields`, `money-format`). */
export function learnMoney(reading: Reading): void {
  const { getPrice, getBalance } = reading.described
  const [prices, balances] = [amountsIn('price', getPrice), amountsIn('balance', getBalance)]
  const chosen = chooseAmounts(prices, balances)
  const seen = [
    ...learnAmount(reading, 'price', getPrice, chosen.price?.place, prices),
    ...learnAmount(reading, 'balance', getBalance, chosen.balance?.place, balances),
  ]
  const currency = learnCurrency(reading, seen)
  learnFormat(reading, seen, currency)
}

function amountsIn(section: Section, described: Described | undefined): readonly AmountPlace[] {
  return described === undefined ? [] : findAmounts([described.sample.body], section)
}

function learnAmount(
  reading: Reading,
  section: Section,
  described: Described | undefined,
  place: AmountPlace | undefined,
  all: readonly AmountPlace[],
): readonly Amount[] {
  if (described === undefined || place === undefined) {
    const numbers = placesBelowData(described?.sample.body).filter(({ value }) => typeof value === 'number')
    const named =
      numbers.length === 0 ? '' : `; candidates are ${numbers.map(({ pointer }) => pointer).join(', ')}`
    miss(
      reading,
      `${section}.amount`,
      `The document shows no amount whose name says that it is a ${section}${named}.`,
    )
    return []
  }
  const rivals = all.filter((one) => one !== place).map(({ pointer }) => pointer)
  const doubt = place.isNamed ? '' : ': its name does not say so, but it is the only one'
  learn(reading, {
    key: `${section}.amount`,
    value: place.pointer,
    isCertain: place.isNamed && !place.isInList && rivals.length === 0,
    reason: `The amount of the ${section} stands at ${place.pointer}${doubt}${alsoAt(rivals)}.`,
    nodes: nodesAt(described, place.pointer),
  })
  const found = findCurrency([described.sample.body], place.pointer)
  const others = alsoAt(found?.rivals ?? [])
  learn(reading, {
    key: `${section}.currency`,
    value: found?.pointer ?? null,
    isCertain: others === '',
    reason:
      found === undefined
        ? `No field of the ${section} says its currency.`
        : `Its currency stands at ${found.pointer}${others}.`,
    nodes: nodesAt(described, found?.pointer ?? place.pointer),
  })
  return [{ section, described, place, currency: found?.pointer }]
}

const CODE = /\b[A-Z]{3}\b/g

/** A list of one value is certain; an example, or a code in a description, is not. */
function learnCurrency(reading: Reading, seen: readonly Amount[]): string {
  // Purchases are paid from the balance, so its currency comes first.
  const codes = seen.toReversed().flatMap(({ described, place, currency }) => {
    const pointer = currency ?? place.pointer
    const { nodes = [], values = [] } = described.sample.shapes.get(pointer) ?? {}
    const shown = currency === undefined ? [] : [readPointer(described.sample.body, pointer)]
    const inWords = nodes.flatMap((node) => reading.api.text(node, 'description')?.match(CODE) ?? [])
    const listed = currency === undefined ? [] : values
    const all = listed.length > 0 ? listed : [...shown, ...inWords]
    return all
      .filter((code) => typeof code === 'string' && isCurrencyCode(code) && code !== 'XXX')
      .map((code) => ({
        code: String(code),
        isListed: listed.length > 0,
        nodes: nodesAt(described, pointer),
      }))
  })
  const [first] = codes
  if (first === undefined) {
    miss(
      reading,
      'money.currency',
      'The document names no currency: ask the operator, and set money.currency.',
    )
    return reading.start.money.currency
  }
  const others = [...new Set(codes.map(({ code }) => code))].filter((code) => code !== first.code)
  learn(reading, {
    key: 'money.currency',
    value: first.code,
    isCertain: first.isListed && others.length === 0,
    reason: `The document ${first.isListed ? 'lists' : 'shows'} ${first.code}${others.length === 0 ? '' : `, and also ${others.join(', ')}`}.`,
    nodes: first.nodes,
  })
  return first.code
}

const FRACTION_FORMATS = ['double', 'float', 'decimal']

function learnFormat(reading: Reading, seen: readonly Amount[], currency: string): void {
  const nodes = seen.flatMap(({ described, place }) => nodesAt(described, place.pointer))
  const shapes = seen.flatMap(({ described, place }) => described.sample.shapes.get(place.pointer) ?? [])
  const member = (name: string) => nodes.map((node) => reading.api.child(node, name)?.value)
  const found = moneyFormat({
    amounts: seen.flatMap(({ place }) => place.amounts),
    names: [
      ...seen.flatMap(({ place }) => place.path),
      ...nodes.map((node) => reading.api.text(node, 'description') ?? ''),
    ],
    currency,
    isWrittenWithDecimals: member('format').some((format) => FRACTION_FORMATS.includes(String(format))),
  })
  if (found === undefined) {
    miss(reading, 'money.format', 'The document shows no amount whose format a profile supports.', nodes)
    return
  }
  const types = [...new Set(shapes.flatMap((shape) => shape.types ?? []))]
  // Without an example, a pattern or a format, the kit made the amounts up.
  const isShown =
    shapes.length < seen.length ||
    types.includes('integer') ||
    shapes.some(({ examples, patterns }) => examples.length + patterns.length > 0) ||
    member('format').some(Boolean) ||
    member('multipleOf').some(Boolean) ||
    seen.some(({ described }) => (described.content?.examples.length ?? 0) > 0)
  learn(reading, {
    key: 'money.format',
    value: found.format,
    isCertain: found.isCertain && isShown,
    reason: `Amounts are of the type ${types.join(' or ') || 'of the example'}: ${found.format}${found.isCertain && isShown ? '' : ' is the likeliest reading'}.`,
    nodes,
  })
}
