import { randomUUID } from 'node:crypto'
import { NEXT } from './conduct.mjs'

const AT_ONCE = ['SCENARIO-AT-ONCE']
const LOST_CONNECTIONS = ['SCENARIO-LOST-AFTER', 'SCENARIO-CLOSED', 'SCENARIO-CUT']

const afterLoss = (next) => ({ afterLoss: () => next })

/**
 * One client for each clause that `run.mjs` can be. Each differs from the correct one in the members of `conduct` that
 * it has.
 *
 * - `breaks`: the clause that it breaks,
 * - `alongside`: clauses that cannot be kept while that one is broken so, if there are any,
 * - `scenarios`: the SKUs in which it shows.
 */
const BY_CLAUSE = [
  {
    name: 'skips-ping',
    says: 'Buys without checking connectivity.',
    breaks: 'ping-first',
    scenarios: AT_ONCE,
    conduct: { readsFirst: ['products', 'price', 'balance'] },
  },
  {
    name: 'skips-catalogue',
    says: 'Buys a SKU that it has from its configuration, without reading the catalogue.',
    breaks: 'sku-from-catalogue',
    scenarios: AT_ONCE,
    conduct: { readsFirst: ['ping', 'price', 'balance'] },
  },
  {
    name: 'reads-price-afterwards',
    says: 'Reads the price for its books, when everything is bought.',
    breaks: 'price-before-purchase',
    scenarios: AT_ONCE,
    conduct: { readsFirst: ['ping', 'products', 'balance'], readsLast: ['price'] },
  },
  {
    name: 'skips-balance',
    says: 'Buys without reading the balance.',
    breaks: 'balance-before-purchase',
    scenarios: [...AT_ONCE, 'SCENARIO-TOO-DEAR'],
    conduct: { readsFirst: ['ping', 'products', 'price'] },
  },
  {
    name: 'adds-a-quantity',
    says: 'Sends a quantity as a third field.',
    breaks: 'exactly-two-fields',
    scenarios: AT_ONCE,
    conduct: { body: (order) => ({ ...order, quantity: 1 }) },
  },
  {
    name: 'retries-with-another-card',
    says: 'Sends the reference again with another SKU after a lost answer.',
    breaks: 'retry-identical-body',
    alongside: ['price-before-purchase'],
    scenarios: ['SCENARIO-LOST-BEFORE', 'SCENARIO-UNAVAILABLE'],
    conduct: {
      skuToBuy: ({ sku, sending }) => (sending === 1 ? sku : 'SCENARIO-AT-ONCE'),
      ...afterLoss(NEXT.resend),
    },
  },
  {
    name: 'buys-again-after-a-lost-connection',
    says: 'Takes a lost connection for a failure, and buys again under a new reference.',
    breaks: 'timeout-is-not-failure',
    scenarios: LOST_CONNECTIONS,
    conduct: afterLoss(NEXT.buyAgain),
  },
  {
    name: 'one-reference-for-two-purchases',
    says: 'Gives both of two intended purchases one reference, and so buys once.',
    breaks: 'one-reference-per-purchase',
    scenarios: ['SCENARIO-TWO-CARDS'],
    conduct: { reference: ({ run }) => `SHOP:${run}` },
  },
  {
    name: 'reference-is-a-bare-uuid',
    says: 'Takes a random UUID for a reference, without a prefix.',
    breaks: 'stable-reference',
    scenarios: AT_ONCE,
    conduct: { reference: () => UUID },
  },
  {
    name: 'keeps-the-first-interval',
    says: 'Polls for ever at the interval that it was told first.',
    breaks: 'waits-poll-after',
    scenarios: ['SCENARIO-POLL-CHANGES', 'SCENARIO-UNUSUAL-PACE'],
    conduct: { waitMs: ({ first }) => first.pollAfterSeconds * 1000 + 25 },
  },
  {
    name: 'never-polls',
    says: 'Leaves a purchase that is PROCESSING to itself.',
    breaks: 'follows-until-settled',
    scenarios: ['SCENARIO-PROCESSING'],
    conduct: { mostPolls: 0 },
  },
  {
    name: 'reads-purchase-one-level-up',
    says: 'Reads the answer to a purchase at data.order, finds no status there, and takes that for a failure.',
    breaks: 'reads-purchase-position',
    scenarios: [...AT_ONCE, 'SCENARIO-TRICKLE'],
    conduct: { readPurchase: (data) => ({ status: String(data.order.status) }) },
  },
  {
    name: 'reads-lookup-one-level-down',
    says: 'Reads a lookup at data.order.order, finds no status there, and takes that for a failure.',
    breaks: 'reads-lookup-position',
    scenarios: ['SCENARIO-UNUSUAL-PACE', 'SCENARIO-EXTRA-FIELDS'],
    conduct: { readLookup: (data) => ({ status: String(data.order.order?.status) }) },
  },
  {
    name: 'key-in-the-query',
    says: 'Sends the key in the query of every request as well.',
    breaks: 'key-stays-on-server',
    scenarios: AT_ONCE,
    conduct: { target: (path, key) => `${path}?api_key=${key}` },
  },
  {
    name: 'lists-orders',
    says: 'Asks for a list of its orders before it buys.',
    breaks: 'documented-operations-only',
    scenarios: AT_ONCE,
    conduct: { beforePurchases: ({ call }) => call('GET', '/orders') },
  },
]

/** The same in each retry of one process. */
const UUID = randomUUID()

/** Every client that `run.mjs` can be. */
export const VARIATIONS = BY_CLAUSE.map((variation) => ({
  alongside: [],
  ...variation,
  command: ['node', 'examples/broken/run.mjs', variation.name],
}))

/** Broken clients in other languages, of the same shape but for their conduct, which is their own. */
const IN_OTHER_LANGUAGES = [
  {
    name: 'python-buys-again',
    says: 'In Python: takes any exception for a failure, and tries again with a new reference.',
    breaks: 'timeout-is-not-failure',
    alongside: [],
    scenarios: LOST_CONNECTIONS,
    command: ['python3', 'examples/broken/buys-again.py'],
  },
  {
    name: 'shell-polls-every-second',
    says: 'In shell: polls every second, no matter what the summary says.',
    breaks: 'waits-poll-after',
    alongside: [],
    scenarios: ['SCENARIO-POLL-CHANGES', 'SCENARIO-UNUSUAL-PACE'],
    command: ['sh', 'examples/broken/polls-every-second.sh'],
  },
]

/** Every broken client. */
export const BROKEN_CLIENTS = [...VARIATIONS, ...IN_OTHER_LANGUAGES]
