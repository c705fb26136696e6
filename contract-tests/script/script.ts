import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { type Answer, isProcessing, isServed, orderBody, summaryIn } from '../run/exchange.ts'
import { buyAsAPartner, type ClientFault } from './as-a-partner.ts'
import type { Caller } from './caller.ts'
import { buyMeasured, LATE_LOOKUP_MS, measureAtRest, measured } from './measuring.ts'
import { type Offer, offerOf, readOffer, skusIn } from './offer.ts'
import type { SentOrder } from './order-book.ts'
import { type OtherKey, otherKeys } from './other-keys.ts'
import {
  abandonMore,
  buyAbandoned,
  buyAtOnce,
  buyFirst,
  buySecond,
  followOrders,
  seekStock,
} from './purchases.ts'

/** How many bodies to which nothing was said are sent once more at the end. */
const MOST_IN_DOUBT = 3
const IN_DOUBT = 'an identical body to which nothing was said, at the end'

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
  const found = await readOffer(caller)
  if (typeof found === 'string') return found
  const first = found && (await buyFirst(caller, found))
  const offer = found && first ? offerOf(first.sku, found) : found
  if (first !== undefined) {
    await caller.lookUp(first.partnerReference)
    await buyMeasured(caller, 'the identical body again, after a lookup', first)
  }
  const second = offer && first && (await buyMore(caller, offer, first))
  // Late: a service may lock out a caller who sends them.
  await readWithWrongKeys(caller, first)
  const changed = offer && first && second && (await provokeRefusals(caller, offer, first, second))
  await readAgain(caller, offer)
  if (!offer || !second) return null
  const fault = await measured(caller, () => buyAsAPartner(caller, caller.book.inStock(offer.ordinary)))
  await seekStock(caller)
  await measureAtRest(caller)
  await repeatAtLast(caller, offer, isServed(changed) ? [first] : [first, second])
  const all = [...caller.orders.values()]
  // What asks for a wait that is too long for a run may need none of it.
  const given = all.filter(({ isGivenUp }) => isGivenUp)
  if (given.length > 0) await caller.pace.sleep(LATE_LOOKUP_MS)
  for (const { order } of new Set([...all.slice(0, LOOKED_UP_AT_LAST), ...given]))
    await caller.lookUp(order.partnerReference)
  return fault
}

/** As late as can be: a service may forget a reference after a while, or after some others. */
async function repeatAtLast(
  caller: Caller,
  { ordinary }: Offer,
  early: readonly OrderRequest[],
): Promise<void> {
  const silent: OrderRequest[] = []
  for (const order of early) {
    const again = await buyMeasured(caller, 'an identical body of an early purchase, at the end', order)
    if (again && isProcessing(summaryIn(again))) await measureAtRest(caller)
    if (again && caller.book.saidBy(again) === 'nothing') silent.push(order)
  }
  // What says nothing again after another card was sold refuses.
  if (silent.length === 0 || !caller.budget.hasSpare) return
  const sold = { partnerReference: caller.references.of('y-2'), sku: caller.book.inStock(ordinary) }
  await buyMeasured(caller, 'a new reference, after an answer that says nothing', sold)
  for (const order of silent) if (caller.budget.hasSpare) await buyMeasured(caller, IN_DOUBT, order, null)
}

/** Everything that a run buys after its first card, from the second purchase, which is returned. */
async function buyMore(caller: Caller, offer: Offer, first: OrderRequest): Promise<OrderRequest> {
  const { orderOf, second } = await buySecond(caller, offer)
  await buyAtOnce(caller, orderOf)
  await seekStock(caller)
  const abandoned = await buyAbandoned(caller, offer, orderOf)
  await followOrders(caller, offer, orderOf)
  await abandonMore(caller, offer, orderOf)

  for (const order of abandoned) {
    const title = 'the identical body of an abandoned purchase, at the end'
    const answer = await buyMeasured(caller, title, order)
    // What says nothing, however often, shows something on another order alone.
    if (isServed(answer) || !caller.budget.hasSpare) break
  }
  const inDoubt = [...caller.orders.values()].filter(({ isInDoubt }) => isInDoubt)
  for (const { order } of inDoubt.slice(0, MOST_IN_DOUBT))
    if (caller.budget.hasSpare) await buyMeasured(caller, IN_DOUBT, order, null)
  await lookUpPlainly(caller, caller.book.inStock(offer.ordinary))
  await lookUpTwins(caller, first)
  for (const { order } of (await ordersLost(caller)).slice(0, MOST_IN_DOUBT)) {
    if (!caller.budget.hasSpare) break
    await buyMeasured(caller, 'the identical body of an order that no lookup finds at the end', order, null)
    // One that is found from then on was bought only now.
    await caller.lookUp(order.partnerReference)
  }
  return second
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
  const partnerReference = caller.references.of('y1').replace(/\W/g, '').toLowerCase()
  await buyMeasured(caller, 'a card under a reference of letters and digits alone', { partnerReference, sku })
}

/**
 * Looks references up that were never bought, and that a service may take for that of an order: with another prefix, with a
 * zero more, its beginning, with a wildcard of SQL, with what a router or a parser may cut off, and with another accent. One
 * that is found is bought, which shows whether it is another purchase.
 */
async function lookUpTwins(caller: Caller, { partnerReference: known, sku }: OrderRequest): Promise<void> {
  const start = known.slice(0, -1)
  const twins = [`A${known}`, known.replace(/:(?=\d)/, ':0'), start, `${start}_`, `${known}.1`, `${known}:1`]
  const accents = [...caller.orders.keys()].filter((reference) => reference.includes('\u00e9'))
  for (const partnerReference of [...twins, ...accents.map((one) => one.replace('\u00e9', '\u00e8'))]) {
    // One that is found has to be bought: only that shows whether it is a reference for this service.
    if (!caller.budget.hasSpare) return
    if (caller.orders.has(partnerReference) || !caller.references.isWithinLimits(partnerReference)) continue
    const request = { operation: 'lookupOrder', values: { partnerReference }, occasion: null } as const
    if (summaryIn(await caller.ask(request)) === undefined) continue
    const order = { partnerReference, sku: caller.book.inStock(sku) }
    await buyMeasured(caller, 'a reference that was never bought, and that a lookup finds', order, null)
    await caller.lookUp(partnerReference)
  }
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

/**
 * What must be refused: the budget counts it, since a broken server may sell for it. Returns the answer to another card under
 * a known reference, of which nothing can be told any more once it is served.
 */
async function provokeRefusals(
  caller: Caller,
  { skus, slow }: Offer,
  first: OrderRequest,
  known: OrderRequest,
): Promise<Answer | undefined> {
  const { runId } = caller.target
  const refused = (title: string, body: string, key?: OtherKey) =>
    caller.budget.line(`${title}, to be refused`, 1, () => caller.tryToBuy(body, key))
  await caller.ask({ operation: 'lookupOrder', values: { partnerReference: caller.references.of('o-1') } })
  await caller.ask({ operation: 'getPrice', values: { sku: `${first.sku}-${runId}` } })
  caller.budget.isAtLast = true

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
          partnerReference: caller.references.of(`${key.used === 'blocked' ? 'v' : 'w'}-${index}`),
        }
        const body = orderBody(key.used === 'none' ? first : unknown)
        await refused('a purchase without a key, or with one that must not be served', body, key)
      }
    })

  const other = skus.find((sku) => sku !== known.sku) ?? slow
  const changed =
    other === known.sku
      ? undefined
      : await refused('a known reference with another SKU', orderBody({ ...known, sku: other }))
  const partnerReference = caller.references.of('u-1')
  await refused('a body that is no purchase', JSON.stringify({ partnerReference }))
  return changed
}

/** Reads everything once more: a purchase must not change how reads are answered. */
async function readAgain(caller: Caller, offer: Offer | undefined): Promise<void> {
  if ((await caller.ask({ operation: 'ping' })).status === null) return
  const [sku = offer?.ordinary] = skusIn(await caller.ask({ operation: 'listProducts' }), caller)
  if (sku !== undefined) await caller.ask({ operation: 'getPrice', values: { sku } })
  await caller.readBalance()
}
