import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { Answer } from '../analysis/answer.ts'
import { IN_A_ROW, MENTIONS } from '../run/purchase-plan.ts'
import type { Session } from '../run/session.ts'
import { abandonedUnseen } from './abandoned.ts'
import { buy, lookUp } from './buying.ts'
import { neededFirstPurchase, similarReference } from './first-orders.ts'
import { type Bought, type Measured, measure, measuredBuy } from './measured.ts'
import { shoppingList } from './shopping-list.ts'
import { inTurn, repeatedly } from './step.ts'

/** One purchase of an order, then its replays, each between two reads of the balance. */
export type Repeated = { readonly first: Bought; readonly repeats: readonly Bought[] }

/** A body, and the same two members in the other order: the same purchase (§4.2). */
export const reordered = inTurn(abandonedUnseen, async (session): Promise<Repeated> => {
  const order = await newOrder(session, 'g-1')
  const [repeated] = await repeatedly(session, 'reordered', async () => {
    const first = await measuredBuy(session, order)
    const { partnerReference, sku } = order
    const body = JSON.stringify({ sku, partnerReference })
    const repeat = await measure(session, async () => ({ order, answer: await buy(session, order, body) }))
    return { first, repeats: [repeat] }
  })
  return repeated as Repeated
})

const PAUSE_MS = 1200

/** One body, sent many times one after another: at once, after lookups, and after more than a second. */
export const mentions = inTurn(reordered, async (session): Promise<Repeated> => {
  const order = await newOrder(session, 'g-2')
  const [repeated] = await repeatedly(session, 'mentions', async () => {
    const first = await measuredBuy(session, order)
    const repeats: Bought[] = []
    while (repeats.length < MENTIONS - 1) {
      if (repeats.length === 2) await session.pace.sleep(PAUSE_MS)
      if (repeats.length > 2) await lookUp(session, order.partnerReference)
      repeats.push(await measuredBuy(session, order))
    }
    return { first, repeats }
  })
  return repeated as Repeated
})

/** Two references that differ in one respect only, and are two purchases (§4.2). */
export type ReferencePair = {
  /** How they differ, in a few words. */
  readonly by: string
  readonly one: Bought
  readonly other: Bought
  /** The replay of the second one. */
  readonly repeat: Bought
}

const LONG = 'l'.repeat(48)

/** How two references differ: the end of each, the less usual one second. */
const WRITINGS: readonly (readonly [by: string, one: string, other: string])[] = [
  ['the case of a letter', 'Case', 'case'],
  ['a character behind many', `${LONG}1`, `${LONG}2`],
  ['a mark between letters', 'mark-1', 'mark_1'],
  ['characters that JSON and a URL escape', 'quote"/\\1', 'quote"%2F\\1'],
  ['an accent', 'cafe', 'caf\u00e9'],
  ['a blank', 'blank', 'blank '],
]

/** Pairs of references that a server may confuse. */
export const written = inTurn(mentions, async (session): Promise<readonly ReferencePair[]> => {
  await neededFirstPurchase(session)
  const { slow } = await shoppingList(session)
  return repeatedly(session, 'written', async (turn): Promise<ReferencePair> => {
    const [by = '', first = '', second = ''] = WRITINGS[turn] ?? []
    const orderOf = (ending: string) => ({ sku: slow, partnerReference: session.reference(ending) })
    const one = await measuredBuy(session, orderOf(first))
    const other = await measuredBuy(session, orderOf(second))
    await lookUp(session, other.order.partnerReference)
    return { by, one, other, repeat: await measuredBuy(session, other.order) }
  })
})

/** The same card under one new reference after another. */
export const inARow = inTurn(written, async (session): Promise<readonly Bought[]> => {
  const [bought = []] = await repeatedly(session, 'inARow', async () => {
    const all: Bought[] = []
    while (all.length < IN_A_ROW) {
      all.push(await measuredBuy(session, await newOrder(session, `r-${all.length + 1}`)))
    }
    return all
  })
  return bought
})

/** Purchases of several references, each sent twice, all at the same moment. */
export type Crowd = Measured<{
  /** By the body that was sent. */
  readonly bodies: readonly (readonly Answer[])[]
}>

/** Several references at the same moment, each twice. */
export const crowd = inTurn(inARow, async (session): Promise<Crowd> => {
  const { order } = await neededFirstPurchase(session)
  const orders: OrderRequest[] = []
  while (orders.length < IN_A_ROW) {
    orders.push({ ...order, partnerReference: await similarReference(session, `s-${orders.length + 1}`) })
  }
  const [step] = await repeatedly(session, 'crowd', () =>
    measure(session, async () => {
      const twice = orders.map((one) => Promise.all([buy(session, one), buy(session, one)]))
      return { bodies: await Promise.all(twice) }
    }),
  )
  return step as Crowd
})

async function newOrder(session: Session, ending: string): Promise<OrderRequest> {
  const { order } = await neededFirstPurchase(session)
  return { ...order, partnerReference: await similarReference(session, ending) }
}
