import { randomUUID } from 'node:crypto'
import { NEXT } from './behaviour.mjs'

const AT_ONCE = ['SCENARIO-AT-ONCE']
const LOST_CONNECTIONS = ['SCENARIO-LOST-AFTER', 'SCENARIO-CLOSED', 'SCENARIO-CUT']

const afterLoss = (next) => ({ afterLoss: () => next })

/**
 * One client for each clause that `run.mjs` can be. Each differs from the correct one in the members of `behaviour` that
 * it has.
 *
 * - `breaks`: the clause that it breaks,
 * - `scenarios`: the SKUs in which it shows.
 */
const BY_CLAUSE = [
  {
    name: 'skips-ping',
    says: 'Buys without checking connectivity.',
    breaks: 'ping-first',
    scenarios: AT_ONCE,
    behaviour: { readsFirst: ['products', 'price', 'balance'] },
  },
  {
    name: 'skips-catalogue',
    says: 'Buys a SKU that it has from its configuration, without reading the catalogue.',
    breaks: 'sku-from-catalogue',
    scenarios: AT_ONCE,
    behaviour: { readsFirst: ['ping', 'price', 'balance'] },
  },
  {
    name: 'reads-price-afterwards',
    says: 'Reads the price only after everything is bought.',
    breaks: 'price-before-purchase',
    scenarios: AT_ONCE,
    behaviour: { readsFirst: ['ping', 'products', 'balance'], readsLast: ['price'] },
  },
  {
    name: 'skips-balance',
    says: 'Buys without reading the balance.',
    breaks: 'balance-before-purchase',
    scenarios: [...AT_ONCE, 'SCENARIO-TOO-DEAR'],
    behaviour: { readsFirst: ['ping', 'products', 'price'] },
  },
  {
    name: 'adds-a-quantity',
    says: 'Sends a quantity as a third field.',
    breaks: 'exactly-two-fields',
    scenarios: AT_ONCE,
    behaviour: { body: (order) => ({ ...order, quantity: 1 }) },
  },
  {
    name: 'retries-with-another-card',
    says: 'Sends the reference again with another SKU after a lost answer.',
    breaks: 'retry-identical-body',
    scenarios: ['SCENARIO-LOST-BEFORE', 'SCENARIO-UNAVAILABLE'],
    behaviour: {
      skuToBuy: ({ sku, sending }) => (sending === 1 ? sku : 'SCENARIO-AT-ONCE'),
      ...afterLoss(NEXT.resend),
    },
  },
  {
    name: 'buys-again-after-a-lost-connection',
    says: 'Treats a lost connection as a failure, and buys again under a new reference.',
    breaks: 'timeout-is-not-failure',
    scenarios: LOST_CONNECTIONS,
    behaviour: afterLoss(NEXT.buyAgain),
  },
  {
    name: 'one-reference-for-two-purchases',
    says: 'Gives both of two intended purchases one reference, and so buys once.',
    breaks: 'one-reference-per-purchase',
    scenarios: ['SCENARIO-TWO-CARDS'],
    behaviour: { reference: ({ run }) => `SHOP:${run}` },
  },
  {
    name: 'reference-is-a-bare-uuid',
    says: 'Uses a random UUID as the reference, without a prefix.',
    breaks: 'stable-reference',
    scenarios: AT_ONCE,
    behaviour: { reference: () => UUID },
  },
  {
    name: 'keeps-the-first-interval',
    says: 'Always polls at the first interval.',
    breaks: 'waits-poll-after',
    scenarios: ['SCENARIO-POLL-CHANGES', 'SCENARIO-UNUSUAL-PACE'],
    behaviour: { waitMs: ({ first }) => first.pollAfterSeconds * 1000 + 25 },
  },
  {
    name: 'never-polls',
    says: 'Leaves a purchase that is PROCESSING to itself.',
    breaks: 'follows-until-settled',
    scenarios: ['SCENARIO-PROCESSING'],
    behaviour: { mostPolls: 0 },
  },
  {
    name: 'reads-purchase-one-level-up',
    says: 'Reads the answer to a purchase at data.order, finds no status there, and treats that as a failure.',
    breaks: 'reads-purchase-position',
    scenarios: [...AT_ONCE, 'SCENARIO-PROCESSING'],
    behaviour: { readPurchase: (data) => ({ status: String(data.order.status) }) },
  },
  {
    name: 'reads-lookup-one-level-down',
    says: 'Reads a lookup at data.order.order, finds no status there, and treats that as a failure.',
    breaks: 'reads-lookup-position',
    // The first is PROCESSING when it is looked up, the other settled: one alone could show a client that ignores it.
    scenarios: ['SCENARIO-UNUSUAL-PACE', 'SCENARIO-CLOSED'],
    behaviour: { readLookup: (data) => ({ status: String(data.order.order?.status) }) },
  },
  {
    name: 'key-in-the-query',
    says: 'Sends the key in the query of every request as well.',
    breaks: 'key-stays-on-server',
    scenarios: AT_ONCE,
    behaviour: { target: (path, key) => `${path}?api_key=${key}` },
  },
  {
    name: 'lists-orders',
    says: 'Asks for a list of its orders before it buys.',
    breaks: 'documented-operations-only',
    scenarios: AT_ONCE,
    behaviour: { beforePurchases: ({ call }) => call('GET', '/orders') },
  },
]

/** The same in each retry of one process. */
const UUID = randomUUID()

/** Every client that `run.mjs` can be. */
export const VARIATIONS = BY_CLAUSE.map((variation) => ({
  ...variation,
  command: ['node', 'examples/broken/run.mjs', variation.name],
}))

/** Broken clients in other languages, of the same shape but for their behaviour, which is their own. */
const IN_OTHER_LANGUAGES = [
  {
    name: 'python-buys-again',
    says: 'In Python: treats any exception as a failure, and tries again with a new reference.',
    breaks: 'timeout-is-not-failure',
    scenarios: LOST_CONNECTIONS,
    command: ['python3', 'examples/broken/buys-again.py'],
  },
  {
    name: 'shell-polls-every-second',
    says: 'In shell: polls every second, no matter what the summary says.',
    breaks: 'waits-poll-after',
    scenarios: ['SCENARIO-POLL-CHANGES', 'SCENARIO-UNUSUAL-PACE'],
    command: ['sh', 'examples/broken/polls-every-second.sh'],
  },
]

/** Every broken client. */
export const BROKEN_CLIENTS = [...VARIATIONS, ...IN_OTHER_LANGUAGES]
