import { mayRefuseText } from '../../contract/judging/said.ts'
import { isShortEnough, isWithinLimits } from '../../contract/profile/reference-limits.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { type Answer, isServed, summaryIn } from '../run/answer.ts'
import { orderBody } from '../run/api-client.ts'
import { buyAsAPartner, type ClientFault } from './buy-as-a-partner.ts'
import type { Caller, SentOrder } from './caller.ts'
import { followAll, type Repeats } from './following.ts'
import { buyMeasured, measureAtRest, measured } from './measuring.ts'
import { type Offer, readOffer, skusIn } from './offer.ts'
import { type OtherKey, otherKeys } from './other-keys.ts'
import { ABANDONED, buyOftener, type OrderOf } from './thorough-script.ts'

/** How often one body is sent at the same moment, together with one under another reference. */
const AT_ONCE = 3

/** How many bodies to which nothing was said are sent once more at the end. */
const MOST_IN_DOUBT = 3

/** How long after its purchase an order that no lookup finds is looked up once more. Milliseconds. */
const LATE_LOOKUP_MS = 2500

/** How many orders are looked up once more when all is at rest: an order stays what it is. */
const LOOKED_UP_AT_LAST = 5

/**
 * All that a run sends, from top to bottom. What it finds is judged from the history alone: nothing here decides a
 * verdict, only what is worth asking next.
 *
 * @returns why the reference client did not get its card, null where it did, or did not begin; or, as a paragraph, why
 * the base address seems to be none of the API.
 * @throws the reason of the signal, once it has aborted.
 */
export async function runScript(caller: Caller): Promise<ClientFault | string | null> {
  const offer = await readOffer(caller)
  if (typeof offer === 'string') return offer
  const first = offer && (await buyFirst(caller, offer))
  await readWithWrongKeys(caller, first)
  if (offer && first) {
    await buyMore(caller, offer, first)
    await provokeRefusals(caller, offer, first)
  }
  await readAgain(caller, offer)
  if (!offer || !first) return null
  const fault = await measured(caller, () => buyAsAPartner(caller, offer.ordinary))
  await measureAtRest(caller)
  for (const { order } of [...caller.orders.values()].slice(0, LOOKED_UP_AT_LAST))
    await caller.lookUp(order.partnerReference)
  return fault
}

/** The first purchase, its lookup, and its body again; undefined where it was not sold. */
async function buyFirst(caller: Caller, { ordinary: sku }: Offer): Promise<OrderRequest | undefined> {
  const first = { partnerReference: caller.reference('a-1'), sku }
  if (!isServed(await buyMeasured(caller, 'the first purchase', first))) return undefined
  await caller.lookUp(first.partnerReference)
  await buyMeasured(caller, 'the identical body again, after a lookup', first)
  return first
}

/** Everything that a run buys after its first card. */
async function buyMore(caller: Caller, offer: Offer, first: OrderRequest): Promise<void> {
  const { thorough } = caller.target
  const { orderOf, second } = await buySecond(caller, offer)
  await buyAtOnce(caller, orderOf)
  const abandoned = await buyAbandoned(caller, offer, orderOf)
  if (thorough) await buyOftener(caller, offer, orderOf)
  await followOrders(caller, offer, orderOf)

  await buyMeasured(caller, 'the identical body of the first purchase, at the end', first)
  await buyMeasured(caller, 'the identical body of the second purchase, at the end', second)
  for (const order of abandoned) {
    const title = 'the identical body of an abandoned purchase, at the end'
    const answer = await buyMeasured(caller, title, order)
    // What says nothing, however often, shows something on another order alone.
    if ((!thorough && isServed(answer)) || !caller.hasSpare) break
  }
  const inDoubt = [...caller.orders.values()].filter(({ isInDoubt }) => isInDoubt)
  for (const { order } of inDoubt.slice(0, MOST_IN_DOUBT))
    if (caller.hasSpare)
      await buyMeasured(caller, 'an identical body to which nothing was said, at the end', order)
  await lookUpPlainly(caller, offer.ordinary)
  for (const { order } of (await ordersLost(caller)).slice(0, MOST_IN_DOUBT)) {
    if (!caller.hasSpare) break
    await buyMeasured(caller, 'the identical body of an order that no lookup finds at the end', order)
    // One that is found from then on was bought only now.
    await caller.lookUp(order.partnerReference)
  }
}

/** What all further references have first: more characters than some services store, or fewer, or none. */
const BEGINNINGS = ['gift-cards-of-the-winter-campaign-for-our-members-', 'winter-campaign-', ''] as const

/**
 * Another card under a new reference: a long one, or a shorter one if that is refused (gap `reference-limits`). Those that
 * follow share their beginning with it: a server that stores fewer characters confuses them.
 *
 * @returns how further orders are made, and this one.
 */
async function buySecond(
  caller: Caller,
  { ordinary, other }: Offer,
): Promise<{ readonly orderOf: OrderOf; readonly second: OrderRequest }> {
  const beginning =
    (label: string): OrderOf =>
    (ending, sku = ordinary) => ({ partnerReference: caller.reference(label + ending), sku })
  const longest = `${TWINS.accented}-12`
  const fitting = BEGINNINGS.filter((label) =>
    isShortEnough(caller.reference(label + longest), caller.profile),
  )
  for (const [index, label] of (fitting.length > 0 ? fitting : ['']).entries()) {
    const orderOf = beginning(label)
    const second = orderOf(TWINS.plain, index === 0 ? other : ordinary)
    const answer = await buyMeasured(caller, 'a card under a new reference', second)
    if (!isLimited(answer, caller) || !caller.hasSpare) return { orderOf, second }
  }
  return { orderOf: beginning(''), second: beginning('')(TWINS.plain) }
}

/** Endings of references that some services confuse: each differs in one thing from another one. */
const TWINS = {
  plain: 'cafe-1',
  accented: 'caf\u00e9-1',
  punctuated: 'cafe+1',
  /** What a thorough run buys in addition. */
  more: ['cafe-1 ', 'cafe/1', 'cafe%2F1', 'cafe_1', 'cafe-01', 'cafe\u0301-1', 'caf\u00e8-1'],
} as const

/** Whether a purchase was refused in a way that may mean the text of its reference. */
function isLimited(answer: Answer | undefined, { profile }: Caller): boolean {
  return mayRefuseText(answer?.status ?? null, profile.errors)
}

/** One new body, several times at the same moment, together with a reference that differs only in case. */
async function buyAtOnce(caller: Caller, orderOf: OrderOf): Promise<void> {
  const title = `one body ${AT_ONCE} times and another reference, all at the same moment`
  const order = orderOf('tea-1')
  // Where letters have one case, another reference is no twin.
  const other = [orderOf('TEA-1'), orderOf('tea-2')].find(
    ({ partnerReference }) => partnerReference !== order.partnerReference,
  )
  const orders = [...Array.from({ length: AT_ONCE }, () => order), ...(other ? [other] : [])]
  await caller.line(title, orders.length, () =>
    measured(caller, () => Promise.all(orders.map((order) => caller.buy(order)))),
  )
}

/** Purchases whose client goes away, then looked up and sent again, between two reads of the balance. */
async function buyAbandoned(caller: Caller, offer: Offer, orderOf: OrderOf): Promise<OrderRequest[]> {
  const { thorough } = caller.target
  const abandoned: OrderRequest[] = []
  // An answer that says nothing, however often it is asked for, shows something on another order alone.
  for (const [turn, [card, leaves, first]] of ABANDONED.slice(0, thorough ? ABANDONED.length : 2).entries())
    for (const ending of [`d-${turn + 1}`, `d-${turn + 1}-2`]) {
      const order = orderOf(ending, offer[card])
      const answer = await caller.line('a purchase abandoned, then looked up and resent', 2, () =>
        measured(caller, async () => {
          await caller.abandon(order, leaves)
          if (first === 'looks') await caller.lookUp(order.partnerReference)
          const resent = await caller.buy(order)
          if (first === 'resends') await caller.lookUp(order.partnerReference)
          return resent
        }),
      )
      if (answer !== undefined) abandoned.push(order)
      if (isServed(answer)) break
    }
  return abandoned
}

/** What is followed: which card, under which reference, and when its body is sent again. */
type Followed = Repeats & { readonly ending: string; readonly sku: string }

function followedIn({ followed, slow }: Offer, thorough: boolean): readonly Followed[] {
  const last = followed.at(-1) ?? slow
  if (!thorough)
    return [
      { ending: TWINS.accented, sku: slow, atPolls: [1], onceSettled: false },
      { ending: TWINS.punctuated, sku: last, atPolls: [], onceSettled: true },
    ]
  const polls: Readonly<Record<number, readonly number[]>> = { 0: [1], 2: [1], 4: [4, 6] }
  const endings = [TWINS.accented, TWINS.punctuated, ...TWINS.more]
  // A service with few cards sells one of them under each of the references.
  return Array.from({ length: Math.max(endings.length, followed.length) }, (_, index) => ({
    ending: endings[index] ?? `f-${index + 1}`,
    sku: followed[index] ?? last,
    atPolls: polls[index] ?? [],
    onceSettled: true,
  }))
}

/** Buys cards that are worth polling, and follows these orders and all others that are still PROCESSING. */
async function followOrders(caller: Caller, offer: Offer, orderOf: OrderOf): Promise<void> {
  const chosen = new Map<string, Repeats>()
  for (const [index, { ending, sku, ...repeats }] of followedIn(offer, caller.target.thorough).entries()) {
    const title = 'an order that is followed until it settles, and its body again'
    const plain = orderOf(`f-${index + 1}`, sku)
    const unusual = orderOf(ending, sku)
    let order = isWithinLimits(unusual.partnerReference, caller.profile) ? unusual : plain
    if (isLimited(await buyMeasured(caller, title, order), caller) && caller.hasSpare) {
      order = plain
      await buyMeasured(caller, title, order)
    }
    chosen.set(order.partnerReference, repeats)
  }
  await followAll(caller, chosen)
}

/**
 * Where no lookup has found any order: one more under a reference of letters and digits alone. If that one is found, the
 * profile names the right lookup, and it can't be asked for the others.
 */
async function lookUpPlainly(caller: Caller, sku: string): Promise<void> {
  const hasFound = caller.entries.some(
    ({ exchange }) => exchange.operation === 'lookupOrder' && (exchange.response?.status ?? 500) < 300,
  )
  if (hasFound) return
  const partnerReference = caller.reference('y1').replace(/\W/g, '').toLowerCase()
  await buyMeasured(caller, 'a card under a reference of letters and digits alone', { partnerReference, sku })
}

/** The orders that were sold, and that no lookup finds: each is looked up once more after a while. */
async function ordersLost(caller: Caller): Promise<readonly SentOrder[]> {
  const notFound = async (orders: Iterable<SentOrder>) => {
    const missing: SentOrder[] = []
    for (const one of orders)
      if (summaryIn(await caller.lookUp(one.order.partnerReference)) === undefined) missing.push(one)
    return missing
  }
  const missing = await notFound(caller.orders.values())
  if (missing.length > 0) await caller.pace.sleep(LATE_LOOKUP_MS)
  return (await notFound(missing)).filter(({ last }) => isServed(last))
}

/** Between two requests with altered keys: a service may lock out a caller that sends many. Milliseconds. */
const KEY_PAUSE_MS = 50

/** Every read with keys that must not be served: of price and order only if a card was bought. */
async function readWithWrongKeys(caller: Caller, order: OrderRequest | undefined): Promise<void> {
  const reads: OperationId[] = ['ping', 'listProducts', 'getBalance']
  if (order !== undefined) reads.push('getPrice', 'lookupOrder')
  for (const operation of reads)
    for (const key of otherKeys(operation, caller.target)) {
      await caller.ask({ operation, values: { ...order }, key })
      if (key.value) await caller.pace.sleep(KEY_PAUSE_MS)
    }
}

/** What must be refused: the budget counts it, since a broken server may sell for it. */
async function provokeRefusals(caller: Caller, { skus, slow }: Offer, first: OrderRequest): Promise<void> {
  const { thorough, runId } = caller.target
  const refused = (title: string, body: string, key?: OtherKey) =>
    caller.line(`${title}, to be refused`, 1, () => caller.tryToBuy(body, key))
  await caller.ask({ operation: 'lookupOrder', values: { partnerReference: caller.reference('o-1') } })
  await caller.ask({ operation: 'getPrice', values: { sku: `${first.sku}-${runId}` } })
  caller.isAtLast = true

  const keys = otherKeys('createOrder', caller.target)
  const blocked = keys.filter(({ used }) => used === 'blocked')
  // Between two reads of the balance of the run's own key.
  for (const tried of [keys.filter((key) => !blocked.includes(key)), blocked].filter(
    ({ length }) => length > 0,
  ))
    await measured(caller, async () => {
      for (const [index, key] of tried.entries()) {
        // Without a key, a known body: a server that keeps its answers may find that one before it looks at the key.
        const unknown = {
          ...first,
          partnerReference: caller.reference(`${key.used === 'blocked' ? 'v' : 'w'}-${index}`),
        }
        const body = orderBody(key.used === 'none' ? first : unknown)
        await refused('a purchase without a key, or with one that must not be served', body, key)
      }
    })

  const other = skus.find((sku) => sku !== first.sku) ?? slow
  if (other !== first.sku)
    await refused('a known reference with another SKU', orderBody({ ...first, sku: other }))
  const partnerReference = caller.reference('u-1')
  const bodies = [JSON.stringify({ partnerReference }), '{"partnerReference"', '[]']
  for (const body of thorough ? bodies : bodies.slice(0, 1)) await refused('a body that is no purchase', body)
}

/** Reads everything once more: a purchase must not change how reads are answered. */
async function readAgain(caller: Caller, offer: Offer | undefined): Promise<void> {
  if ((await caller.ask({ operation: 'ping' })).status === null) return
  const [sku = offer?.ordinary] = skusIn(await caller.ask({ operation: 'listProducts' }), caller)
  if (sku !== undefined) await caller.ask({ operation: 'getPrice', values: { sku } })
  await caller.readBalance()
}
