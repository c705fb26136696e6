import { readPointer } from '../../contract/json-pointer.ts'
import { parseAmount } from '../../contract/money.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import type { Session } from '../session.ts'
import { NotObserved } from '../signals.ts'
import { catalogueSkus, prices } from './reading.ts'
import { stimulus } from './stimulus.ts'

/** Scripted cards that a conforming service could sell as well, and whose orders settle soon. */
const BRIEF_SECONDS = 3
const BRIEF = SCENARIOS.filter(
  ({ course, faults, extraFields, revokesKey, purchases }) =>
    faults.length === 0 &&
    !(extraFields || revokesKey) &&
    purchases === 1 &&
    course.hiddenForSeconds === undefined &&
    typeof course.settles === 'string' &&
    course.processing.reduce((sum, { forSeconds }) => sum + forSeconds, 0) <= BRIEF_SECONDS,
)

/** What a run buys. */
export type ShoppingList = {
  /** The card for whatever does not need a course of its own. */
  readonly ordinary: string
  /** Cards whose orders are followed until they settle: on a mock, those that are PROCESSING for a while. */
  readonly followed: readonly string[]
}

/**
 * Chooses what to buy: the card that was asked for; else, on a mock, the cards with a scripted course; else the
 * cheapest card whose price was read.
 */
export const shoppingList = stimulus(async (session): Promise<ShoppingList> => {
  const skus = await catalogueSkus(session)
  const asked = session.target.sku
  if (asked !== undefined) return onlyCard(asked, skus)
  const scripted = BRIEF.filter(({ sku }) => skus.includes(sku))
  const [settled] = scripted.filter(({ course }) => course.processing.length === 0)
  const processing = scripted.filter(({ course }) => course.processing.length > 0)
  const ordinary = settled?.sku ?? (await cheapest(session))
  return { ordinary, followed: processing.length > 0 ? processing.map(({ sku }) => sku) : [ordinary] }
})

function onlyCard(sku: string, skus: readonly string[]): ShoppingList {
  if (skus.includes(sku)) return { ordinary: sku, followed: [sku] }
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
  if (first === undefined) throw new NotObserved('Nothing was bought: the catalogue has no SKU.')
  return first.sku
}
