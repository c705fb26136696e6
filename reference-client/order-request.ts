import { type ClientOperation, UsageError } from './errors.ts'
import { describeValue } from './excerpt.ts'
import type { CheckedOptions } from './options.ts'

/** One intended purchase. */
export type OrderRequest = {
  /** Chosen once per intended purchase and stored before it is sent, such as `SHOP:1001` (§2). */
  readonly partnerReference: string
  /** Of the catalogue. */
  readonly sku: string
}

/**
 * Refuses a text that no path can carry, and a key in the wrong place.
 *
 * @throws {UsageError}
 */
export function checkIdentifiers(
  operation: ClientOperation,
  identifiers: Partial<OrderRequest>,
  { apiKey, excerpt }: CheckedOptions,
): void {
  for (const [name, value] of Object.entries<unknown>(identifiers)) {
    if (typeof value === 'string' && isPathSegment(value) && !value.includes(apiKey)) continue
    throw new UsageError(
      operation,
      `${operation} needs a ${name}: a text that is not empty, a dot or two dots, and does not hold the key; ` +
        `found ${describeValue(value, excerpt)}. Nothing was sent.`,
    )
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
