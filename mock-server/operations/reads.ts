import type { Scenario } from '../../contract/scenario/scenario.ts'
import { faultOf } from '../../contract/wire/fault.ts'
import { documentOf } from '../../contract/wire/json-pointer.ts'
import { formatAmount } from '../../contract/wire/money.ts'
import { orderedFaultOn } from '../../contract/wire/ordered-fault.ts'
import { parameterOf, parsePathTemplate, queryText } from '../../contract/wire/path-template.ts'
import { askedOf, callerAccount, respond } from '../answers.ts'
import { canShow, hasFaults, withFault } from '../faults.ts'
import { unknownOperation } from '../near-miss.ts'
import { cannotShow, revokedKey, unknownOrder, unknownSku } from '../refusals.ts'
import type { MockContext } from '../sandbox/mock.ts'
import { isKnownToLookup, type Order } from '../store/order.ts'
import { orderDocument } from './order-document.ts'

/** `GET /ping` */
export async function ping(c: MockContext): Promise<Response> {
  return respond(c, { document: c.get('mock').pong })
}

/** `GET /products` */
export async function listProducts(c: MockContext): Promise<Response> {
  const { document } = c.get('mock').offersFor(c.get('partner'))
  return respond(c, { document })
}

/** `GET /products/{sku}/price` */
export async function getPrice(c: MockContext): Promise<Response> {
  const { offersFor, profile } = c.get('mock')
  const sku = c.req.param('sku') ?? ''
  const offers = offersFor(c.get('partner'))
  const product = offers.find(sku)
  if (product === undefined) return respond(c, unknownSku('getPrice', sku, offers.skusNear(sku)))
  return respond(c, { document: amountDocument(c, profile.price, product.price) })
}

/** `GET /balance` */
export async function getBalance(c: MockContext): Promise<Response> {
  const { store, profile } = c.get('mock')
  const { available, isRevoked } = await store.balance(callerAccount(c))
  if (isRevoked) return respond(c, revokedKey(profile.auth))
  return respond(c, { document: amountDocument(c, profile.balance, available) })
}

type Place = { readonly amount: string; readonly currency: string | null }

function amountDocument(c: MockContext, place: Place, minorUnits: number): unknown {
  const { money } = c.get('mock').profile
  const amount = [place.amount, formatAmount(minorUnits, money)] as const
  return documentOf(place.currency === null ? [amount] : [amount, [place.currency, money.currency]])
}

/** The lookup of an order by its reference, at the profile's path (gap `lookup-operation`). */
export async function lookupOrder(c: MockContext): Promise<Response> {
  const mock = c.get('mock')
  const partnerReference = referenceAskedFor(c)
  const state = await mock.store.findOrder(callerAccount(c), partnerReference ?? '')
  if (state.isRevoked) return respond(c, revokedKey(mock.profile.auth))
  if (partnerReference === undefined) return respond(c, unknownOperation(askedOf(c), mock))
  const order = state.order !== undefined && isKnownToLookup(state.order, state.now) ? state.order : undefined
  if (order !== undefined)
    c.get('entry').note({
      order: { partnerReference: order.partnerReference, sku: order.sku, effect: 'none' },
    })
  const scenario = order && mock.scenarioOf(order.sku)
  if (state.hasFaults || (scenario !== undefined && hasFaults(scenario, 'lookupOrder')))
    return lookUpWithFault(c, partnerReference, order, scenario)
  return respond(c, found(c, partnerReference, order, state.now))
}

function found(c: MockContext, reference: string, order: Order | undefined, now: number) {
  return order === undefined ? unknownOrder(reference) : { document: orderDocument(c, order, now) }
}

/** An ordered fault replaces that of the card. It also meets a lookup of an unknown order. */
async function lookUpWithFault(
  c: MockContext,
  reference: string,
  order: Order | undefined,
  scenario: Scenario | undefined,
): Promise<Response> {
  const { store } = c.get('mock')
  const ordered = await store.next.take(callerAccount(c), 'lookupOrder')
  const isScripted = scenario !== undefined && hasFaults(scenario, 'lookupOrder')
  const attempt = isScripted ? await store.countAttempt(callerAccount(c), `lookupOrder ${reference}`) : 0
  const own = isScripted ? faultOf(scenario, 'lookupOrder', attempt) : undefined
  const fault = ordered === undefined ? own : orderedFaultOn('lookupOrder', ordered)
  if (fault !== undefined && !canShow(c, fault)) return respond(c, cannotShow(fault, { ordered, scenario }))
  return withFault(c, fault && { fault, ordered, sku: order?.sku ?? '' }, async () => {
    // The fault may delay the answer before it is made: then it shows the order at that later moment.
    const { now } = await store.enter(callerAccount(c))
    return found(c, reference, order, now)
  })
}

/** The reference at the template's place in the path or the query; literal query values must match. */
function referenceAskedFor(c: MockContext): string | undefined {
  const { segments, query } = parsePathTemplate(c.get('mock').operations.lookupOrder.path)
  const literals = query.filter(([, value]) => parameterOf(value) === undefined)
  if (literals.some(([name, value]) => c.req.query(queryText(name)) !== queryText(value))) return undefined
  if (segments.some((segment) => parameterOf(segment) !== undefined)) return c.req.param('partnerReference')
  const [name = ''] = query.find(([, value]) => parameterOf(value) !== undefined) ?? []
  return c.req.query(queryText(name))
}
