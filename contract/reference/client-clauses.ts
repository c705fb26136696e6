import type { Clause, ClauseTable, Level } from './clause.ts'

const CLIENT = {
  'ping-first': ['should', '1.3', 'checks connectivity before it purchases'],
  'sku-from-catalogue': ['should', '1.3, 2', 'buys a SKU that it read from the catalogue'],
  'price-before-purchase': ['should', '1.3, 4.4', "reads that SKU's price before it purchases"],
  'balance-before-purchase': ['should', '1.3, 2, 4.4', 'reads the balance before it purchases'],
  'exactly-two-fields': ['must', '4', 'sends `partnerReference` and `sku`, and no other field'],
  'retry-identical-body': ['must', '4.2', 'a retry carries the same reference and the same SKU'],
  'timeout-is-not-failure': [
    'must',
    '4.3, 7.1',
    'a purchase whose answer it did not get, it looks up or resends; it never buys again under a new reference, and never just walks away',
  ],
  'one-reference-per-purchase': ['must', '2, 4.2', 'two intended purchases have two references'],
  'stable-reference': [
    'should',
    '2',
    'the reference is a literal, stable string of the shape `<PREFIX>:<order_label>`',
  ],
  'waits-poll-after': ['must', '3.1, 8.1', 'waits the latest `pollAfterSeconds` before it polls again'],
  'follows-until-settled': [
    'must',
    '1.3, 6',
    'follows the order until it is no longer `PROCESSING`, then stops',
  ],
  'reads-purchase-position': ['must', '4.1', 'acts on the summary at `data.order.order`'],
  'reads-lookup-position': ['must', '4.1', 'acts on the summary at `data.order`'],
  'key-stays-on-server': [
    'must',
    '5.1',
    'the key travels only where the profile says, from a server: never in a URL or a body, never from a browser',
  ],
  'documented-operations-only': ['should', '4', 'calls only the documented operations'],
} as const satisfies Record<string, readonly [level: Level, section: string, text: string]>

/** The ids of the clauses that bind the client. Stable: reports, baselines and badges refer to them. */
export type ClientClauseId = keyof typeof CLIENT

const entries = Object.entries(CLIENT) as [ClientClauseId, readonly [Level, string, string]][]

/** Every documented statement that binds the client, in the order of the typical flow. */
export const CLIENT_CLAUSES = Object.fromEntries(
  entries.map(([id, [level, section, text]]): [ClientClauseId, Clause<ClientClauseId, 'client'>] => [
    id,
    { id, binds: 'client', level, section, text },
  ]),
  // The keys are exactly those of CLIENT, which `Object.fromEntries` widens to string.
) as ClauseTable<ClientClauseId, 'client'>
