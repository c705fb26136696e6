import type { Course, Scenario } from '../../contract/scenario/scenario.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { OrderEffect } from '../../contract/wire/exchange.ts'
import { type Fault, faultOf } from '../../contract/wire/fault.ts'
import { type OrderedFault, orderedFaultOn } from '../../contract/wire/ordered-fault.ts'
import { callerAccount, type Outcome, requestRedactor, respond } from '../answers.ts'
import { canShow, hasFaults, withFault } from '../faults.ts'
import type { Refused } from '../refusals.ts'
import {
  cannotShow,
  insufficientBalance,
  keyInReference,
  referenceConflict,
  revokedKey,
  unknownSku,
} from '../refusals.ts'
import type { MockContext } from '../sandbox/mock.ts'
import { readOrderRequest } from './order-body.ts'
import { orderDocument } from './order-document.ts'

/** `POST /orders`: records a purchase, or answers with the one that the identical body made before (§4.2). */
export async function createOrder(c: MockContext): Promise<Response> {
  const { scenarioOf, offersFor } = c.get('mock')
  const order = readOrder(c)
  if ('code' in order) return refuse(c, order)
  const offers = offersFor(c.get('partner'))
  const product = offers.find(order.sku)
  const scenario = scenarioOf(order.sku)
  if (product === undefined)
    return refuse(c, unknownSku('createOrder', order.sku, offers.skusNear(order.sku)), order)
  const purchase = { ...order, price: product.price, course: scenario.course, scenario }
  return isScripted(scenario) ? buyScripted(c, purchase) : buy(c, purchase)
}

/** The two fields of the body, or why they are refused. */
function readOrder(c: MockContext): OrderRequest | Refused {
  const { profile, redaction } = c.get('mock')
  const message = {
    contentType: c.req.header('Content-Type'),
    transferEncoding: c.req.header('Transfer-Encoding'),
    body: c.get('body'),
    redact: (text: string) => requestRedactor(c)(text),
  }
  const order = readOrderRequest(message, profile)
  if ('code' in order) return order
  const { partnerReference } = order
  const holdsKey = redaction.redactorOf([c.get('partner').key])(partnerReference) !== partnerReference
  return holdsKey ? keyInReference(profile.auth.header) : order
}

/** Refuses a purchase. If its key is revoked, that is the reason, before any other. */
async function refuse(c: MockContext, refused: Refused, order?: OrderRequest): Promise<Response> {
  const { store, profile } = c.get('mock')
  const { isRevoked } = await store.enter(callerAccount(c))
  if (isRevoked) return respond(c, revokedKey(profile.auth))
  if (order !== undefined) noteOrder(c, order, 'none')
  return respond(c, refused)
}

function noteOrder(c: MockContext, { partnerReference, sku }: OrderRequest, effect: OrderEffect): void {
  c.get('entry').note({ order: { partnerReference, sku, effect } })
}

type Purchase = OrderRequest & {
  readonly price: number
  readonly course: Course
  readonly scenario: Scenario
}

/** Whether the attempts at a purchase are counted, for its faults or its later course. */
function isScripted(scenario: Scenario): boolean {
  return hasFaults(scenario, 'createOrder') || scenario.laterCourse !== undefined
}

/** Buys a card without a fault of its own. If a fault was ordered, the store says so and places nothing. */
async function buy(c: MockContext, purchase: Purchase): Promise<Response> {
  const { store } = c.get('mock')
  const outcome = await place(c, purchase, false)
  if (outcome !== undefined) return respond(c, outcome)
  const ordered = await store.next.take(callerAccount(c), 'createOrder')
  return buyWithFault(c, purchase, ordered && orderedFaultOn('createOrder', ordered), ordered)
}

/** Buys a card whose scenario counts the attempts at a purchase. */
async function buyScripted(c: MockContext, purchase: Purchase): Promise<Response> {
  const { store, profile } = c.get('mock')
  const { scenario, partnerReference } = purchase
  const account = callerAccount(c)
  if ((await store.enter(account)).isRevoked) return respond(c, revokedKey(profile.auth))
  const ordered = await store.next.take(account, 'createOrder')
  // An ordered fault replaces those of the card.
  const own = scenario.faults.filter(({ on }) => ordered === undefined || on !== 'createOrder')
  const unfit = own.find((fault) => !canShow(c, fault))
  if (unfit !== undefined) return refuseFault(c, purchase, unfit)
  const attempt = await store.countAttempt(account, `createOrder ${partnerReference}`)
  const isFirst = attempt === 1 && scenario.laterCourse !== undefined
  const nth = isFirst ? await store.countAttempt(account, `order of ${scenario.sku}`) : 1
  const course = nth > 1 ? (scenario.laterCourse ?? scenario.course) : scenario.course
  const fault =
    ordered === undefined ? faultOf(scenario, 'createOrder', attempt) : orderedFaultOn('createOrder', ordered)
  return buyWithFault(c, { ...purchase, course }, fault, ordered)
}

async function buyWithFault(
  c: MockContext,
  purchase: Purchase,
  fault: Fault | undefined,
  ordered?: OrderedFault,
): Promise<Response> {
  noteOrder(c, purchase, 'none')
  if (fault !== undefined && !canShow(c, fault)) return refuseFault(c, purchase, fault, ordered)
  return withFault(
    c,
    fault && { fault, ordered, sku: purchase.sku },
    async () => (await place(c, purchase, true)) as Outcome,
  )
}

function refuseFault(c: MockContext, purchase: Purchase, fault: Fault, ordered?: OrderedFault): Response {
  noteOrder(c, purchase, 'none')
  return respond(c, cannotShow(fault, { ordered, scenario: purchase.scenario }))
}

/**
 * Places an order: the store decides replay, conflict, balance and debit in one step.
 *
 * @param isFaultKnown whether the ordered faults have been counted; otherwise nothing is placed while faults wait.
 * @returns undefined if nothing was placed because faults wait.
 */
async function place(
  c: MockContext,
  { partnerReference, sku, price, course, scenario }: Purchase,
  isFaultKnown: boolean,
): Promise<Outcome | undefined> {
  const { profile, store } = c.get('mock')
  const asked = { partnerReference, sku, price, course }
  const purchase = scenario.revokesKey ? { ...asked, revokesKey: true as const } : asked
  const { placement, now } = await store.placeOrder(callerAccount(c), purchase, isFaultKnown)
  if (placement.kind === 'faults-wait') return undefined
  if (placement.kind === 'revoked') return revokedKey(profile.auth)
  const isBought = placement.kind === 'recorded' || placement.kind === 'replayed'
  noteOrder(c, asked, isBought ? placement.kind : 'none')
  if (isBought) return { document: orderDocument(c, placement.order, now) }
  if (placement.kind === 'conflict') return referenceConflict(asked, placement.order)
  return insufficientBalance(price, placement.available, profile.money)
}
