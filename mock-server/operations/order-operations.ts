import type { Fault } from '../../contract/scenario/fault.ts'
import type { Course, Scenario } from '../../contract/scenario/scenario.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { parameterOf, parsePathTemplate } from '../../contract/wire/path-template.ts'
import type { OperationCall } from '../call/call.ts'
import { accountOf, enterSandbox, refuseInSandbox, refuseRevoked } from '../call/sandbox-entry.ts'
import { injectFault } from '../faults/inject-fault.ts'
import { type FaultyOperation, faultOf, needsConnection } from '../faults/scripted-fault.ts'
import type { Answer, Reply } from '../message/answer.ts'
import {
  insufficientBalance,
  needsSocket,
  referenceConflict,
  unknownOrder,
  withdrawnSku,
} from '../prepared/order-problems.ts'
import { refuse, serveOrder } from '../respond/respond.ts'
import { chain, type MaybePromise } from '../store/maybe-promise.ts'
import { isKnownToLookup, type Order, summaryAt } from '../store/order.ts'
import { keyInReference, readOrderRequest } from './order-request.ts'

/** `POST /orders`: records a purchase, or answers with the one that the identical body made before (§4.2). */
export function purchase(call: OperationCall): MaybePromise<Reply> {
  const { profile, scenarioOf, shelfOf } = call.mock
  const contentType = call.inbound.header('Content-Type')
  const request = readOrderRequest(contentType, call.body, profile.limits, (text) => call.clean(text))
  if ('code' in request) return refuseInSandbox(call, request)
  if (holdsKey(call, request.partnerReference))
    return refuseInSandbox(call, keyInReference(profile.auth.header))
  const product = shelfOf(call.partner).find(request.sku)
  const offer = product && { price: product.price, scenario: scenarioOf(request.sku) }
  if (offer !== undefined && !isScripted(offer.scenario))
    return place(call, request, { ...offer, course: offer.scenario.course })
  return chain(enterSandbox(call), ({ isRevoked }) => {
    if (isRevoked) return refuseRevoked(call)
    noteOrder(call, request, 'none')
    if (offer === undefined) return refuse(call, withdrawnSku(request.sku))
    return placeScripted(call, request, offer)
  })
}

/** The lookup of an order by its reference, where the profile says (gap `lookup-operation`). */
export function lookUp(call: OperationCall): MaybePromise<Reply> {
  const partnerReference = referenceAskedFor(call)
  if (partnerReference === undefined)
    return refuseInSandbox(call, { code: 'unknown-operation', detail: incompleteLookup(call) })
  return chain(call.mock.store.findOrder(accountOf(call), partnerReference), (told) => {
    call.sandbox = told
    if (told.isRevoked) return refuseRevoked(call)
    if (told.order === undefined || !isKnownToLookup(told.order, told.now))
      return refuse(call, unknownOrder(partnerReference))
    return serveFound(call, told.order, told.now)
  })
}

function serveFound(call: OperationCall, order: Order, now: number): MaybePromise<Reply> {
  noteOrder(call, order, 'none')
  const scenario = call.mock.scenarioOf(order.sku)
  if (hasFaults(scenario, 'lookupOrder')) return serveWithFault(call, order, scenario)
  return serveOrder(call, 'lookup', summaryOf(call, order, now), scenario.extraFields)
}

async function serveWithFault(call: OperationCall, order: Order, scenario: Scenario): Promise<Reply> {
  const attempt = await countAttempt(call, 'lookupOrder', order.partnerReference)
  const fault = faultOf(scenario, 'lookupOrder', attempt)
  return injectFault(call, { fault, sku: order.sku }, async () => {
    // Its fault may hold the answer back before it is made: what it says is what is then.
    const { now } = await call.mock.store.enter(accountOf(call))
    return serveOrder(call, 'lookup', summaryOf(call, order, now), scenario.extraFields)
  })
}

type Offer = { readonly scenario: Scenario; readonly price: number }

async function placeScripted(call: OperationCall, request: OrderRequest, offer: Offer): Promise<Reply> {
  const { scenario } = offer
  const unfit = unfitFault(call, scenario)
  if (unfit !== undefined) return refuse(call, needsSocket(scenario, unfit))
  const attempt = await countAttempt(call, 'createOrder', request.partnerReference)
  const course = await courseOf(call, scenario, attempt)
  const fault = faultOf(scenario, 'createOrder', attempt)
  return injectFault(call, { fault, sku: request.sku }, async () =>
    place(call, request, { ...offer, course }),
  )
}

/** The course of a new order: it is counted with the first request about its reference. */
async function courseOf(
  call: OperationCall,
  { sku, course, laterCourse }: Scenario,
  attempt: number,
): Promise<Course> {
  if (laterCourse === undefined || attempt > 1) return course
  const nth = await call.mock.store.countAttempt(accountOf(call), `order of ${sku}`)
  return nth === 1 ? course : laterCourse
}

function place(
  call: OperationCall,
  request: OrderRequest,
  { scenario, price, course }: Offer & { readonly course: Course },
): MaybePromise<Answer> {
  const { profile, store } = call.mock
  const asked = {
    ...request,
    price,
    course,
    ...(scenario.revokesKey && { revokesKey: true as const }),
  }
  return chain(store.placeOrder(accountOf(call), asked), (told) => {
    call.sandbox = told
    const { placement, now } = told
    if (placement.kind === 'revoked') return refuseRevoked(call)
    const isBought = placement.kind === 'recorded' || placement.kind === 'replayed'
    noteOrder(call, request, isBought ? placement.kind : 'none')
    if (placement.kind === 'conflict') return refuse(call, referenceConflict(request, placement.order))
    if (placement.kind === 'insufficient-balance')
      return refuse(call, insufficientBalance(price, placement.available, profile.money))
    return serveOrder(call, 'purchase', summaryOf(call, placement.order, now), scenario.extraFields)
  })
}

/** Whether a reference holds any key, or the caller's in any form. */
function holdsKey({ mock, partner }: OperationCall, partnerReference: string): boolean {
  return mock.redaction.cleanerOf([partner.key])(partnerReference) !== partnerReference
}

/** Whether a purchase has to be counted before it is placed. */
function isScripted(scenario: Scenario): boolean {
  return hasFaults(scenario, 'createOrder') || scenario.laterCourse !== undefined
}

function hasFaults({ faults }: Scenario, on: FaultyOperation): boolean {
  return faults.some((fault) => fault.on === on)
}

/** A fault that this transport can't show, of a scenario that has one. */
function unfitFault(call: OperationCall, { faults }: Scenario): Fault | undefined {
  return call.inbound.connection === undefined ? faults.find(needsConnection) : undefined
}

/** Counts a request about an order: the first of its operation is 1. */
function countAttempt(
  call: OperationCall,
  on: FaultyOperation,
  partnerReference: string,
): MaybePromise<number> {
  return call.mock.store.countAttempt(accountOf(call), `${on} ${partnerReference}`)
}

function summaryOf(call: OperationCall, order: Order, now: number) {
  return summaryAt(order, now, call.mock.profile.states)
}

function noteOrder(call: OperationCall, { partnerReference, sku }: OrderRequest, effect: OrderEffect): void {
  call.recording.order({ partnerReference, sku, effect })
}

type OrderEffect = NonNullable<Exchange['order']>['effect']

/** The reference in the path or the query, wherever the template has its place; literal query values must be there. */
function referenceAskedFor(call: OperationCall): string | undefined {
  const { segments, query } = parsePathTemplate(call.mock.operations.lookupOrder.path)
  const literals = query.filter(([, value]) => parameterOf(value) === undefined)
  if (literals.some(([name, value]) => call.inbound.query(formDecoded(name)) !== formDecoded(value)))
    return undefined
  if (segments.some((segment) => parameterOf(segment) !== undefined))
    return call.inbound.parameter('partnerReference')
  const [name = ''] = query.find(([, value]) => parameterOf(value) !== undefined) ?? []
  return call.inbound.query(formDecoded(name))
}

/** A `+` in a query reads as a space; no template holds a percent sign. */
function formDecoded(part: string): string {
  return part.replaceAll('+', ' ')
}

function incompleteLookup(call: OperationCall): string {
  const { method, path } = call.mock.operations.lookupOrder
  return `The lookup of an order is ${method} ${path} in this profile; its query is incomplete.`
}
