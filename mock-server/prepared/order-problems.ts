import type { Profile } from '../../contract/profile/profile.ts'
import type { Fault } from '../../contract/scenario/fault.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { formatAmount } from '../../contract/wire/money.ts'
import type { Order } from '../store/order.ts'
import type { Refused } from './problem-types.ts'

/** A purchase of a card that is not in the partner's catalogue, or not any more. */
export function withdrawnSku(sku: string): Refused {
  const detail = `The SKU ${JSON.stringify(sku)} is not in this partner's catalogue. Nothing was bought; read GET /products for the SKUs that are.`
  return { code: 'invalid-body', detail, field: 'sku', clause: 'sku-from-catalogue' }
}

/** A purchase under a reference that stands for another one. */
export function referenceConflict({ partnerReference }: OrderRequest, known: Order): Refused {
  const detail = `The reference ${JSON.stringify(partnerReference)} stands for a purchase of ${known.sku}. Send the identical body to retry it, or a new reference for a new purchase.`
  return {
    code: 'reference-conflict',
    detail,
    field: 'partnerReference',
    clause: 'one-reference-per-purchase',
  }
}

/** A purchase that costs more than there is. Amounts in minor units. */
export function insufficientBalance(price: number, available: number, money: Profile['money']): Refused {
  const [asked, left] = [price, available].map((amount) => formatAmount(amount, money))
  const detail = `The price is ${asked} ${money.currency}, the balance ${left}. Nothing was bought; the same reference may be sent again when the balance covers it.`
  return { code: 'insufficient-balance', detail, field: 'sku', clause: 'balance-before-purchase' }
}

/** A lookup of a reference that stands for no purchase, or for none that the lookup knows yet. */
export function unknownOrder(partnerReference: string): Refused {
  const detail = `No order has the reference ${JSON.stringify(partnerReference)}. If its purchase was not answered, send the identical body again.`
  return { code: 'unknown-order', detail, field: 'partnerReference' }
}

/** A scenario that takes a connection to be lost, where there is none. */
export function needsSocket({ sku, name }: Scenario, { at, does }: Fault): Refused {
  const detail = `The scenario ${sku} (${name}) ends the connection by a ${does.kind} ${at}, and this call came over no socket: nothing was bought. Serve the mock over one, with \`serve\` or \`partner-purchase mock\`.`
  return { code: 'needs-socket', detail, field: 'sku' }
}
