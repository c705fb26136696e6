import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'

export type Check = {
  /** Unique in its clause, in kebab case. */
  readonly name: string
  /** A sentence that is true for a server that keeps the clause. */
  readonly title: string
}

/** The checks of every clause that binds the server, in the order of a report: a clause without one does not compile. */
export const CHECKS: { readonly [Id in ServerClauseId]: readonly [Check, ...Check[]] } = {
  'data-envelope': OPERATION_IDS.map((operation) => ({
    name: operation,
    title: `the answers of ${operation} have a top-level data object`,
    // There are six operations.
  })) as unknown as [Check],
  'ping-ok': [
    { name: 'status', title: 'GET /ping answers with status "ok"' },
    { name: 'later', title: 'GET /ping answers with status "ok" after the purchases, too' },
  ],
  'ping-mode-test': [
    { name: 'mode', title: 'GET /ping answers with mode "TEST" for a TEST key' },
    { name: 'later', title: 'GET /ping answers with mode "TEST" after the purchases, too' },
  ],
  'product-has-sku': [
    { name: 'every-entry', title: 'every entry of the catalogue has a sku, a string' },
    { name: 'later', title: 'every entry of the catalogue has a sku after the purchases, too' },
  ],
  'price-per-sku': [
    { name: 'catalogue-skus', title: 'GET /products/{sku}/price is served for SKUs of the catalogue' },
    { name: 'later', title: 'GET /products/{sku}/price is served after the purchases, too' },
  ],
  'balance-readable': [
    { name: 'served', title: 'GET /balance is served' },
    { name: 'later', title: 'GET /balance is served each time that the run reads it' },
  ],
  'order-two-fields': [
    { name: 'served', title: 'POST /orders serves a body of exactly partnerReference and sku' },
  ],
  'purchase-position': [
    { name: 'first', title: 'the summary of every new purchase stands at data.order.order' },
    { name: 'replay', title: 'the summary of every identical body stands at data.order.order' },
  ],
  'lookup-position': [
    { name: 'position', title: 'the summary in the lookup of every order stands at data.order' },
    { name: 'found', title: 'an order that was bought is found by its lookup, and goes on to be' },
  ],
  'same-body-same-purchase': [
    {
      name: 'later',
      title: 'the identical body, sent again, is answered with the same purchase and debits nothing',
    },
    {
      name: 'settled',
      title: 'the identical body of an order that is PROCESSING or settled is answered with that order',
    },
    {
      name: 'simultaneous',
      title: 'the identical body, sent several times at the same moment, is one purchase',
    },
    {
      name: 'reordered',
      title: 'however its body writes the two members, the identical body is the same purchase',
    },
    {
      name: 'written',
      title: 'however its reference is written, the identical body is one purchase',
    },
  ],
  'new-reference-new-purchase': [
    { name: 'additional', title: 'the same card under a new partnerReference is an additional purchase' },
    { name: 'beside', title: 'another reference, at the same moment, is an additional purchase' },
    {
      name: 'written',
      title: 'two references that differ only in how they are written are two purchases',
    },
  ],
  'purchase-survives-timeout': [
    {
      name: 'found',
      title:
        'a purchase whose client goes away is found by the lookup and the identical body, and bought once',
    },
    {
      name: 'resent',
      title: 'a purchase whose client goes away and does not look is found by the identical body',
    },
  ],
  'processing-has-poll-after': [
    { name: 'summary', title: 'every PROCESSING summary carries pollAfterSeconds, a number of seconds' },
  ],
  'order-leaves-processing': [
    { name: 'settles', title: 'an order that is PROCESSING, polled at its pace, stops being PROCESSING' },
    { name: 'stays-settled', title: 'a settled order does not go back to PROCESSING' },
  ],
  'key-required': [
    { name: 'reads-without-key', title: 'no read is served without a key' },
    { name: 'reads-with-invalid-key', title: 'no read is served with an invalid key, or an empty one' },
    { name: 'reads-with-unknown-key', title: 'no read is served with a TEST key that was given to nobody' },
    { name: 'purchase-without-key', title: 'no purchase is served without a key' },
    {
      name: 'purchase-with-unknown-key',
      title: 'no purchase is served with a TEST key that was given to nobody',
    },
    {
      name: 'refused-purchase',
      title: 'a purchase that is refused for its key takes nothing off the balance',
    },
  ],
  'ip-allowlist': [
    { name: 'reads', title: 'no read is served to an address that is not allowed' },
    { name: 'purchase', title: 'no purchase is served to an address that is not allowed' },
  ],
}

/**
 * A row of the table: each contradiction belongs to exactly one, and each has a usual cause and a smallest fix in the
 * words of a report.
 */
export type Row =
  | 'no-data'
  | 'ping-fails'
  | 'ping-status'
  | 'ping-mode'
  | 'entry-without-sku'
  | 'price-refused'
  | 'price-of-another'
  | 'balance-refused'
  | 'two-fields-refused'
  | 'purchase-misplaced'
  | 'lookup-misplaced'
  | 'no-poll-after'
  | 'new-refused'
  | 'repeat-refused'
  | 'repeat-charged'
  | 'new-not-charged'
  | 'another-order'
  | 'found-no-more'
  | 'never-found'
  | 'back-to-processing'
  | 'never-settles'
  | 'served-without-key'
  | 'charged-without-key'
  | 'served-elsewhere'
