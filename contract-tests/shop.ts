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

/** How many prices are read to find a cheap card, however large the catalogue is. */
const PRICES_READ = 12
/** How many cards are tried for the first purchase: one may be sold out. */
const CARDS_TRIED = 3
/** How long after it was empty the catalogue is read once more. */
const EMPTY_MS = 2500

/**
 * What checks share: the catalogue, the cards to buy, the first order and what it cost. Each is made once, by the check that
 * needs it first.
 */
export class Shop {
  readonly #service: Service
  #catalogue: Promise<Call> | undefined
  #cards: Promise<readonly string[]> | undefined
  #first: Promise<Order> | undefined
  #isUnsold = false
  #slow: Promise<Order> | undefined
  /** What the balance says of a purchase: known once the first card is bought. */
  money: Money = { kind: 'unknown', reason: 'No card was bought.' }

  constructor(service: Service) {
    this.#service = service
  }

  /** The catalogue; where it is empty, as it is a little later. */
  catalogue(): Promise<Call> {
    // A failure is confirmed by another reading.
    if (this.#service.isConfirming) return this.#readCatalogue()
    this.#catalogue ??= this.#readCatalogue()
    return this.#catalogue
  }

  /** The entries of the catalogue. @throws {NotObserved} where none stand where the profile says. */
  entriesIn(call: Call): readonly unknown[] {
    if (dataOf(call) === undefined) throw new NotObserved(`No catalogue was read: ${described(call)}.`)
    const { pointer } = this.#service.profile.products
    const entries = readPointer(call.json, pointer)
    if (!Array.isArray(entries))
      throw new NotObserved(`No list stands at ${pointer}: change products.pointer in the profile.`)
    if (entries.length === 0) throw new NotObserved(`The catalogue at ${pointer} is empty.`)
    return entries
  }

  /** The SKUs of the catalogue that a URL can hold (RFC 3986 has no way to write a lone surrogate). */
  async skus(): Promise<readonly string[]> {
    return this.entriesIn(await this.catalogue()).flatMap((entry) => {
      const sku = product.safeParse(entry).data?.sku
      return sku?.isWellFormed() ? [sku] : []
    })
  }

  /** The cards to buy: the one that was asked for; else the ordinary one of a mock, or the cheapest. */
  cards(): Promise<readonly string[]> {
    this.#cards ??= this.#chooseCards()
    return this.#cards
  }

  /** The card for every purchase that needs no other. */
  async card(): Promise<string> {
    return (await this.first()).sku
  }

  /** A card that is not {@link card}, where the catalogue has one that may be bought. */
  async otherCard(): Promise<string> {
    const card = await this.card()
    return (await this.cards()).find((sku) => sku !== card) ?? card
  }

  /** Buys the first card, once. @throws {Broken | NotObserved} where none could be bought. */
  buyFirst(): Promise<Order> {
    // A failure is confirmed by another purchase.
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

  /** The first order of the run. @throws {NotObserved} where there is none: that a body is refused is judged by its own clause. */
  async first(): Promise<Order> {
    return this.buyFirst().catch((cause: unknown) => {
      throw cause instanceof Broken ? new NotObserved(`No card could be bought. ${cause.message}`) : cause
    })
  }

  /** An order that was followed until it ended, of a card whose orders are PROCESSING for a while, where one is known. */
  slow(): Promise<Order> {
    this.#slow ??= this.#buySlow()
    return this.#slow
  }

  /** A new order of the ordinary card, not yet sent. */
  async order(reference?: string): Promise<Order> {
    return this.#service.order(await this.card(), reference)
  }

  /** Buys a card, and follows its order in the background. @throws {Broken | NotObserved} where it was not bought. */
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
   * @throws {Broken | NotObserved} see {@link mustBeBought}; where its identical body was refused, another clause says so.
   */
  async mustBeNew(call: Call): Promise<void> {
    if (says(call) === 'no') mustBeFirst(call)
    await this.mustBeBought(call, 'a purchase under a new reference')
  }

  /**
   * Expects a purchase to be served. A refusal shows something only while others are sold: another purchase is the control.
   *
   * @throws {Broken} where it is refused, and the control is served.
   * @throws {NotObserved} where the control is refused, too, or the balance may not cover it.
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

  /** The orders that have left PROCESSING, once all have come to an end. @throws {NotObserved} where there is none. */
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
    // It may be sold out: the ordinary card is not.
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

  /** Some cards, the cheapest first: those that cost nothing show nothing, and come last. */
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

/** @throws {NotObserved} where not a new purchase was refused, but its identical body, after an answer that said nothing. */
export function mustBeFirst(call: Call): void {
  if (!call.isRepeated) return
  throw new NotObserved(
    `${described(call)} for the identical body, after an answer that said nothing: see same-body-same-purchase.`,
  )
}

/** How long a purchase that was refused is left alone before another one is tried. */
const CONTROL_MS = 1500

/** Why something was not observed. @throws anything else as it is. */
function reasonOf(cause: unknown): string {
  if (cause instanceof NotObserved) return cause.message
  throw cause
}

/** The cards of the mock that a conforming service could sell as well: PROCESSING for up to 3 seconds, or settled at once. */
function scripted(isSlow: boolean): readonly string[] {
  const ordinary = SCENARIOS.filter(
    (scenario) => takesItsCourse(scenario) && typeof scenario.course.settles === 'string',
  )
  return ordinary.flatMap(({ sku, course }) => {
    const seconds = course.processing.reduce((sum, { forSeconds }) => sum + forSeconds, 0)
    return (isSlow ? seconds > 0 && seconds <= 3 : seconds === 0) ? [sku] : []
  })
}
