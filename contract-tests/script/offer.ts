import { product } from '../../contract/wire/bodies.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import { parseAmount } from '../../contract/wire/money.ts'
import { SCENARIOS, takesItsCourse } from '../../fixtures/scenarios.ts'
import { type Answer, isServed } from '../run/answer.ts'
import type { Caller } from './caller.ts'

/** What a run buys, and what it read before it. */
export type Offer = {
  /** The SKUs of the catalogue that a URL can contain. */
  readonly skus: readonly string[]
  readonly prices: readonly { readonly sku: string; readonly answer: Answer }[]
  /** The ordinary card, for every purchase that needs no special course. */
  readonly ordinary: string
  /** A card that is PROCESSING for a while, if one is known. */
  readonly slow: string
  /** Cards whose orders are followed until they settle: on a mock, those that are PROCESSING for a while. */
  readonly followed: readonly string[]
}

/**
 * Reads ping, catalogue, prices and balance.
 *
 * @returns undefined where nothing may be bought, or there is no card to buy; a paragraph where the base address seems to
 * be none of the API.
 */
export async function readOffer(caller: Caller): Promise<Offer | string | undefined> {
  const ping = await caller.ask({ operation: 'ping' })
  if (ping.status === null) return undefined
  const catalogue = await caller.ask({ operation: 'listProducts' })
  const skus = skusIn(catalogue, caller)
  const prices = await readPrices(caller, skus)
  const balance = await caller.ask({ operation: 'getBalance' })
  const elsewhere = wrongAddress([ping, catalogue, balance], caller.target.baseUrl)
  if (elsewhere !== undefined) return elsewhere
  // Nothing is bought before ping says that the key is a TEST key (§2, §5.2).
  if (!isServed(ping) || readPointer(ping.json, caller.profile.ping.mode) !== 'TEST') return undefined
  const offer = shoppingList(caller, skus, prices)
  // Before a purchase the price is read (§4.4): with it, the balance shows what was bought.
  const unread = offer?.followed.filter((sku) => !prices.some((price) => price.sku === sku)) ?? []
  for (const sku of unread) await caller.ask({ operation: 'getPrice', values: { sku } })
  return offer
}

/** Every documented read is answered 404. Where one is found, or is refused in another way, the judge says what is wrong. */
function wrongAddress(answers: readonly Answer[], baseUrl: string): string | undefined {
  if (answers.some(({ status }) => status !== 404)) return undefined
  const calls = answers.map(({ exchange }) => `${exchange.request.method} ${exchange.request.target}`)
  return `Nothing of the API was found at ${baseUrl}: ${calls.join(', ')} were each answered 404. The base address may lack a part of its path, or have one too many: check --base-url. Nothing was bought.`
}

/** The SKUs of a catalogue that a URL can contain: invalid Unicode can't be written in a path (RFC 3986). */
export function skusIn(catalogue: Answer, { profile }: Pick<Caller, 'profile'>): readonly string[] {
  const entries = isServed(catalogue) ? readPointer(catalogue.json, profile.products.pointer) : undefined
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry) => {
    const parsed = product.safeParse(entry)
    return parsed.success && parsed.data.sku.isWellFormed() ? [parsed.data.sku] : []
  })
}

const PRICES_READ = 5

/** The price of some SKUs of the catalogue: a few, however large it is. */
async function readPrices(caller: Caller, skus: readonly string[]): Promise<Offer['prices']> {
  const { sku: asked } = caller.target
  const known = SCENARIOS.map(({ sku }) => sku as string).filter((sku) => skus.includes(sku))
  const spread = [0, Math.floor(skus.length / 2), skus.length - 1].map((index) => skus[index] ?? '')
  const chosen = [...new Set([asked ?? '', ...spread, ...known])].filter(Boolean).slice(0, PRICES_READ)
  return Promise.all(
    chosen.map(async (sku) => ({
      sku,
      answer: await caller.ask({ operation: 'getPrice', values: { sku } }),
    })),
  )
}

/** Cards of scenarios that a conforming service could sell as well. */
const CONFORMING = SCENARIOS.filter(
  (scenario) => takesItsCourse(scenario) && typeof scenario.course.settles === 'string',
)

/** How long a followed card may be PROCESSING: in the usual run, and in a thorough one. Seconds. */
const LONGEST_SECONDS = [3, 30] as const

/** How many cards are followed: in the usual run, and in a thorough one. */
const FOLLOWED = [3, 8] as const

/**
 * Chooses what to buy: the card that was asked for; else, on a mock, the cards with a scripted course; else the
 * cheapest card whose price was read. A thorough run also buys cards with SKUs of other characters.
 */
function shoppingList(
  { target, profile }: Caller,
  skus: readonly string[],
  prices: Offer['prices'],
): Offer | undefined {
  const { sku: asked, thorough } = target
  const offer = { skus, prices }
  if (asked !== undefined)
    return skus.includes(asked) ? { ...offer, ordinary: asked, slow: asked, followed: [asked] } : undefined
  const level = thorough ? 1 : 0
  const scripted = CONFORMING.filter(
    ({ sku, course }) => skus.includes(sku) && secondsOf(course) <= LONGEST_SECONDS[level],
  )
  const [settled] = scripted.filter(({ course }) => course.processing.length === 0)
  const processing = scripted.filter(({ course }) => course.processing.length > 0).map(({ sku }) => sku)
  const ordinary = settled?.sku ?? cheapest(prices, profile)
  if (ordinary === undefined) return undefined
  const written = thorough ? writtenOtherwise([ordinary, ...processing], skus) : []
  const followed = [...(processing.length > 0 ? processing : [ordinary]), ...written].slice(
    0,
    FOLLOWED[level],
  )
  return { ...offer, ordinary, slow: followed[0] ?? ordinary, followed }
}

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

function cheapest(prices: Offer['prices'], { price, money }: Caller['profile']): string | undefined {
  const amounts = prices.map(({ sku, answer }) => ({
    sku,
    amount: parseAmount(readPointer(answer.json, price.amount), money) ?? Number.POSITIVE_INFINITY,
  }))
  return amounts.toSorted((one, other) => one.amount - other.amount)[0]?.sku
}
