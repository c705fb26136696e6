import { mayRefuseText } from '../../contract/judging/said.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { type Answer, isProcessing, isServed, summaryIn } from '../run/exchange.ts'
import type { Caller, Leaves } from './caller.ts'
import { followAll, type Repeat } from './following.ts'
import { buyMeasured, LATE_LOOKUP_MS, measured } from './measuring.ts'
import type { Offer } from './offer.ts'
import { PLAINER } from './references.ts'

/** What is abandoned: which card, when its client goes away, and what it does first then. */
const ABANDONED = [
  ['slow', 0, 'resends'],
  ['otherSlow', 'before-answer', 'looks'],
] as const

/** Makes the orders of a run: by the end of the reference, and the card, which is the ordinary one by default. */
type OrderOf = (ending: string, sku?: string) => OrderRequest

/** How many cards are tried where those before are not sold. */
const OTHER_CARDS = 3

/**
 * The first purchase of a run, whose label is a number, as those of many partners are. One that may be refused for the text
 * of its reference is made with a plainer one, as all that follow are then; and where none is taken, with other cards.
 * Undefined where nothing was sold.
 */
export async function buyFirst(caller: Caller, { ordinary }: Offer): Promise<OrderRequest | undefined> {
  const buy = async (label: string, sku: string) => {
    const order = { partnerReference: caller.references.of(label), sku }
    if (caller.budget.sent > 0 && !caller.budget.hasSpare) return { order, answer: undefined }
    return { order, answer: await buyMeasured(caller, 'the first purchase', order) }
  }
  caller.references.write(undefined, true)
  let first = await buy('a-1', ordinary)
  caller.references.write()
  for (const plainer of [undefined, ...PLAINER])
    if (isLimited(first.answer, caller)) {
      caller.references.write(plainer)
      first = await buy('a-1', ordinary)
    }
  const others = caller.book.others.filter((sku) => sku !== ordinary)
  for (const [nth, sku] of others.slice(0, OTHER_CARDS).entries())
    if (!isServed(first.answer)) first = await buy(`b-${nth + 1}`, sku)
  return isServed(first.answer) ? first.order : undefined
}

/** How often one body is sent at the same moment, together with one under another reference. */
const AT_ONCE = 3

/** What all further references have first: more characters than some services store, or fewer, or none. */
const BEGINNINGS = ['gift-cards-of-the-winter-campaign-for-our-members-', 'winter-campaign-', ''] as const

/**
 * Another card under a new reference: a long one, or a shorter one if that is refused (gap `reference-limits`). Those that
 * follow share their beginning with it: a server that stores fewer characters confuses them.
 */
export async function buySecond(
  caller: Caller,
  { ordinary, other }: Offer,
): Promise<{ readonly orderOf: OrderOf; readonly second: OrderRequest }> {
  const beginning =
    (label: string): OrderOf =>
    (ending, sku = ordinary) => ({
      partnerReference: caller.references.of(label + ending),
      sku: caller.book.inStock(sku),
    })
  const longest = `${TWINS.accented}-12`
  const fitting = BEGINNINGS.filter((label) =>
    caller.references.isShortEnough(caller.references.of(label + longest)),
  )
  for (const [index, label] of (fitting.length > 0 ? fitting : ['']).entries()) {
    const orderOf = beginning(label)
    const second = orderOf(TWINS.plain, index === 0 ? other : ordinary)
    // What a lookup does not find yet must be found by those that follow.
    await caller.ask({ operation: 'lookupOrder', values: { ...second }, occasion: null })
    const answer = await buyMeasured(caller, 'a card under a new reference', second)
    if (!isLimited(answer, caller) || !caller.budget.hasSpare) return { orderOf, second }
  }
  // The first reference was taken, and is shorter than all of these.
  caller.references.shorten()
  const second = beginning('')(TWINS.plain)
  await buyMeasured(caller, 'a card under a new reference', second)
  return { orderOf: beginning(''), second }
}

/** Endings of references that some services confuse: each differs in one thing from another one. */
const TWINS = {
  plain: 'cafe-1',
  accented: 'caf\u00e9-1',
  punctuated: 'cafe+&1',
} as const

function isLimited(answer: Answer | undefined, { profile }: Caller): boolean {
  return mayRefuseText(answer?.status ?? null, profile.errors)
}

/** One new body, several times at the same moment, together with a reference that differs only in case. */
export async function buyAtOnce(caller: Caller, orderOf: OrderOf): Promise<void> {
  const title = `one body ${AT_ONCE} times and another reference, all at the same moment`
  const order = orderOf('tea-1')
  // Where letters have one case, another reference is no twin.
  const other = [orderOf('TEA-1'), orderOf('tea-2')].find(
    ({ partnerReference }) => partnerReference !== order.partnerReference,
  )
  const orders = [...Array.from({ length: AT_ONCE }, () => order), ...(other ? [other] : [])]
  await caller.budget.line(title, orders.length, () =>
    measured(caller, () => Promise.all(orders.map((order) => caller.buy(order)))),
  )
}

/** Where the last new reference was refused: the same card under another one, and where it is sold out, another card. */
export async function seekStock(caller: Caller): Promise<void> {
  for (let tries = 0; tries < 2; tries += 1) {
    const last = [...caller.orders.values()].at(-1)
    if (last === undefined || !caller.book.isTurnedAway(last) || !caller.budget.hasSpare) return
    const order = {
      partnerReference: caller.references.of(`n-${tries}-${caller.budget.sent}`),
      sku: caller.book.inStock(last.order.sku),
    }
    await buyMeasured(caller, 'a new reference once more, after a refusal', order)
  }
}

/** Purchases whose client goes away, then looked up and sent again, between two reads of the balance. */
export async function buyAbandoned(caller: Caller, offer: Offer, orderOf: OrderOf): Promise<OrderRequest[]> {
  const abandoned: OrderRequest[] = []
  let refused = 0
  // An answer that says nothing, however often it is asked for, shows something on another order alone.
  for (const [turn, [card, leaves, first]] of ABANDONED.entries())
    for (const ending of [`d-${turn + 1}`, `d-${turn + 1}-2`]) {
      const order = orderOf(ending, offer[card])
      const answer = await abandonOne(caller, order, leaves, first)
      if (answer !== undefined) abandoned.push(order)
      if (isServed(answer)) break
      // Under another reference, a card that is sold to nobody is refused as well.
      if (answer && caller.book.saidBy(answer) === 'no' && caller.budget.hasSpare)
        await buyMeasured(
          caller,
          'the card of a refused purchase once more',
          orderOf(`${ending}-0`, order.sku),
        )
      refused += 1
      // Three are enough: the limit is for all that follows, too.
      if (refused > 2) break
    }
  return abandoned
}

async function abandonOne(
  caller: Caller,
  order: OrderRequest,
  leaves: Leaves,
  first: 'looks' | 'resends',
): Promise<Answer | undefined> {
  const lookUp = async () => summaryIn(await caller.lookUp(order.partnerReference))
  const act = async () => {
    await caller.abandon(order, leaves)
    if (first === 'looks' && (await lookUp()) === undefined) {
      // It may not be stored yet: what has been charged for by then has to be found.
      await caller.pace.sleep(LATE_LOOKUP_MS)
      await caller.readBalance()
      await lookUp()
    }
    const resent = await caller.buy(order)
    if (first === 'resends') await lookUp()
    return resent
  }
  return caller.budget.line('a purchase abandoned, then looked up and resent', 2, () => measured(caller, act))
}

/** How often more a client goes away, so that what ends otherwise each time does not by chance. */
const MORE_ABANDONED = 3

/**
 * Where all orders whose client went away have ended, and as no other one of the run's cards: some more, with the card that
 * was sold first. What is cancelled with its connection ends so.
 */
export async function abandonMore(
  caller: Caller,
  { ordinary, slow, otherSlow }: Offer,
  orderOf: OrderOf,
): Promise<void> {
  const cards = [ordinary, slow, otherSlow]
  const ends = (isLeft: boolean) =>
    [...caller.orders.values()]
      .filter(({ order, isAbandoned = false }) => isAbandoned === isLeft && cards.includes(order.sku))
      .map(({ last, found }) => [last && summaryIn(last), found].find((seen) => seen && !isProcessing(seen)))
      .map((seen) => seen?.status)
  for (let turn = 1; turn <= MORE_ABANDONED; turn += 1) {
    const left = ends(true)
    const others = [...ends(false), undefined]
    if (left.length < 2 || left.some((end) => others.includes(end)) || !caller.budget.hasSpare) return
    await abandonOne(caller, orderOf(`d-${turn + 2}`, ordinary), 0, 'resends')
  }
}

/** Buys cards that are worth polling, and follows these orders and all others that are still PROCESSING. */
export async function followOrders(caller: Caller, offer: Offer, orderOf: OrderOf): Promise<void> {
  const { followed, slow } = offer
  const chosen = new Map<string, Repeat>()
  const bought = [
    [TWINS.accented, slow, 'at-first-poll'],
    [TWINS.punctuated, followed.at(-1) ?? slow, 'once-settled'],
  ] as const
  for (const [index, [ending, sku, repeat]] of bought.entries()) {
    const title = 'an order that is followed until it settles, and its body again'
    const plain = orderOf(`f-${index + 1}`, sku)
    const unusual = orderOf(ending, sku)
    const isTaken = caller.orders.has(unusual.partnerReference)
    let order = isTaken || !caller.references.isWithinLimits(unusual.partnerReference) ? plain : unusual
    if (isLimited(await buyMeasured(caller, title, order), caller) && caller.budget.hasSpare) {
      order = plain
      await buyMeasured(caller, title, order)
    }
    await seekStock(caller)
    chosen.set(order.partnerReference, repeat)
  }
  await followAll(caller, chosen)
}
