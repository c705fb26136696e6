import { product } from '../../contract/wire/bodies.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { SCENARIOS, takesItsCourse } from '../../fixtures/scenarios.ts'
import { type Answer, amountIn, isServed } from '../run/exchange.ts'
import type { Caller } from './caller.ts'

export type Offer = {
  /** The SKUs of the catalogue that a URL can contain. */
  readonly skus: readonly string[]
  /** In minor units; undefined where it could not be read. */
  readonly prices: readonly { readonly sku: string; readonly amount: number | undefined }[]
  /** The ordinary card, for every purchase that needs no special course. */
  readonly ordinary: string
  /** A card that is PROCESSING for a while, if one is known. */
  readonly slow: string
  readonly otherSlow: string
  /** A card whose SKU is written otherwise, where one is not much dearer. */
  readonly other: string
  /** Cards whose orders are followed until they settle: on a mock, those that are PROCESSING for a while. */
  readonly followed: readonly string[]
}

/**
 * Reads ping, catalogue, prices and balance. Undefined where nothing may be bought, or there is no card to buy; a paragraph
 * where the base address seems to be none of the API.
 */
export async function readOffer(caller: Caller): Promise<Offer | string | undefined> {
  const ping = await caller.ask({ operation: 'ping' })
  if (ping.status === null) return undefined
  const catalogue = await readCatalogue(caller)
  const skus = skusIn(catalogue, caller)
  const prices = await readPrices(caller, skus)
  const answers = [ping, catalogue, await caller.ask({ operation: 'getBalance' })]
  // Where one is found, or is refused in another way, the judge says what is wrong.
  if (answers.every(({ status }) => status === 404)) {
    const calls = answers.map(({ exchange }) => `${exchange.request.method} ${exchange.request.target}`)
    return `Nothing of the API was found at ${caller.target.baseUrl}: ${calls.join(', ')} were each answered 404. The base address may lack a part of its path, or have one too many: check --base-url. Nothing was bought.`
  }
  // Nothing is bought before ping says that the key is a TEST key (§2, §5.2).
  if (!isServed(ping) || readPointer(ping.json, caller.profile.ping.mode) !== 'TEST') return undefined
  const offer = shoppingList(caller, skus, prices)
  if (caller.target.sku === undefined) caller.book.others = unscripted(byPrice(prices))
  // Before a purchase the price is read (§4.4): with it, the balance shows what was bought.
  const unread = offer?.followed.filter((sku) => !prices.some((price) => price.sku === sku)) ?? []
  for (const sku of unread) await caller.ask({ operation: 'getPrice', values: { sku } })
  return offer
}

/** How long after it was empty a catalogue is read once more: which cards a partner may buy may be found late. */
const EMPTY_MS = 2500

async function readCatalogue(caller: Caller): Promise<Answer> {
  const catalogue = await caller.ask({ operation: 'listProducts' })
  const entries = isServed(catalogue) && readPointer(catalogue.json, caller.profile.products.pointer)
  if (!Array.isArray(entries) || entries.length > 0) return catalogue
  await caller.pace.sleep(EMPTY_MS)
  return caller.ask({ operation: 'listProducts' })
}

/** The SKUs of a catalogue that a URL can contain: invalid Unicode can't be written in a path (RFC 3986). */
export function skusIn(catalogue: Answer, { profile }: Pick<Caller, 'profile'>): readonly string[] {
  const entries = isServed(catalogue) ? readPointer(catalogue.json, profile.products.pointer) : undefined
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry) => {
    const sku = product.safeParse(entry).data?.sku
    return sku?.isWellFormed() ? [sku] : []
  })
}

const PRICES_READ = 12

/** The price of some SKUs of the catalogue: a few, however large it is. */
async function readPrices(caller: Caller, skus: readonly string[]): Promise<Offer['prices']> {
  const known = SCENARIOS.map(({ sku }) => sku as string).filter((sku) => skus.includes(sku))
  const spread = [0, Math.floor(skus.length / 2), skus.length - 1].map((index) => skus[index])
  const [escaped] = skus.filter((sku) => encodeURIComponent(sku) !== sku)
  const chosen = [...new Set([caller.target.sku, ...spread, escaped, ...known, ...skus])].flatMap(
    (sku) => sku || [],
  )
  const { price, money } = caller.profile
  const read = async (sku: string) => {
    const answer = await caller.ask({ operation: 'getPrice', values: { sku } })
    return { sku, amount: amountIn(answer, price.amount, money) }
  }
  return Promise.all(chosen.slice(0, PRICES_READ).map(read))
}

/** Cards of scenarios that a conforming service could sell as well. */
const CONFORMING = SCENARIOS.filter(
  (scenario) => takesItsCourse(scenario) && typeof scenario.course.settles === 'string',
)

/** How many cards may be followed, and for how many seconds each may be PROCESSING. */
const FOLLOWED = { cards: 3, seconds: 3 } as const

/**
 * Chooses what to buy: the card that was asked for; else, on a mock, the cards with a scripted course; else the
 * cheapest card whose price was read; and one whose SKU has other characters.
 */
function shoppingList(
  { target: { sku: asked } }: Caller,
  skus: readonly string[],
  prices: Offer['prices'],
): Offer | undefined {
  const offer = { skus, prices }
  if (asked !== undefined)
    return skus.includes(asked)
      ? { ...offer, ordinary: asked, slow: asked, otherSlow: asked, other: asked, followed: [asked] }
      : undefined
  const scripted = CONFORMING.map(({ sku }) => sku as string).filter(
    (sku) => skus.includes(sku) && secondsProcessing(sku) <= FOLLOWED.seconds,
  )
  // What costs nothing shows nothing on the balance.
  const paid = prices.filter((price) => amountOf(price) > 0)
  const [ordinary = byPrice(paid)[0] ?? byPrice(prices)[0]] = scripted.filter(
    (sku) => secondsProcessing(sku) === 0,
  )
  if (ordinary === undefined) return undefined
  const processing = scripted.filter((sku) => secondsProcessing(sku) > 0)
  const chosen = [ordinary, ...processing]
  const dearest = MOST_DEARER * Math.min(...paid.map(amountOf))
  const affordable = prices.filter((price) => amountOf(price) <= dearest).map(({ sku }) => sku)
  const other = writtenOtherwise(chosen, affordable) ?? ordinary
  // Where no card is known to be slow, each is another one: a service may be wrong about some of them alone.
  const others = byPrice(paid).filter((sku) => sku !== ordinary && affordable.includes(sku))
  const all = processing.length > 0 ? processing : [...others.slice(0, 2), ordinary]
  const [slow = ordinary, otherSlow = slow] = all
  return { ...offer, ordinary, slow, otherSlow, other, followed: all.slice(0, FOLLOWED.cards) }
}

/** What a run buys where another card is sold in place of the ordinary one. */
export function offerOf(card: string, offer: Offer): Offer {
  const { ordinary, slow, otherSlow, other, followed } = offer
  const sold = (sku: string) => (sku === ordinary ? card : sku)
  const cards = { slow: sold(slow), otherSlow: sold(otherSlow), other: sold(other) }
  return { ...offer, ...cards, ordinary: card, followed: followed.map(sold) }
}

/** How long an order of a card is PROCESSING on a mock; 0 for any other card. Seconds. */
export function secondsProcessing(sku: string): number {
  const course = SCENARIOS.find((scenario) => scenario.sku === sku)?.course
  return (course?.processing ?? []).reduce((sum, { forSeconds }) => sum + forSeconds, 0)
}

/** So many ordinary cards may one cost whose SKU is written otherwise. */
const MOST_DEARER = 4

/** A card whose SKU is written otherwise (letters, digits, other characters) than those of the chosen ones. */
function writtenOtherwise(chosen: readonly string[], skus: readonly string[]): string | undefined {
  const writingOf = (sku: string) =>
    [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d-]/].map((kind) => kind.test(sku)).join()
  const known = new Set(chosen.map(writingOf))
  return unscripted(skus).find((sku) => !known.has(writingOf(sku)))
}

function byPrice(prices: Offer['prices']): readonly string[] {
  return prices.toSorted((one, other) => amountOf(one) - amountOf(other)).map(({ sku }) => sku)
}

function unscripted(skus: readonly string[]): readonly string[] {
  return skus.filter((sku) => !SCENARIOS.some((scenario) => scenario.sku === sku))
}

/** Infinite where it can't be read. */
function amountOf({ amount = Number.POSITIVE_INFINITY }: Offer['prices'][number]): number {
  return amount
}
