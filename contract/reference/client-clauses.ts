import { type ClauseRows, type ClauseTable, clauseTable } from './clause.ts'

const CLIENT = {
  'ping-first': ['1.3', 'checks connectivity before it purchases', 'should'],
  'sku-from-catalogue': ['1.3, 2', 'buys a SKU that it read from the catalogue', 'should'],
  'price-before-purchase': ['1.3, 4.4', "reads that SKU's price before it purchases", 'should'],
  'balance-before-purchase': ['1.3, 2, 4.4', 'reads the balance before it purchases', 'should'],
  'exactly-two-fields': ['4', 'sends `partnerReference` and `sku`, and no other field'],
  'retry-identical-body': ['4.2', 'a retry carries the same reference and the same SKU'],
  'timeout-is-not-failure': [
    '4.3, 7.1',
    'a purchase whose answer it did not get, it looks up or resends; it never buys again under a new reference, and never just walks away',
  ],
  'one-reference-per-purchase': ['2, 4.2', 'two intended purchases have two references'],
  'stable-reference': [
    '2',
    'the reference is a literal, stable string of the shape `<PREFIX>:<order_label>`',
    'should',
  ],
  'waits-poll-after': ['3.1, 8.1', 'waits the latest `pollAfterSeconds` before it polls again'],
  'follows-until-settled': ['1.3, 6', 'follows the order until it is no longer `PROCESSING`, then stops'],
  'reads-purchase-position': ['4.1', 'acts on the summary at `data.order.order`'],
  'reads-lookup-position': ['4.1', 'acts on the summary at `data.order`'],
  'key-stays-on-server': [
    '5.1',
    'the key travels only where the profile says, from a server: never in a URL or a body, never from a browser',
  ],
  'documented-operations-only': ['4', 'calls only the documented operations', 'should'],
} as const satisfies ClauseRows

/** The ids of the clauses that bind the client. Stable: reports and baselines refer to them. */
export type ClientClauseId = keyof typeof CLIENT

/** Every documented statement that binds the client, in the order of the typical flow. */
export const CLIENT_CLAUSES: ClauseTable<ClientClauseId, 'client'> = clauseTable('client', CLIENT)
