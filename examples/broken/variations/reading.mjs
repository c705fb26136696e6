const AT_ONCE = ['SCENARIO-AT-ONCE']

/** What a client reads before it buys, and where it reads what came of it. */
export const READING = [
  {
    name: 'skips-ping',
    says: 'Buys without checking connectivity.',
    breaks: 'ping-first',
    scenarios: AT_ONCE,
    conduct: { readsFirst: ['products', 'price', 'balance'] },
  },
  {
    name: 'pings-afterwards',
    says: 'Checks connectivity when everything is bought.',
    breaks: 'ping-first',
    scenarios: AT_ONCE,
    conduct: { readsFirst: ['products', 'price', 'balance'], readsLast: ['ping'] },
  },
  {
    name: 'skips-catalogue',
    says: 'Buys a SKU that it has from its configuration, without reading the catalogue.',
    breaks: 'sku-from-catalogue',
    scenarios: AT_ONCE,
    conduct: { readsFirst: ['ping', 'price', 'balance'] },
  },
  {
    name: 'changes-the-sku',
    says: 'Buys the SKU in small letters, as no entry of the catalogue has it.',
    breaks: 'sku-from-catalogue',
    alongside: ['price-before-purchase'],
    scenarios: AT_ONCE,
    conduct: { skuToBuy: ({ sku }) => sku.toLowerCase() },
  },
  {
    name: 'skips-price',
    says: 'Buys without reading the price.',
    breaks: 'price-before-purchase',
    scenarios: AT_ONCE,
    conduct: { readsFirst: ['ping', 'products', 'balance'] },
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
    name: 'reads-balance-afterwards',
    says: 'Reads the balance for its books, when everything is bought.',
    breaks: 'balance-before-purchase',
    scenarios: AT_ONCE,
    conduct: { readsFirst: ['ping', 'products', 'price'], readsLast: ['balance'] },
  },
  {
    name: 'reads-purchase-one-level-up',
    says: 'Reads the answer to a purchase at data.order, finds no status there, and takes that for a failure.',
    breaks: 'reads-purchase-position',
    scenarios: [...AT_ONCE, 'SCENARIO-TRICKLE'],
    conduct: { readPurchase: (data) => ({ status: String(data.order.status) }) },
  },
  {
    name: 'never-reads-the-purchase',
    says: 'Reads the answer to a purchase at data.order, finds nothing, and looks up what it was just told.',
    breaks: 'reads-purchase-position',
    scenarios: AT_ONCE,
    conduct: { readPurchase: (data) => data.order },
  },
  {
    name: 'refuses-unknown-fields-of-a-purchase',
    says: 'Ends with an error when the answer to a purchase has a field that it does not know.',
    breaks: 'reads-purchase-position',
    scenarios: ['SCENARIO-EXTRA-FIELDS'],
    conduct: {
      readPurchase: ({ order, ...rest }) => strictly(order.order, { ...rest, ...without(order, 'order') }),
    },
  },
  {
    name: 'takes-a-success-for-a-failure',
    says: 'Knows only SUCCEEDED as a success: buys the card, and says that it did not.',
    breaks: 'reads-purchase-position',
    scenarios: AT_ONCE,
    conduct: { isSuccess: (status) => status === 'SUCCEEDED' },
  },
  {
    name: 'reads-lookup-one-level-down',
    says: 'Reads a lookup at data.order.order, finds no status there, and takes that for a failure.',
    breaks: 'reads-lookup-position',
    scenarios: ['SCENARIO-UNUSUAL-PACE', 'SCENARIO-EXTRA-FIELDS'],
    conduct: { readLookup: (data) => ({ status: String(data.order.order?.status) }) },
  },
  {
    name: 'never-reads-the-lookup',
    says: 'Reads a lookup at data.order.order, finds nothing, and takes the order to be PROCESSING still.',
    breaks: 'reads-lookup-position',
    scenarios: ['SCENARIO-PROCESSING'],
    conduct: { readLookup: (data) => data.order.order ?? { status: 'PROCESSING' }, mostPolls: 6 },
  },
  {
    name: 'refuses-unknown-fields-of-a-lookup',
    says: 'Ends with an error when the answer to a lookup has a field that it does not know.',
    breaks: 'reads-lookup-position',
    scenarios: ['SCENARIO-EXTRA-FIELDS'],
    conduct: { readLookup: ({ order, ...rest }) => strictly(order, rest) },
  },
]

const KNOWN = ['status', 'pollAfterSeconds', 'partnerReference', 'sku']

function strictly(summary, beside) {
  const unknown = [...Object.keys(beside), ...Object.keys(summary)].filter((name) => !KNOWN.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown fields: ${unknown}`)
  return summary
}

function without(object, name) {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
}
