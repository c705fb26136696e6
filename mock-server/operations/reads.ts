import type { OperationCall } from '../call/call.ts'
import { type Outcome, revokedKey, served } from '../call/outcome.ts'
import { callerAccount } from '../call/sandbox-entry.ts'
import { unknownSku } from '../respond/explain/order-problems.ts'
import { chain, type MaybePromise } from '../store/maybe-promise.ts'

/** `GET /ping`. */
export function ping(call: OperationCall): Outcome {
  return served(call, call.mock.bodies.ping)
}

/** `GET /products`: the cards that the partner may buy. */
export function listProducts(call: OperationCall): Outcome {
  return served(call, call.mock.offersFor(call.partner).body)
}

/** `GET /products/{sku}/price`. */
export function getPrice(call: OperationCall): Outcome {
  const { offersFor, bodies } = call.mock
  const sku = call.inbound.parameter('sku') ?? ''
  const offers = offersFor(call.partner)
  const product = offers.find(sku)
  if (product === undefined) return unknownSku('getPrice', sku, offers.skuLike(sku))
  return served(call, bodies.price(product.price))
}

/** `GET /balance`. */
export function getBalance(call: OperationCall): MaybePromise<Outcome> {
  const { store, bodies } = call.mock
  return chain(store.balance(callerAccount(call)), ({ available, isRevoked }) =>
    isRevoked ? revokedKey(call) : served(call, bodies.balance(available)),
  )
}
