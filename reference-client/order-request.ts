import { type ClientOperation, UsageError } from './errors.ts'
import { createExcerpt, describeValue } from './http/excerpt.ts'

/** One intended purchase. */
export type OrderRequest = {
  /** Chosen once per intended purchase and stored before it is sent, such as `SHOP:1001` (§2). */
  readonly partnerReference: string
  /** Of the catalogue. */
  readonly sku: string
}

/** Refuses a text that no path can carry, and a key in the wrong place. */
export type CheckIdentifier = (operation: ClientOperation, name: keyof OrderRequest, value: unknown) => void

export function createIdentifierCheck(apiKey: string): CheckIdentifier {
  const excerpt = createExcerpt(apiKey)
  return function checkIdentifier(operation, name, value) {
    if (typeof value === 'string' && isPathSegment(value) && !value.includes(apiKey)) return
    throw new UsageError(operation, {
      asked: `${operation} needs a ${name}: a text that is not empty, a dot or two dots, and does not hold the key`,
      found: describeValue(value, excerpt),
      remedy: `Give the ${name} as a string. Nothing was sent.`,
    })
  }
}

/** The body of a purchase: exactly the two documented fields, always in the same bytes (§4, §4.2). */
export function orderBody({ partnerReference, sku }: OrderRequest): string {
  return JSON.stringify({ partnerReference, sku })
}

/** A dot segment would lead to another path (RFC 3986, section 5.2.4), a lone surrogate to no path at all. */
function isPathSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && text.isWellFormed()
}
