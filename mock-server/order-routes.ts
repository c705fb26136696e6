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
import type { Account } from './store.ts'

/** `POST /orders`: records a purchase, or answers with the one that the identical body made before (§4.2). */
export async function purchase(c: MockContext): Promise<Response> {
  const { profile, scenarioOf, shelfOf } = c.get('mock')
  const request = readOrderRequest(
    c.req.header('Content-Type'),
    c.get('body'),
    profile.limits,
    c.get('clean'),
  )
  if ('code' in request) return refuse(c, request)
  noteOrder(c, request, 'none')
  const product = shelfOf(c.get('partner')).find(request.sku)
  if (product === undefined) return refuse(c, withdrawnSku(request.sku))
  const scenario = scenarioOf(request.sku)
  const unfit = unfitFault(c, scenario)
  if (unfit !== undefined) return refuse(c, needsSocket(scenario, unfit))
  const fault = await nextFault(c, scenario, 'createOrder', request.partnerReference)
  return befall(c, { fault, sku: request.sku }, () => place(c, request, { scenario, price: product.price }))
}

/** The lookup of an order by its reference, where the profile says (gap `lookup-operation`). */
export async function lookUp(c: MockContext): Promise<Response> {
  const { store, scenarioOf } = c.get('mock')
  const partnerReference = referenceAskedFor(c)
  if (partnerReference === undefined)
    return refuse(c, { code: 'unknown-operation', detail: incompleteLookup(c) })
  const order = await store.findOrder(accountOf(c), partnerReference)
  if (order === undefined || !isKnownToLookup(order, nowOf(c)))
    return refuse(c, unknownOrder(partnerReference))
  noteOrder(c, order, 'none')
  const scenario = scenarioOf(order.sku)
  const fault = await nextFault(c, scenario, 'lookupOrder', partnerReference)
  return befall(c, { fault, sku: order.sku }, async () =>
    serveOrder(c, 'lookup', summaryOf(c, order), scenario.extraFields),
  )
}

type Offer = { readonly scenario: Scenario; readonly price: number }

async function place(c: MockContext, request: OrderRequest, { scenario, price }: Offer): Promise<Response> {
  const { profile, store } = c.get('mock')
  const placement = await store.placeOrder(accountOf(c), {
    ...request,
    price,
    placedAt: nowOf(c),
    course: scenario.course,
    ...(scenario.revokesKey && { revokesKey: true }),
  })
  if (placement.kind === 'conflict') return refuse(c, referenceConflict(request, placement.order))
  if (placement.kind === 'insufficient-balance')
    return refuse(c, insufficientBalance(price, placement.available, profile.money))
  noteOrder(c, request, placement.kind)
  return serveOrder(c, 'purchase', summaryOf(c, placement.order), scenario.extraFields)
}

/** A fault that this transport can't show, of a scenario that has one. */
function unfitFault(c: MockContext, { faults }: Scenario): Fault | undefined {
  return connectionOf(c.env) === undefined ? faults.find(needsConnection) : undefined
}

/** Counts a request about an order, where that matters, and tells the fault that befalls it. */
async function nextFault(
  c: MockContext,
  scenario: Scenario,
  on: FaultyOperation,
  partnerReference: string,
): Promise<Fault | undefined> {
  if (!scenario.faults.some((fault) => fault.on === on)) return undefined
  const attempt = await c.get('mock').store.countAttempt(accountOf(c), `${on} ${partnerReference}`)
  return faultOf(scenario, on, attempt)
}

function accountOf(c: MockContext): Account {
  const { key, openingBalance } = c.get('partner')
  return { world: key, openingBalance }
}

function nowOf(c: MockContext): number {
  return c.get('mock').clocks.now(c.get('partner').key)
}

function summaryOf(c: MockContext, order: Order) {
  return summaryAt(order, nowOf(c), c.get('mock').profile.states)
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
