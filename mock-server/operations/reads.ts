import type { Scenario } from '../../contract/scenario/scenario.ts'
import { faultOf } from '../../contract/wire/fault.ts'
import { orderedFaultOn } from '../../contract/wire/ordered-fault.ts'
import { parameterOf, parsePathTemplate, queryText } from '../../contract/wire/path-template.ts'
import type { NoAnswer } from '../message/answer.ts'
import {
  askedOf,
  callerAccount,
  countAttempt,
  type OperationCall,
  type Outcome,
  recordOrder,
  revokedKey,
  served,
  servedOrder,
  unlessRevoked,
} from '../respond/call.ts'
import { unknownOperation } from '../respond/explain/operation.ts'
import { needsSocket, unknownOrder, unknownSku } from '../respond/explain/order-problems.ts'
import { isKnownToLookup, type Order } from '../store/order.ts'
import { chain, type MaybePromise } from '../store/store.ts'
import { fits, hasFaults, injectFault } from './faults.ts'

export function ping(call: OperationCall): Outcome {
  return served(call, call.mock.bodies.ping)
}

export function listProducts(call: OperationCall): Outcome {
  return served(call, call.mock.offersFor(call.partner).body)
}

export function getPrice(call: OperationCall): Outcome {
  const { offersFor, bodies } = call.mock
  const sku = call.inbound.parameter('sku') ?? ''
  const offers = offersFor(call.partner)
  const product = offers.find(sku)
  if (product === undefined) return unknownSku('getPrice', sku, offers.skusNear(sku))
  return served(call, bodies.price(product.price))
}

export function getBalance(call: OperationCall): MaybePromise<Outcome> {
  const { store, bodies } = call.mock
  return chain(store.balance(callerAccount(call)), ({ available, isRevoked }) =>
    isRevoked ? revokedKey(call) : served(call, bodies.balance(available)),
  )
}

/** The lookup of an order by its reference, at the profile's path (gap `lookup-operation`). */
export function lookupOrder(call: OperationCall): MaybePromise<Outcome | NoAnswer> {
  const partnerReference = referenceAskedFor(call)
  if (partnerReference === undefined) return unlessRevoked(call, unknownOperation(askedOf(call), call.mock))
  return chain(call.mock.store.findOrder(callerAccount(call), partnerReference), (state) => {
    call.sandbox = state
    const { order, now, isRevoked } = state
    if (isRevoked) return revokedKey(call)
    const known = order !== undefined && isKnownToLookup(order, now) ? order : undefined
    if (known !== undefined) recordOrder(call, known, 'none')
    const scenario = known && call.mock.scenarioOf(known.sku)
    if (state.hasFaults || (scenario !== undefined && hasFaults(scenario, 'lookupOrder')))
      return answerWithFault(call, partnerReference, known, scenario)
    return found(call, partnerReference, known, now)
  })
}

function found(call: OperationCall, reference: string, order: Order | undefined, now: number): Outcome {
  if (order === undefined) return unknownOrder(reference)
  return servedOrder(call, { order, now, scenario: call.mock.scenarioOf(order.sku) })
}

/** One that was ordered takes the place of the scenario's own, and strikes a lookup of an unknown order, too. */
async function answerWithFault(
  call: OperationCall,
  reference: string,
  order: Order | undefined,
  scenario: Scenario | undefined,
): Promise<Outcome | NoAnswer> {
  const { store } = call.mock
  const ordered = await store.next.take(callerAccount(call), 'lookupOrder')
  const isScripted = scenario !== undefined && hasFaults(scenario, 'lookupOrder')
  const attempt = isScripted ? await countAttempt(call, `lookupOrder ${reference}`) : 0
  const own = isScripted ? faultOf(scenario, 'lookupOrder', attempt) : undefined
  const fault = ordered === undefined ? own : orderedFaultOn('lookupOrder', ordered)
  if (ordered !== undefined && fault !== undefined && !fits(call, fault))
    return needsSocket(`The fault ${ordered} that was ordered`, fault, true)
  return injectFault(call, { fault, ordered, sku: order?.sku ?? '' }, async () => {
    // The fault may delay the answer before it is made: then it shows the order at that later moment.
    const { now } = await store.enter(callerAccount(call))
    return found(call, reference, order, now)
  })
}

/** The reference at the template's place in the path or the query; literal query values must match. */
function referenceAskedFor(call: OperationCall): string | undefined {
  const { segments, query } = parsePathTemplate(call.mock.operations.lookupOrder.path)
  const literals = query.filter(([, value]) => parameterOf(value) === undefined)
  if (literals.some(([name, value]) => call.inbound.query(queryText(name)) !== queryText(value)))
    return undefined
  if (segments.some((segment) => parameterOf(segment) !== undefined))
    return call.inbound.parameter('partnerReference')
  const [name = ''] = query.find(([, value]) => parameterOf(value) !== undefined) ?? []
  return call.inbound.query(queryText(name))
}
