import { type ClauseRows, type ClauseTable, clauseTable } from './clause.ts'

const SERVER = {
  'data-envelope': ['2', 'a successful response carries a top-level `data` object'],
  'ping-ok': ['2, 4', '`GET /ping` answers status `ok`'],
  'ping-mode-test': ['1.1, 2, 4, 5.2', "with a TEST key, ping's mode is `TEST`"],
  'product-has-sku': ['2, 4', 'every entry of `GET /products` has a string `sku`'],
  'price-per-sku': ['2, 4', '`GET /products/{sku}/price` answers for a SKU of the catalogue'],
  'balance-readable': ['2, 4', "`GET /balance` answers the partner's balance"],
  'order-two-fields': ['4', '`POST /orders` accepts a body of exactly `partnerReference` and `sku`'],
  'purchase-position': ['4.1', 'the purchase summary stands at `data.order.order`'],
  'lookup-position': ['4.1', 'the lookup summary stands at `data.order`'],
  'same-body-same-purchase': [
    '4.2',
    'the identical body, sent again (later, or at the same time), is the same purchase',
  ],
  'new-reference-new-purchase': ['4.2', 'a new `partnerReference` is an additional purchase'],
  'purchase-survives-timeout': [
    '4.3, 7.1',
    'after a client timeout, the lookup or the identical body finds the purchase',
  ],
  'processing-has-poll-after': ['3.1', 'a `PROCESSING` summary carries `pollAfterSeconds`, in seconds'],
  'order-leaves-processing': [
    '1.3, 6',
    'polled at that pace, the order stops being `PROCESSING`, and does not go back',
  ],
  'key-required': ['5.1', 'a call without a valid key is not served'],
  'ip-allowlist': ['1.2, 5.3', 'an address that is not allowed is not served as a normal partner call'],
} as const satisfies ClauseRows

/** The ids of the clauses that bind the server. Stable: reports and baselines refer to them. */
export type ServerClauseId = keyof typeof SERVER

/** Every documented statement that binds the server, in the order of the typical flow. */
export const SERVER_CLAUSES: ClauseTable<ServerClauseId, 'server'> = clauseTable('server', SERVER)
