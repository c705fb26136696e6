import { product } from '../contract/wire/bodies.ts'
import { readPointer } from '../contract/wire/json-pointer.ts'
import { SCENARIOS, takesItsCourse } from '../fixtures/scenarios.ts'
import {
  Broken,
  type Call,
  dataOf,
  described,
  mustBeServed,
  mustHaveSummary,
  NotObserved,
  says,
  summaryOf,
} from './answers.ts'
import { allFollowed, endedOrders, follow } from './follow.ts'
import { learnMoney, type Money } from './money.ts'
import type { Order } from './order.ts'
import type { Form, Service } from './service.ts'

/** The most prices that are read to find a cheap card. */
const PRICES_READ = 12
/** The most cards that are tried for the first purchase, since one may be sold out. */
const CARDS_TRIED = 3
/** How long to wait before an empty catalogue is read once more. */
const EMPTY_MS = 2500

/**
 * What checks share: the catalogue, the cards to buy, the first order and its cost. The check that needs one of them
 * first makes it.
 */
export class Shop {
  readonly #service: Service
  #catalogue: Promise<Call> | undefined
  #cards: Promise<readonly string[]> | undefined
  #first: Promise<Order> | undefined
  #isUnsold = false
  #slow: Promise<Order> | undefined
  /** What the balance shows about purchases, once the first card is bought. */
  money: Money = { kind: 'unknown', reason: 'No card was bought.' }

  constructor(service: Service) {
    this.#service = service
  }

  /** The catalogue. An empty one is read again a little later. */
  catalogue(): Promise<Call> {
    // To confirm a failure, the catalogue is read again.
    if (this.#service.isConfirming) return this.#readCatalogue()
    this.#catalogue ??= this.#readCatalogue()
    return this.#catalogue
  }

  /** The entries of the catalogue. @throws {NotObserved} if there are none where the profile points. */
  entriesIn(call: Call): readonly unknown[] {
    if (dataOf(call) === undefined) throw new NotObserved(`No catalogue was read: ${described(call)}.`)
    const { pointer } = this.#service.profile.products
    const entries = readPointer(call.json, pointer)
    if (!Array.isArray(entries))
      throw new NotObserved(`No list stands at ${pointer}: change products.pointer in the profile.`)
    if (entries.length === 0) throw new NotObserved(`The catalogue at ${pointer} is empty.`)
    return entries
  }

  /** The SKUs of the catalogue that a URL can hold (RFC 3986 can't encode a lone surrogate). */
  async skus(): Promise<readonly string[]> {
    return this.entriesIn(await this.catalogue()).flatMap((entry) => {
      const sku = product.safeParse(entry).data?.sku
      return sku?.isWellFormed() ? [sku] : []
    })
  }

  /** The cards to buy: the requested card, otherwise the ordinary card of a mock, otherwise the cheapest. */
  cards(): Promise<readonly string[]> {
    this.#cards ??= this.#chooseCards()
    return this.#cards
  }

  /** The card for every purchase that needs no other. */
  async card(): Promise<string> {
    return (await this.first()).sku
  }

  /** A card other than {@link card}, if the catalogue has one to buy. */
  async otherCard(): Promise<string> {
    const card = await this.card()
    return (await this.cards()).find((sku) => sku !== card) ?? card
  }

  /** Buys the first card, once. @throws {Broken | NotObserved} if none can be bought. */
  buyFirst(): Promise<Order> {
    // To confirm a failure, it buys again.
    if (this.#isUnsold && this.#service.isConfirming) {
      this.#first = undefined
      this.#isUnsold = false
    }
    this.#first ??= this.#buyFirst().catch((cause: unknown) => {
      this.#isUnsold = true
      throw cause
    })
    return this.#first
  }

  /** The first order of the run. @throws {NotObserved} if there is none. Another clause reports a refused body. */
  async first(): Promise<Order> {
    return this.buyFirst().catch((cause: unknown) => {
      throw cause instanceof Broken ? new NotObserved(`No card could be bought. ${cause.message}`) : cause
    })
  }

  /** An order that was polled until it ended, if possible of a card whose orders are PROCESSING for a while. */
  slow(): Promise<Order> {
    this.#slow ??= this.#buySlow()
    return this.#slow
  }

  /** A new order of the ordinary card, which is not sent yet. */
  async order(reference?: string): Promise<Order> {
    return this.#service.order(await this.card(), reference)
  }

  /** Buys a card, and polls its order in the background. @throws {Broken | NotObserved} if it can't be bought. */
  async buy(order?: Order, form: Form = {}): Promise<Order> {
    const bought = order ?? (await this.order())
    const call = await this.#service.purchase(bought, form)
    await this.mustBeNew(call)
    mustHaveSummary(call, 'a purchase')
    void follow(this.#service, bought)
    return bought
  }

  /**
   * Expects a purchase under a new reference to be served.
   *
   * @throws {Broken | NotObserved} see {@link mustBeBought}. If only its identical body was refused, another clause
   *   reports that.
   */
  async mustBeNew(call: Call): Promise<void> {
    if (says(call) === 'no') mustBeFirst(call)
    await this.mustBeBought(call, 'a purchase under a new reference')
  }

  /**
   * Expects a purchase to be served. A refusal proves something only while the service still sells: another purchase is
   * the control.
   *
   * @throws {Broken} if it is refused, and the control is served.
   * @throws {NotObserved} if the control is refused, too, or the balance may not cover the purchase.
   */
  async mustBeBought(call: Call, what: string): Promise<void> {
    if (says(call) !== 'no') return mustBeServed(call, what)
    if (call.status === this.#service.profile.errors.insufficientBalance)
      throw new NotObserved(
        `${described(call)} for ${what}: the balance may not cover it. Ask for more TEST balance, or name a cheaper card with --sku.`,
      )
    await this.#service.sleep(CONTROL_MS)
    const control = await this.order()
    const answer = await this.#service.purchase(control)
    if (summaryOf(answer) !== undefined) void follow(this.#service, control)
    if (says(answer) !== 'yes')
      throw new NotObserved(
        `${described(call)} for ${what}, and ${described(answer)} for another purchase beside it.`,
      )
    mustBeServed(call, what)
  }

  /** The orders that have left PROCESSING, after all orders have ended. @throws {NotObserved} if there are none. */
  async ended(): Promise<readonly Order[]> {
    await this.first()
    await allFollowed(this.#service)
    const ended = endedOrders(this.#service)
    if (ended.length > 0) return ended
    throw new NotObserved('No order was seen to settle.')
  }

  async #buySlow(): Promise<Order> {
    await this.first()
    const skus = await this.skus()
    const isAsked = this.#service.target.sku !== undefined
    const known = isAsked ? undefined : scripted(true).find((sku) => skus.includes(sku))
    const wanted = this.#service.order(known ?? (await this.otherCard()))
    const call = await this.#service.purchase(wanted)
    if (says(call) !== 'no') mustHaveSummary(call, 'a purchase')
    // That card may be sold out, but the ordinary card is not.
    const order = says(call) === 'no' ? await this.buy() : wanted
    await follow(this.#service, order)
    return order
  }

  async #readCatalogue(): Promise<Call> {
    const service = this.#service
    const call = await service.ask('listProducts')
    const entries = dataOf(call) && readPointer(call.json, service.profile.products.pointer)
    if (!Array.isArray(entries) || entries.length > 0) return call
    await service.sleep(EMPTY_MS)
    return service.ask('listProducts')
  }

  async #chooseCards(): Promise<readonly string[]> {
    const skus = await this.skus()
    const asked = this.#service.target.sku
    if (asked !== undefined) {
      if (skus.includes(asked)) return [asked]
      throw new NotObserved(`The card ${asked} is not in the catalogue.`)
    }
    const known: readonly string[] = SCENARIOS.map(({ sku }) => sku)
    const ordinary = skus.filter((sku) => !known.includes(sku))
    const cheapFirst = await this.#byPrice(ordinary.length > 0 ? ordinary : skus)
    const chosen = [
      ...scripted(false)
        .filter((sku) => skus.includes(sku))
        .slice(0, 1),
      ...cheapFirst,
    ]
    if (chosen.length === 0) throw new NotObserved('The catalogue has no SKU that a URL can hold.')
    return chosen
  }

  async #moneyOf(before: number | string, order: Order): Promise<Money> {
    const money =
      typeof before === 'string' ? before : await learnMoney(this.#service, before, order).catch(reasonOf)
    return typeof money === 'string' ? { kind: 'unknown', reason: money } : money
  }

  /** Some cards, the cheapest first. Free cards come last, since their purchases don't show on the balance. */
  async #byPrice(skus: readonly string[]): Promise<readonly string[]> {
    const spread = [0, Math.floor(skus.length / 2), skus.length - 1].flatMap((index) => skus[index] ?? [])
    const some = [...new Set([...spread, ...skus.slice(0, PRICES_READ)])].slice(0, PRICES_READ)
    const priced = await Promise.all(some.map(async (sku) => ({ sku, price: await this.#priceOf(sku) })))
    return priced.sort((one, other) => one.price - other.price).map(({ sku }) => sku)
  }

  async #priceOf(sku: string): Promise<number> {
    const call = await this.#service.ask('getPrice', { sku })
    const amount = Number(dataOf(call) && readPointer(call.json, this.#service.profile.price.amount))
    return amount > 0 ? amount : Number.POSITIVE_INFINITY
  }

  async #buyFirst(): Promise<Order> {
    const service = this.#service
    let refused: Call | undefined
    for (const sku of (await this.cards()).slice(0, CARDS_TRIED)) {
      const before = await service.balance().catch(reasonOf)
      const order = service.order(sku)
      const call = await service.purchase(order)
      if (says(call) === 'no') {
        refused = call
        continue
      }
      mustHaveSummary(call, 'a body of exactly partnerReference and sku')
      void follow(service, order)
      this.money = await this.#moneyOf(before, order)
      return order
    }
    if (refused !== undefined) mustBeServed(refused, 'a body of exactly partnerReference and sku')
    throw new NotObserved('No card could be bought.')
  }
}

/** @throws {NotObserved} if the refused call was a resend of the identical body, after an answer that said nothing. */
export function mustBeFirst(call: Call): void {
  if (!call.isRepeated) return
  throw new NotObserved(
    `${described(call)} for the identical body, after an answer that said nothing: see same-body-same-purchase.`,
  )
}

/** How long to wait after a refusal before the control purchase. */
const CONTROL_MS = 1500

/** The reason why something was not observed. @throws any other error unchanged. */
function reasonOf(cause: unknown): string {
  if (cause instanceof NotObserved) return cause.message
  throw cause
}

/**
 * The mock's cards that behave like those of any conforming service: PROCESSING for up to 3 seconds, or settled at
 * once.
 */
function scripted(isSlow: boolean): readonly string[] {
  const ordinary = SCENARIOS.filter(
    (scenario) => takesItsCourse(scenario) && typeof scenario.course.settles === 'string',
  )
  return ordinary.flatMap(({ sku, course }) => {
    const seconds = course.processing.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
    return (isSlow ? seconds > 0 && seconds <= 3 : seconds === 0) ? [sku] : []
  })
}
