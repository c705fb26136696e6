import type { OperationId } from '../../contract/wire/operations.ts'
import type { OperationCall } from '../call/call.ts'
import { accountOf, refuseRevoked } from '../call/sandbox-entry.ts'
import type { Answer, Reply } from '../message/answer.ts'
import { refuse, serve } from '../respond/respond.ts'
import { chain, type MaybePromise } from '../store/maybe-promise.ts'
import { lookUp, purchase } from './order-operations.ts'

/** What answers each operation. */
export const OPERATIONS: { readonly [Id in OperationId]: (call: OperationCall) => MaybePromise<Reply> } = {
  ping,
  listProducts,
  getPrice,
  getBalance,
  createOrder: purchase,
  lookupOrder: lookUp,
}

function ping(call: OperationCall): Answer {
  return serve(call, call.mock.bodies.ping)
}

function listProducts(call: OperationCall): Answer {
  return serve(call, call.mock.shelfOf(call.partner).body)
}

function getPrice(call: OperationCall): Answer {
  const { shelfOf, bodies } = call.mock
  const sku = call.inbound.parameter('sku') ?? ''
  const product = shelfOf(call.partner).find(sku)
  if (product === undefined)
    return refuse(call, { code: 'unknown-sku', detail: unknownSku(sku), field: 'sku' })
  return serve(call, bodies.price(product.price))
}

function getBalance(call: OperationCall): MaybePromise<Answer> {
  const { store, bodies } = call.mock
  return chain(store.balance(accountOf(call)), ({ available, isRevoked }) =>
    isRevoked ? refuseRevoked(call) : serve(call, bodies.balance(available)),
  )
}

function unknownSku(sku: string): string {
  return `The SKU ${JSON.stringify(sku)} is not in this partner's catalogue. Read GET /products for the SKUs that are.`
}
