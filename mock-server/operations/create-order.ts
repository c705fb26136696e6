import type { Course, Scenario } from '../../contract/scenario/scenario.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { faultOf } from '../../contract/wire/fault.ts'
import { type OrderedFault, orderedFaultOn } from '../../contract/wire/ordered-fault.ts'
import type { NoAnswer } from '../message/answer.ts'
import {
  callerAccount,
  countAttempt,
  enterSandbox,
  type OperationCall,
  type Outcome,
  recordOrder,
  revokedKey,
  servedOrder,
  unlessRevoked,
} from '../respond/call.ts'
import { readOrderRequest } from '../respond/explain/order-body.ts'
import {
  insufficientBalance,
  keyInReference,
  needsSocket,
  referenceConflict,
  unknownSku,
} from '../respond/explain/order-problems.ts'
import { chain, type MaybePromise } from '../store/store.ts'
import { fits, hasFaults, injectFault } from './faults.ts'

/** `POST /orders`: records a purchase, or answers with the one that the identical body made before (§4.2). */
export function createOrder(call: OperationCall): MaybePromise<Outcome | NoAnswer> {
  const { profile, scenarioOf, offersFor } = call.mock
  const message = {
    contentType: call.inbound.header('Content-Type'),
    transferEncoding: call.inbound.header('Transfer-Encoding'),
    body: call.body,
    redact: (text: string) => call.redact(text),
  }
  const request = readOrderRequest(message, profile)
  if ('code' in request) return unlessRevoked(call, request)
  if (holdsKey(call, request.partnerReference))
    return unlessRevoked(call, keyInReference(profile.auth.header))
  const offers = offersFor(call.partner)
  const product = offers.find(request.sku)
  const offer = product && { price: product.price, scenario: scenarioOf(request.sku) }
  if (offer !== undefined && !isScripted(offer.scenario))
    return place(call, request, { ...offer, course: offer.scenario.course, isFaultKnown: false })
  return chain(enterSandbox(call), ({ isRevoked }) => {
    if (isRevoked) return revokedKey(call)
    recordOrder(call, request, 'none')
    if (offer === undefined) return unknownSku('createOrder', request.sku, offers.skusNear(request.sku))
    return placeScripted(call, request, offer)
  })
}

type Offer = { readonly scenario: Scenario; readonly price: number }
type Placing = Offer & { readonly course: Course; readonly isFaultKnown: boolean }

function meetOrdered(
  call: OperationCall,
  request: OrderRequest,
  offer: Placing,
  ordered: OrderedFault,
): MaybePromise<Outcome | NoAnswer> {
  const fault = orderedFaultOn('createOrder', ordered)
  recordOrder(call, request, 'none')
  if (!fits(call, fault)) return needsSocket(`The fault ${ordered} that was ordered`, fault)
  const operate = () => place(call, request, { ...offer, isFaultKnown: true })
  return injectFault(call, { fault, ordered, sku: request.sku }, operate)
}

async function placeScripted(
  call: OperationCall,
  request: OrderRequest,
  offer: Offer,
): Promise<Outcome | NoAnswer> {
  const { scenario } = offer
  const ordered = await call.mock.store.next.take(callerAccount(call), 'createOrder')
  // One that is ordered takes the place of the purchase's own.
  const own = scenario.faults.filter(({ on }) => ordered === undefined || on !== 'createOrder')
  const unfit = own.find((fault) => !fits(call, fault))
  if (unfit !== undefined) return needsSocket(`The scenario ${scenario.sku} (${scenario.name})`, unfit)
  const attempt = await countAttempt(call, `createOrder ${request.partnerReference}`)
  const course = await courseOf(call, scenario, attempt)
  const placing = { ...offer, course, isFaultKnown: true }
  if (ordered !== undefined) return meetOrdered(call, request, placing, ordered)
  const fault = faultOf(scenario, 'createOrder', attempt)
  return injectFault(call, { fault, sku: request.sku }, () => place(call, request, placing))
}

/** The phases of a new order: it is counted with the first request about its reference. */
async function courseOf(
  call: OperationCall,
  { sku, course, laterCourse }: Scenario,
  attempt: number,
): Promise<Course> {
  if (laterCourse === undefined || attempt > 1) return course
  const nth = await countAttempt(call, `order of ${sku}`)
  return nth === 1 ? course : laterCourse
}

/** Places an order: where faults wait, once it is known whether one strikes it. */
function place(
  call: OperationCall,
  request: OrderRequest,
  placing: Placing,
): MaybePromise<Outcome | NoAnswer> {
  const { profile, store } = call.mock
  const { scenario, price, course, isFaultKnown } = placing
  const purchase = {
    ...request,
    price,
    course,
    ...(scenario.revokesKey && { revokesKey: true as const }),
  }
  return chain(store.placeOrder(callerAccount(call), purchase, isFaultKnown), (state) => {
    call.sandbox = state
    const { placement, now } = state
    if (placement.kind === 'faults-wait')
      return chain(store.next.take(callerAccount(call), 'createOrder'), (ordered) =>
        ordered === undefined
          ? place(call, request, { ...placing, isFaultKnown: true })
          : meetOrdered(call, request, placing, ordered),
      )
    if (placement.kind === 'revoked') return revokedKey(call)
    const isBought = placement.kind === 'recorded' || placement.kind === 'replayed'
    recordOrder(call, request, isBought ? placement.kind : 'none')
    if (placement.kind === 'conflict') return referenceConflict(request, placement.order)
    if (placement.kind === 'insufficient-balance')
      return insufficientBalance(price, placement.available, profile.money)
    return servedOrder(call, { order: placement.order, now, scenario })
  })
}

/** Whether a reference contains any key, or the caller's key in any encoding. */
function holdsKey({ mock, partner }: OperationCall, partnerReference: string): boolean {
  return mock.redaction.redactorOf([partner.key])(partnerReference) !== partnerReference
}

/** Whether a purchase has to be counted before it is placed. */
function isScripted(scenario: Scenario): boolean {
  return hasFaults(scenario, 'createOrder') || scenario.laterCourse !== undefined
}
