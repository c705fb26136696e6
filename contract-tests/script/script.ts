import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { Entry } from '../history/history.ts'
import { type Answer, isProcessing, isServed, purchaseSummary, summaryIn } from '../run/answer.ts'
import { orderBody } from '../run/api-client.ts'
import { buyAsAPartner, type ClientFault } from './buy-as-a-partner.ts'
import type { Caller, OtherKey } from './caller.ts'
import { type Followed, followAll } from './following.ts'
import { measureAtRest, measured, measuredFirst } from './measuring.ts'
import { type Offer, readOffer, skusIn } from './offer.ts'
import { buyOftener } from './thorough-script.ts'
import { otherKeys, readsWith } from './wrong-keys.ts'

/** How often one body is sent at the same moment, together with one under another reference. */
const AT_ONCE = 3

/** How long after its request a client goes away, in milliseconds. */
const ABORTS_MS = [0, 30] as const

/** How many bodies to which nothing was said are sent once more at the end. */
const MOST_IN_DOUBT = 3

/** How long after its purchase an order that no lookup finds is looked up once more. Milliseconds. */
const LATE_LOOKUP_MS = 2500

/** What a run has bought: every order, in the order of its first purchase, with its last answer. */
type Bought = Map<string, { readonly order: OrderRequest; readonly last: Answer | undefined }>

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
  const first = offer && { partnerReference: caller.reference('a-1'), sku: offer.ordinary }
  const sold = first && (await buyFirst(caller, first))
  const isSold = sold !== undefined
  await readWithWrongKeys(caller, isSold ? first : undefined)
  if (offer !== undefined && isSold) {
    await buyMore(caller, offer, sold)
    await provokeRefusals(caller, offer, sold.order)
  }
  await readAgain(caller, offer)
  const fault =
    offer !== undefined && isSold ? await measured(caller, () => buyAsAPartner(caller, offer.ordinary)) : null
  if (isSold) await measureAtRest(caller)
  return fault
}

type Sold = { readonly order: OrderRequest; readonly last: Answer }

/** The first purchase, its lookup, and its body again; undefined where it was not sold. */
async function buyFirst(caller: Caller, first: OrderRequest): Promise<Sold | undefined> {
  const answer = await caller.line('the first purchase', 1, () =>
    measuredFirst(caller, () => caller.buy(first)),
  )
  if (answer === undefined || !isServed(answer)) return undefined
  await caller.lookUp(first.partnerReference)
  await caller.line('the identical body again, after a lookup', 1, () =>
    measured(caller, () => caller.buy(first)),
  )
  return { order: first, last: answer }
}

/** Everything that a run buys after its first card. */
async function buyMore(caller: Caller, offer: Offer, { order: first, last }: Sold): Promise<void> {
  const { ordinary, slow } = offer
  const bought: Bought = new Map()
  const keep = (order: OrderRequest, last: Answer | undefined) =>
    bought.set(order.partnerReference, { order, last })
  keep(first, last)

  const reference = await buySecond(caller, ordinary, keep)
  const orderOf = (ending: string, sku = ordinary) => ({ partnerReference: reference(ending), sku })

  // One new body, several times at the same moment, together with a reference that differs only in case.
  await caller.line(
    `one body ${AT_ONCE} times and another reference, all at the same moment`,
    AT_ONCE + 1,
    () =>
      measured(caller, async () => {
        const [same, other] = [orderOf('c-1'), orderOf('C-1')]
        const identical = Array.from({ length: AT_ONCE }, () => caller.buy(same))
        const [answers, beside] = await Promise.all([Promise.all(identical), caller.buy(other)])
        keep(
          same,
          answers.find((answer) => answer && isServed(answer)),
        )
        keep(other, beside)
      }),
  )

  const abandoned: OrderRequest[] = []
  for (const turn of caller.target.thorough ? [0, 1, 2, 3] : [0, 1]) {
    // The ordinary card at once, the slow one a moment later; then the other way round.
    const order = orderOf(`d-${turn + 1}`, turn === 1 || turn === 2 ? slow : ordinary)
    const answer = await abandonAndFind(caller, order, ABORTS_MS[turn % 2] ?? 0)
    keep(order, answer)
    if (answer !== undefined) abandoned.push(order)
    // An answer that says nothing, however often it is asked for, shows something on another order alone.
    if (answer !== undefined && isServed(answer)) continue
    const another = orderOf(`d-${turn + 1}-2`, order.sku)
    keep(another, await abandonAndFind(caller, another, ABORTS_MS[turn % 2] ?? 0))
  }

  if (caller.target.thorough) await buyOftener(caller, offer, orderOf, keep)

  await followOrders(caller, offer, orderOf, bought)

  await caller.line('the identical body of the first purchase, at the end', 1, () =>
    measured(caller, () => caller.buy(first)),
  )
  for (const order of abandoned) {
    const answer = await caller.line('the identical body of an abandoned purchase, at the end', 1, () =>
      measured(caller, () => caller.buy(order)),
    )
    // What says nothing, however often, shows something on another order alone.
    if (!caller.target.thorough && answer !== undefined && isServed(answer)) break
    if (!caller.covers(caller.keeps)) break
  }
  for (const order of [...caller.inDoubt.values()].slice(0, MOST_IN_DOUBT))
    if (caller.covers(caller.keeps))
      await caller.line('an identical body to which nothing was said, at the end', 1, () =>
        measured(caller, () => caller.buy(order)),
      )
  await lookUpPlainly(caller, ordinary, bought)
  const lost = await notFoundAtLast(caller, bought)
  for (const order of lost.slice(0, MOST_IN_DOUBT)) {
    if (!caller.covers(caller.keeps)) break
    await caller.line('the identical body of an order that no lookup finds at the end', 1, () =>
      measured(caller, () => caller.buy(order)),
    )
    // One that is found from then on was bought only now.
    await caller.lookUp(order.partnerReference)
  }
}

/**
 * The same card under a new reference: a long one, or a short one if that is refused (gap `size-limits`). If it is
 * accepted, all further references share 33 characters: a server that stores fewer confuses them.
 *
 * @returns how further references are made.
 */
async function buySecond(
  caller: Caller,
  sku: string,
  keep: (order: OrderRequest, last: Answer | undefined) => void,
): Promise<(ending: string) => string> {
  const long = (ending: string) => caller.reference(`purchase-of-${ending}`)
  const title = 'the same card under a new reference, and a shorter one where that is refused'
  const buy = async (partnerReference: string) => {
    const answer = await measured(caller, () => caller.buy({ partnerReference, sku }))
    keep({ partnerReference, sku }, answer)
    return answer
  }
  const answer = await caller.line(title, 2, () => buy(long('b-1')))
  if (answer === undefined || isServed(answer)) return long
  await caller.line(title, 1, () => buy(caller.reference('b-1')))
  return (ending) => caller.reference(ending)
}

/** A purchase whose client goes away, then looked up and sent again, between two reads of the balance. */
async function abandonAndFind(
  caller: Caller,
  order: OrderRequest,
  afterMs: number,
): Promise<Answer | undefined> {
  return caller.line('a purchase abandoned, then looked up and resent', 2, () =>
    measured(caller, async () => {
      await caller.abandon(order, afterMs)
      await caller.lookUp(order.partnerReference)
      return caller.buy(order)
    }),
  )
}

/** At which poll of which order the identical body is sent instead of a lookup, the most useful first. */
const REPEATS_WHILE_PROCESSING: readonly (readonly [flow: number, poll: number])[] = [
  [0, 1],
  [2, 1],
  [4, 4],
  [4, 6],
]

/** Buys each card that is worth polling, and follows these orders and all others that are still PROCESSING. */
async function followOrders(
  caller: Caller,
  { followed }: Offer,
  orderOf: (ending: string, sku: string) => OrderRequest,
  bought: Bought,
): Promise<void> {
  const repeats = REPEATS_WHILE_PROCESSING.slice(0, caller.target.thorough ? undefined : 1)
  const chosen: Followed[] = []
  for (const [index, sku] of followed.entries()) {
    const order = orderOf(`f-${index + 1}`, sku)
    const title = 'an order that is followed until it settles, then its body again'
    const from = await caller.line(title, 2, () => measured(caller, () => caller.buy(order)))
    if (from === undefined) continue
    bought.set(order.partnerReference, { order, last: from })
    const repeatAtPolls = repeats.filter(([flow]) => flow === index).map(([, poll]) => poll)
    if (isServed(from)) chosen.push({ order, from, repeatAtPolls, repeatOnceSettled: true })
  }
  const known = new Set(chosen.map(({ order }) => order.partnerReference))
  const unsettled = [...bought.values()].flatMap(({ order, last }): Followed[] => {
    if (known.has(order.partnerReference) || last === undefined || !isUnsettled(last, caller)) return []
    // A lookup has said settled, and the body PROCESSING: its body is sent again.
    const found = caller.found.get(order.partnerReference)
    const repeatOnceSettled =
      found !== undefined && !isProcessing(found) && isProcessing(purchaseSummary(last))
    return [{ order, from: last, repeatAtPolls: [], repeatOnceSettled }]
  })
  await followAll(caller, [...chosen, ...unsettled])
}

function isUnsettled(answer: Answer, { profile }: Caller): boolean {
  const summary = summaryIn(answer)
  const { success, failure } = profile.states
  return (
    summary !== undefined && (isProcessing(summary) || ![...success, ...failure].includes(summary.status))
  )
}

/**
 * Where no lookup has found any order: one more under a reference of letters and digits alone. If that one is found, the
 * profile names the right lookup, and it can't be asked for the others.
 */
async function lookUpPlainly(caller: Caller, sku: string, bought: Bought): Promise<void> {
  const isFound = ({ exchange }: Entry) =>
    exchange.operation === 'lookupOrder' && (exchange.response?.status ?? 500) < 300
  if (caller.entries.some(isFound)) return
  const order = { partnerReference: caller.reference('y1').replace(/\W/g, '').toLowerCase(), sku }
  const last = await caller.line('a card under a reference of letters and digits alone', 1, () =>
    measured(caller, () => caller.buy(order)),
  )
  if (last !== undefined) bought.set(order.partnerReference, { order, last })
}

/** The orders that were sold, and that their last lookup does not find: each is looked up once more after a while. */
async function notFoundAtLast(caller: Caller, bought: Bought): Promise<readonly OrderRequest[]> {
  const missing: { readonly order: OrderRequest; readonly last: Answer | undefined }[] = []
  for (const one of bought.values())
    if ((await caller.find(one.order.partnerReference)) === undefined) missing.push(one)
  if (missing.length > 0) await caller.pace.sleep(LATE_LOOKUP_MS)
  const lost: OrderRequest[] = []
  for (const { order, last } of missing) {
    const isFound = (await caller.find(order.partnerReference)) !== undefined
    if (!isFound && last !== undefined && isServed(last)) lost.push(order)
  }
  return lost
}

/** Every read with keys that must not be served: of price and order only if a card was bought. */
async function readWithWrongKeys(caller: Caller, order: OrderRequest | undefined): Promise<void> {
  for (const key of otherKeys(caller)) await readsWith(caller, key, order)
  await caller.ask({ operation: 'getBalance', key: { used: 'nobody', value: `${caller.target.apiKey}0` } })
}

/** What must be refused: the budget counts it, since a broken server may sell for it. */
async function provokeRefusals(caller: Caller, { skus, slow }: Offer, first: OrderRequest): Promise<void> {
  await caller.ask({ operation: 'lookupOrder', values: { partnerReference: caller.reference('never-sent') } })
  await caller.ask({ operation: 'getPrice', values: { sku: `NO-SUCH-SKU-${caller.target.runId}` } })
  const { thorough } = caller.target
  caller.isAtLast = true

  const keys = otherKeys(caller).filter(({ used }) => thorough || used !== 'invalid')
  await tryKeys(
    caller,
    first,
    keys.filter(({ used }) => used !== 'blocked'),
  )
  await tryKeys(
    caller,
    first,
    keys.filter(({ used }) => used === 'blocked'),
  )

  const other = skus.find((sku) => sku !== first.sku) ?? slow
  if (other !== first.sku)
    await caller.line('a known reference with another SKU, to be refused', 1, () =>
      caller.tryToBuy(orderBody({ ...first, sku: other })),
    )
  const partnerReference = caller.reference('unusable')
  const bodies = [JSON.stringify({ partnerReference }), '{"partnerReference"', '[]']
  for (const body of thorough ? bodies : bodies.slice(0, 1))
    await caller.line('a body that is no purchase, to be refused', 1, () => caller.tryToBuy(body))
}

/** Purchases with keys that must not be served, between two reads of the balance of the run's own key. */
async function tryKeys(caller: Caller, first: OrderRequest, keys: readonly OtherKey[]): Promise<void> {
  if (keys.length === 0) return
  await measured(caller, async () => {
    for (const key of keys) {
      // The one without a key has a known body: a server that keeps its answers may find that one before it looks at the key.
      const partnerReference =
        key.used === 'none'
          ? first.partnerReference
          : caller.reference(`wrong-key-${key.used}-${keys.indexOf(key)}`)
      await caller.line(
        'a purchase without a key, or with one that must not be served, to be refused',
        1,
        () => caller.tryToBuy(orderBody({ ...first, partnerReference }), key),
      )
    }
  })
}

/** Reads everything once more: a purchase must not change how reads are answered. */
async function readAgain(caller: Caller, offer: Offer | undefined): Promise<void> {
  const ping = await caller.ask({ operation: 'ping' })
  if (ping.status === null) return
  const [sku] = skusIn(await caller.ask({ operation: 'listProducts' }), caller)
  const known = sku ?? offer?.ordinary
  if (known !== undefined) await caller.ask({ operation: 'getPrice', values: { sku: known } })
  await caller.readBalance()
}
