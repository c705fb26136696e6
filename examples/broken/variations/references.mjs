import { randomUUID } from 'node:crypto'

const AT_ONCE = ['SCENARIO-AT-ONCE']
const TWO_CARDS = ['SCENARIO-TWO-CARDS']
/** What a refused body leads to as well: the purchase is not made, and says so with its exit code. */
const REFUSED = { scenarios: AT_ONCE }

/** What a client calls its purchases, and what it sends beside that. */
export const REFERENCES = [
  {
    name: 'adds-a-quantity',
    says: 'Sends a quantity as a third field.',
    breaks: 'exactly-two-fields',
    ...REFUSED,
    conduct: { body: (order) => ({ ...order, quantity: 1 }) },
  },
  {
    name: 'adds-a-currency',
    says: 'Sends the currency of the price as a third field.',
    breaks: 'exactly-two-fields',
    ...REFUSED,
    conduct: { body: (order) => ({ ...order, currency: 'USD' }) },
  },
  {
    name: 'adds-an-empty-field',
    says: 'Sends a third field although it is null.',
    breaks: 'exactly-two-fields',
    ...REFUSED,
    conduct: { body: (order) => ({ ...order, note: null }) },
  },
  {
    name: 'sends-only-the-sku',
    says: 'Leaves the reference to the service.',
    breaks: 'exactly-two-fields',
    ...REFUSED,
    conduct: { body: ({ sku }) => ({ sku }) },
  },
  {
    name: 'wraps-the-order',
    says: 'Sends the two fields inside an order object.',
    breaks: 'exactly-two-fields',
    ...REFUSED,
    conduct: { body: (order) => ({ order }) },
  },
  {
    name: 'one-reference-for-two-purchases',
    says: 'Gives both of two intended purchases one reference, and so buys once.',
    breaks: 'one-reference-per-purchase',
    scenarios: TWO_CARDS,
    conduct: { reference: ({ run }) => `SHOP:${run}` },
  },
  {
    name: 'names-purchases-after-the-card',
    says: 'Makes the reference of the SKU: two cards of one kind have one reference.',
    breaks: 'one-reference-per-purchase',
    scenarios: TWO_CARDS,
    conduct: { reference: ({ sku }) => `SHOP:${sku}` },
  },
  {
    name: 'reference-is-a-bare-uuid',
    says: 'Takes a random UUID for a reference, without a prefix.',
    breaks: 'stable-reference',
    scenarios: AT_ONCE,
    conduct: { reference: once(() => randomUUID()) },
  },
  {
    name: 'reference-is-a-bare-number',
    says: 'Takes the milliseconds of the day for a reference, without a prefix.',
    breaks: 'stable-reference',
    scenarios: AT_ONCE,
    conduct: { reference: once(() => String(Date.now())) },
  },
  {
    name: 'reference-without-a-label',
    says: 'Sends the prefix alone.',
    breaks: 'stable-reference',
    scenarios: AT_ONCE,
    conduct: { reference: () => 'SHOP:' },
  },
]

/** A reference that is drawn for each purchase, and kept for its retries. */
function once(draw) {
  const drawn = new Map()
  return ({ number, renewal }) => {
    const label = `${number}/${renewal}`
    if (!drawn.has(label)) drawn.set(label, draw())
    return drawn.get(label)
  }
}
