import type { Profile } from '../../../contract/profile/profile.ts'
import type { OrderRequest } from '../../../contract/wire/bodies.ts'
import type { Fault } from '../../../contract/wire/fault.ts'
import { moneyWords } from '../../../contract/wire/money.ts'
import type { Order } from '../../store/order.ts'
import type { Refused } from '../problem-types.ts'

/** A SKU that is not, or no longer, in the partner's catalogue; `near` are those that may be meant. */
export function unknownSku(
  operation: 'getPrice' | 'createOrder',
  sku: string,
  near: readonly string[] = [],
): Refused {
  const found = `The SKU ${JSON.stringify(sku)} is not in this partner's catalogue.`
  const meant = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''
  const remedy = `${meant}Read GET /products for the SKUs that are.`
  const isPurchase = operation === 'createOrder'
  const refused = {
    code: isPurchase ? 'invalid-body' : 'unknown-sku',
    field: 'sku',
    ...(isPurchase && { clause: 'sku-from-catalogue' as const }),
  } as const
  const said = isPurchase ? [found, 'Nothing was bought.'] : [found]
  const like = near.find((one) => folded(one) === folded(sku))
  if (like === undefined) return { ...refused, detail: [...said, remedy].join(' ') }
  const differs = `The catalogue has the SKU ${JSON.stringify(like)}; the one that was sent differs in case or blanks.`
  const nearMiss = { operation, differs: [differs], clause: 'sku-from-catalogue', gap: null }
  return { ...refused, detail: [...said, differs, remedy].join(' '), nearMiss }
}

function folded(sku: string): string {
  return sku.replace(/\s+/g, '').toLowerCase()
}

/** Common errors of clients that make a reference unknown. */
const ODD_REFERENCES: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/%[0-9a-f]{2}/i, 'The reference is percent-encoded twice; a reference is a literal string, encoded once.'],
  [/^[ \t\r\n]|[ \t\r\n]$/, 'A blank stands before or after the reference, and is taken for a part of it.'],
  [/^"|"$/, 'The reference is in quotes, which are taken for a part of it.'],
]

/** A lookup of a reference without an order, or with one that the lookup does not show yet. */
export function unknownOrder(partnerReference: string): Refused {
  const found = `No order has the reference ${JSON.stringify(partnerReference)}.`
  const remedy = 'If its purchase was not answered, send the identical body again.'
  const refused = { code: 'unknown-order', field: 'partnerReference' } as const
  const odd = ODD_REFERENCES.find(([pattern]) => pattern.test(partnerReference))?.[1]
  if (odd === undefined) return { ...refused, detail: `${found} ${remedy}` }
  const nearMiss = { differs: [odd], clause: 'stable-reference', gap: null }
  return {
    ...refused,
    detail: `${found} ${odd} ${remedy}`,
    nearMiss: { operation: 'lookupOrder', ...nearMiss },
  }
}

export function referenceConflict({ partnerReference }: OrderRequest, known: Order): Refused {
  const detail = `The reference ${JSON.stringify(partnerReference)} belongs to a purchase of ${known.sku}. Send the identical body to retry it, or a new reference for a new purchase.`
  return {
    code: 'reference-conflict',
    detail,
    field: 'partnerReference',
    clause: 'one-reference-per-purchase',
  }
}

/** A purchase that costs more than the balance. Amounts in minor units. */
export function insufficientBalance(price: number, available: number, money: Profile['money']): Refused {
  const [asked, left] = [price, available].map((amount) => moneyWords(amount, money))
  const detail = `The price is ${asked}, the balance ${left}. Nothing was bought; the same reference may be sent again when the balance covers it.`
  return { code: 'insufficient-balance', detail, field: 'sku', clause: 'balance-before-purchase' }
}

/** A reference is stored, used in URLs and written to logs: a key in it would be exposed there (§5.1). */
export function keyInReference(authHeader: string): Refused {
  const detail = `The field partnerReference holds the key, which belongs in the header ${authHeader} alone. Choose a reference of your own, such as SHOP:1.`
  return { code: 'invalid-body', detail, field: 'partnerReference', clause: 'key-stays-on-server' }
}

/** A fault that loses a connection, over a transport without one: of the scenario of a card, or one that was ordered. */
export function needsSocket(source: string, { at, does }: Fault, isLookup = false): Refused {
  const consequence = isLookup ? 'it was not looked up' : 'nothing was bought'
  const detail = `${source} ends the connection by a ${does.kind} ${at}, and this call came over no socket: ${consequence}. Serve the mock over one, with \`serve\` or \`npx partner-purchase-kit mock\`.`
  return { code: 'needs-socket', detail, ...(!isLookup && { field: 'sku' }) }
}
