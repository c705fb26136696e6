import { readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import { SCENARIOS, takesItsCourse } from '../../fixtures/scenarios.ts'
import { NotObserved } from '../analysis/verdict-errors.ts'
import type { Session } from '../run/session.ts'
import { catalogueSkus, prices } from './reading.ts'
import { step } from './step.ts'

/** Cards of scenarios that a conforming service could sell as well. */
const CONFORMING = SCENARIOS.filter(
  (scenario) => takesItsCourse(scenario) && typeof scenario.course.settles === 'string',
)

/** How long a followed card may be PROCESSING: in the usual run, and in a thorough one. Seconds. */
const LONGEST_SECONDS = [3, 30] as const

/** What a run buys. */
export type ShoppingList = {
  /** The ordinary card, for every purchase that needs no special course. */
  readonly ordinary: string
  /** A card that is PROCESSING for a while, if one is known. */
  readonly slow: string
  /** Cards whose orders are followed until they settle: on a mock, those that are PROCESSING for a while. */
  readonly followed: readonly string[]
}

/**
 * Chooses what to buy: the card that was asked for; else, on a mock, the cards with a scripted course; else the
 * cheapest card whose price was read. A thorough run also buys cards with SKUs of other characters.
 */
export const shoppingList = step(async (session): Promise<ShoppingList> => {
  const skus = await catalogueSkus(session)
  const { sku: asked, thorough } = session.target
  if (asked !== undefined) return onlyCard(asked, skus)
  const longest = LONGEST_SECONDS[thorough ? 1 : 0]
  const scripted = CONFORMING.filter(({ sku, course }) => skus.includes(sku) && secondsOf(course) <= longest)
  const [settled] = scripted.filter(({ course }) => course.processing.length === 0)
  const processing = scripted.filter(({ course }) => course.processing.length > 0).map(({ sku }) => sku)
  const ordinary = settled?.sku ?? (await cheapest(session))
  const written = thorough ? writtenOtherwise([ordinary, ...processing], skus) : []
  const followed = [...(processing.length > 0 ? processing : [ordinary]), ...written]
  return { ordinary, slow: followed[0] ?? ordinary, followed }
})

function secondsOf({ processing }: (typeof CONFORMING)[number]['course']): number {
  return processing.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
}

const WRITTEN_OTHERWISE = 2

/** One card for each way of writing a SKU (letters, digits, other characters) that the chosen ones do not have. */
function writtenOtherwise(chosen: readonly string[], skus: readonly string[]): readonly string[] {
  const known = new Set(chosen.map(writingOf))
  const ordinary = skus.filter((sku) => !SCENARIOS.some((scenario) => scenario.sku === sku))
  const byWriting = new Map(ordinary.toReversed().map((sku) => [writingOf(sku), sku]))
  return [...byWriting]
    .filter(([writing]) => !known.has(writing))
    .map(([, sku]) => sku)
    .slice(0, WRITTEN_OTHERWISE)
}

/** Which kinds of characters a SKU has. */
function writingOf(sku: string): string {
  return [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d-]/].map((kind) => Number(kind.test(sku))).join('')
}

function onlyCard(sku: string, skus: readonly string[]): ShoppingList {
  if (skus.includes(sku)) return { ordinary: sku, slow: sku, followed: [sku] }
  throw new NotObserved(
    `Nothing was bought: the card ${sku} is not in the catalogue, which has ${skus.length} SKUs.`,
  )
}

async function cheapest(session: Session): Promise<string> {
  const { price, money } = session.profile
  const read = (await prices(session)).map(({ sku, answer }) => ({
    sku,
    amount: parseAmount(readPointer(answer.json, price.amount), money) ?? Number.POSITIVE_INFINITY,
  }))
  const [first] = read.sort((one, other) => one.amount - other.amount)
  if (first === undefined)
    throw new NotObserved('Nothing was bought: the catalogue has no SKU that a URL can hold.')
  return first.sku
}
