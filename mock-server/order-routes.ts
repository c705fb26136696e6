import type { OrderRequest } from '../contract/bodies.ts'
import type { Exchange } from '../contract/exchange.ts'
import { formatAmount } from '../contract/money.ts'
import { parameterOf, parsePathTemplate } from '../contract/path-template.ts'
import type { MockContext } from './env.ts'
import { type Order, summaryAt } from './order.ts'
import { readOrderRequest } from './order-request.ts'
import type { Refused } from './refusals.ts'
import { refuse, serve } from './respond.ts'
import type { Account, Placement } from './store.ts'

/** `POST /orders`: records a purchase, or answers with the one that the identical body made before (§4.2). */
export async function purchase(c: MockContext): Promise<Response> {
  const { profile, store } = c.get('mock')
  const request = readOrderRequest(c.req.header('Content-Type'), c.get('body'), profile.limits)
  if ('code' in request) return refuse(c, request)
  const order = newOrder(c, request)
  if ('code' in order) return refuseOrder(c, request, order)
  const placement = await store.placeOrder(accountOf(c), order)
  if (placement.kind === 'recorded' || placement.kind === 'replayed') {
    noteOrder(c, request, placement.kind)
    return serve(c, JSON.stringify({ data: { order: { order: summary(c, placement.order) } } }))
  }
  return refuseOrder(c, request, refusalOf(placement, order, c))
}

/** The lookup of an order by its reference, where the profile says (gap `lookup-operation`). */
export async function lookUp(c: MockContext): Promise<Response> {
  const partnerReference = referenceAskedFor(c)
  if (partnerReference === undefined)
    return refuse(c, { code: 'unknown-operation', detail: incompleteLookup(c) })
  const order = await c.get('mock').store.findOrder(accountOf(c), partnerReference)
  if (order === undefined) return refuse(c, unknownOrder(partnerReference))
  noteOrder(c, order, 'none')
  return serve(c, JSON.stringify({ data: { order: summary(c, order) } }))
}

function accountOf(c: MockContext): Account {
  const { key, openingBalance } = c.get('partner')
  return { world: key, openingBalance }
}

function summary(c: MockContext, order: Order) {
  const { profile, clocks } = c.get('mock')
  return summaryAt(order, clocks.now(c.get('partner').key), profile.states)
}

function newOrder(c: MockContext, request: OrderRequest): Order | Refused {
  const { shelfOf, courseOf, clocks } = c.get('mock')
  const partner = c.get('partner')
  const product = shelfOf(partner).find(request.sku)
  if (product === undefined) {
    const detail = `The SKU ${JSON.stringify(request.sku)} is not in this partner's catalogue. Nothing was bought; read GET /products for the SKUs that are.`
    return { code: 'invalid-body', detail, field: 'sku', clause: 'sku-from-catalogue' }
  }
  return {
    ...request,
    price: product.price,
    placedAt: clocks.now(partner.key),
    course: courseOf(request.sku),
  }
}

function refusalOf(
  placement: Exclude<Placement, { kind: 'recorded' | 'replayed' }>,
  order: Order,
  c: MockContext,
): Refused {
  if (placement.kind === 'conflict') {
    const detail = `The reference ${JSON.stringify(order.partnerReference)} stands for a purchase of ${placement.order.sku}. Send the identical body to retry it, or a new reference for a new purchase.`
    return {
      code: 'reference-conflict',
      detail,
      field: 'partnerReference',
      clause: 'one-reference-per-purchase',
    }
  }
  const { money } = c.get('mock').profile
  const [price, available] = [order.price, placement.available].map((amount) => formatAmount(amount, money))
  const detail = `The price is ${price} ${money.currency}, the balance ${available}. Nothing was bought; the same reference may be sent again when the balance covers it.`
  return { code: 'insufficient-balance', detail, field: 'sku', clause: 'balance-before-purchase' }
}

function refuseOrder(c: MockContext, request: OrderRequest, refused: Refused): Response {
  noteOrder(c, request, 'none')
  return refuse(c, refused)
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

function unknownOrder(partnerReference: string): Refused {
  const detail = `No order has the reference ${JSON.stringify(partnerReference)}. If its purchase was not answered, send the identical body again.`
  return { code: 'unknown-order', detail, field: 'partnerReference' }
}
