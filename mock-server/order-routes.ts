import type { OrderRequest } from '../contract/bodies.ts'
import type { Exchange } from '../contract/exchange.ts'
import type { Fault } from '../contract/fault.ts'
import { parameterOf, parsePathTemplate } from '../contract/path-template.ts'
import type { Scenario } from '../contract/scenario.ts'
import { befall } from './befall.ts'
import { connectionOf } from './caller.ts'
import type { MockContext } from './env.ts'
import { isKnownToLookup, type Order, summaryAt } from './order.ts'
import {
  insufficientBalance,
  needsSocket,
  referenceConflict,
  unknownOrder,
  withdrawnSku,
} from './order-refusals.ts'
import { readOrderRequest } from './order-request.ts'
import { refuse, serveOrder } from './respond.ts'
import { type FaultyOperation, faultOf, needsConnection } from './scripted-fault.ts'
import { accountOf, enterWorld, refuseInWorld, refuseRevoked } from './world-entry.ts'

/** `POST /orders`: records a purchase, or answers with the one that the identical body made before (§4.2). */
export async function purchase(c: MockContext): Promise<Response> {
  const { profile, scenarioOf, shelfOf } = c.get('mock')
  const request = readOrderRequest(
    c.req.header('Content-Type'),
    c.get('body'),
    profile.limits,
    c.get('clean'),
  )
  if ('code' in request) return refuseInWorld(c, request)
  const product = shelfOf(c.get('partner')).find(request.sku)
  const offer = product && { price: product.price, scenario: scenarioOf(request.sku) }
  if (offer !== undefined && !hasFaults(offer.scenario, 'createOrder')) return place(c, request, offer)
  if ((await enterWorld(c)).isRevoked) return refuseRevoked(c)
  noteOrder(c, request, 'none')
  return offer === undefined ? refuse(c, withdrawnSku(request.sku)) : placeWithFault(c, request, offer)
}

/** The lookup of an order by its reference, where the profile says (gap `lookup-operation`). */
export async function lookUp(c: MockContext): Promise<Response> {
  const { store, scenarioOf } = c.get('mock')
  const partnerReference = referenceAskedFor(c)
  if (partnerReference === undefined)
    return refuseInWorld(c, { code: 'unknown-operation', detail: incompleteLookup(c) })
  const told = await store.findOrder(accountOf(c), partnerReference)
  c.set('world', told)
  const { order } = told
  if (told.isRevoked) return refuseRevoked(c)
  if (order === undefined || !isKnownToLookup(order, told.now))
    return refuse(c, unknownOrder(partnerReference))
  noteOrder(c, order, 'none')
  const scenario = scenarioOf(order.sku)
  const answerAt = (now: number) => serveOrder(c, 'lookup', summaryOf(c, order, now), scenario.extraFields)
  if (!hasFaults(scenario, 'lookupOrder')) return answerAt(told.now)
  const fault = await nextFault(c, scenario, 'lookupOrder', partnerReference)
  // Its fault may hold the answer back before it is made: what it says is what is then.
  return befall(c, { fault, sku: order.sku }, async () => answerAt((await store.enter(accountOf(c))).now))
}

type Offer = { readonly scenario: Scenario; readonly price: number }

async function placeWithFault(c: MockContext, request: OrderRequest, offer: Offer): Promise<Response> {
  const unfit = unfitFault(c, offer.scenario)
  if (unfit !== undefined) return refuse(c, needsSocket(offer.scenario, unfit))
  const fault = await nextFault(c, offer.scenario, 'createOrder', request.partnerReference)
  return befall(c, { fault, sku: request.sku }, () => place(c, request, offer))
}

async function place(c: MockContext, request: OrderRequest, { scenario, price }: Offer): Promise<Response> {
  const { profile, store } = c.get('mock')
  const told = await store.placeOrder(accountOf(c), {
    ...request,
    price,
    course: scenario.course,
    ...(scenario.revokesKey && { revokesKey: true }),
  })
  c.set('world', told)
  const { placement, now } = told
  if (placement.kind === 'revoked') return refuseRevoked(c)
  const isBought = placement.kind === 'recorded' || placement.kind === 'replayed'
  noteOrder(c, request, isBought ? placement.kind : 'none')
  if (placement.kind === 'conflict') return refuse(c, referenceConflict(request, placement.order))
  if (placement.kind === 'insufficient-balance')
    return refuse(c, insufficientBalance(price, placement.available, profile.money))
  return serveOrder(c, 'purchase', summaryOf(c, placement.order, now), scenario.extraFields)
}

function hasFaults({ faults }: Scenario, on: FaultyOperation): boolean {
  return faults.some((fault) => fault.on === on)
}

/** A fault that this transport can't show, of a scenario that has one. */
function unfitFault(c: MockContext, { faults }: Scenario): Fault | undefined {
  return connectionOf(c.env) === undefined ? faults.find(needsConnection) : undefined
}

/** Counts a request about an order, and tells the fault that befalls it. */
async function nextFault(
  c: MockContext,
  scenario: Scenario,
  on: FaultyOperation,
  partnerReference: string,
): Promise<Fault | undefined> {
  const attempt = await c.get('mock').store.countAttempt(accountOf(c), `${on} ${partnerReference}`)
  return faultOf(scenario, on, attempt)
}

function summaryOf(c: MockContext, order: Order, now: number) {
  return summaryAt(order, now, c.get('mock').profile.states)
}

function noteOrder(c: MockContext, { partnerReference, sku }: OrderRequest, effect: OrderEffect): void {
  const clean = c.get('clean')
  c.get('recording').order({ partnerReference: clean(partnerReference), sku: clean(sku), effect })
}

type OrderEffect = NonNullable<Exchange['order']>['effect']

/** The reference in the path or the query, wherever the template has its place; literal query values must be there. */
function referenceAskedFor(c: MockContext): string | undefined {
  const { segments, query } = parsePathTemplate(c.get('mock').operations.lookupOrder.path)
  const literals = query.filter(([, value]) => parameterOf(value) === undefined)
  if (literals.some(([name, value]) => c.req.query(formDecoded(name)) !== formDecoded(value)))
    return undefined
  if (segments.some((segment) => parameterOf(segment) !== undefined)) return c.req.param('partnerReference')
  const [name = ''] = query.find(([, value]) => parameterOf(value) !== undefined) ?? []
  return c.req.query(formDecoded(name))
}

/** A `+` in a query reads as a space; no template holds a percent sign. */
function formDecoded(part: string): string {
  return part.replaceAll('+', ' ')
}

function incompleteLookup(c: MockContext): string {
  const { method, path } = c.get('mock').operations.lookupOrder
  return `The lookup of an order is ${method} ${path} in this profile; its query is incomplete.`
}
