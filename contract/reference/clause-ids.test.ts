import { expect, test } from 'vitest'
import { CLIENT_CLAUSES } from './client-clauses.ts'
import { SERVER_CLAUSES } from './server-clauses.ts'

// Written out, since reports and baselines of users refer to these ids.
const SERVER = [
  'data-envelope must',
  'ping-ok must',
  'ping-mode-test must',
  'product-has-sku must',
  'price-per-sku must',
  'balance-readable must',
  'order-two-fields must',
  'purchase-position must',
  'lookup-position must',
  'same-body-same-purchase must',
  'new-reference-new-purchase must',
  'purchase-survives-timeout must',
  'processing-has-poll-after must',
  'order-leaves-processing must',
  'key-required must',
  'ip-allowlist must',
]

const CLIENT = [
  'ping-first should',
  'sku-from-catalogue should',
  'price-before-purchase should',
  'balance-before-purchase should',
  'exactly-two-fields must',
  'retry-identical-body must',
  'timeout-is-not-failure must',
  'one-reference-per-purchase must',
  'stable-reference should',
  'waits-poll-after must',
  'follows-until-settled must',
  'reads-purchase-position must',
  'reads-lookup-position must',
  'key-stays-on-server must',
  'documented-operations-only should',
]

test.each([
  ['server', SERVER_CLAUSES, SERVER],
  ['client', CLIENT_CLAUSES, CLIENT],
] as const)(
  'the clauses that bind the %s keep their ids, their levels and their order',
  (party, table, expected) => {
    const clauses = Object.values(table)
    expect(clauses.map(({ id, level }) => `${id} ${level}`)).toEqual(expected)
    expect(Object.keys(table)).toEqual(clauses.map(({ id }) => id))
    expect(clauses.filter(({ binds }) => binds !== party)).toEqual([])
  },
)
