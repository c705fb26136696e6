import type { ClientClauseId } from '../contract/client-clauses.ts'
import type { Client } from './client-journal.fixture.ts'
import type { Conduct } from './clients.fixture.ts'

type BrokenClient = {
  readonly says: string
  readonly conduct: Partial<Conduct>
  readonly breaks: ClientClauseId
  /** What it breaks as well: its mistake is two. */
  readonly and?: readonly ClientClauseId[]
}

const without =
  (...left: readonly string[]) =>
  (client: Client) => {
    for (const read of ['ping', 'products', 'price', 'balance'] as const)
      if (!left.includes(read)) client[read]()
  }

const lookUpAgain = (client: Client, reference: string) => {
  for (let time = 0; time < 5; time += 1) {
    client.wait(1.02)
    client.lookUp(reference)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: it reads what is not there.
const oneLevelUp = (data: any) => ({ ...data?.order, status: String(data?.order?.status) })
// biome-ignore lint/suspicious/noExplicitAny: it reads what is not there.
const oneLevelDown = (data: any) => ({ ...data?.order?.order, status: String(data?.order?.order?.status) })

/** Clients that each go wrong in one way; some cannot but break another clause with it. */
export const BROKEN_CLIENTS: readonly BrokenClient[] = [
  { says: 'buys without a ping', conduct: { prepare: without('ping') }, breaks: 'ping-first' },
  {
    says: 'buys without the catalogue',
    conduct: { prepare: without('products') },
    breaks: 'sku-from-catalogue',
  },
  { says: 'buys without the price', conduct: { prepare: without('price') }, breaks: 'price-before-purchase' },
  {
    says: 'buys without the balance',
    conduct: { prepare: without('balance') },
    breaks: 'balance-before-purchase',
  },
  {
    says: 'sends a quantity',
    conduct: { body: (order) => ({ ...order, quantity: 1 }) },
    breaks: 'exactly-two-fields',
  },
  {
    says: 'leaves the reference out',
    conduct: { body: ({ sku }) => ({ sku }) },
    breaks: 'exactly-two-fields',
  },
  { says: 'wraps the order', conduct: { body: (order) => ({ order }) }, breaks: 'exactly-two-fields' },
  { says: 'sends a list', conduct: { body: (order) => [order] }, breaks: 'exactly-two-fields' },
  { says: 'sends a form', conduct: { body: ({ sku }) => `sku=${sku}` }, breaks: 'exactly-two-fields' },
  {
    says: 'sends the SKU as a number',
    conduct: { body: ({ partnerReference }) => ({ partnerReference, sku: 7 }) },
    breaks: 'exactly-two-fields',
  },
  {
    says: 'buys anew after a lost answer',
    conduct: { afterLoss: 'buy anew' },
    breaks: 'timeout-is-not-failure',
  },
  {
    says: 'buys anew after a 5xx',
    conduct: { afterServerError: 'buy anew' },
    breaks: 'timeout-is-not-failure',
  },
  {
    says: 'buys anew when a lookup finds none',
    conduct: { afterNotFound: 'buy anew' },
    breaks: 'timeout-is-not-failure',
  },
  {
    says: 'buys anew after a second',
    conduct: { patience: 1, afterLoss: 'buy anew', attempts: 3 },
    breaks: 'timeout-is-not-failure',
  },
  {
    says: 'numbers its attempts in the reference',
    conduct: {
      reference: (purchase, attempt) => `SHOP:${purchase}/${attempt}`,
      afterLoss: 'resend',
      afterServerError: 'resend',
    },
    breaks: 'timeout-is-not-failure',
    and: ['retry-identical-body'],
  },
  {
    says: 'walks away after a lost answer',
    conduct: { afterLoss: 'fail' },
    breaks: 'timeout-is-not-failure',
  },
  { says: 'walks away after a 5xx', conduct: { afterServerError: 'fail' }, breaks: 'timeout-is-not-failure' },
  {
    says: 'takes a lost answer for a success',
    conduct: { afterLoss: 'succeed' },
    breaks: 'timeout-is-not-failure',
  },
  {
    says: 'retries with another card',
    conduct: {
      sku: (sku, attempt) => (attempt === 1 ? sku : 'CARD-25'),
      afterLoss: 'resend',
      afterServerError: 'resend',
    },
    breaks: 'retry-identical-body',
  },
  {
    says: 'retries with the SKU in small letters',
    conduct: { sku: (sku, attempt) => (attempt === 1 ? sku : sku.toLowerCase()), afterLoss: 'resend' },
    breaks: 'retry-identical-body',
  },
  {
    says: 'marks its retries',
    conduct: {
      body: (order, attempt) => (attempt === 1 ? order : { ...order, attempt }),
      afterLoss: 'resend',
    },
    breaks: 'retry-identical-body',
    and: ['exactly-two-fields'],
  },
  {
    says: 'buys anew after a call too many',
    conduct: { afterRateLimit: 'buy anew' },
    breaks: 'retry-identical-body',
  },
  {
    says: 'has one reference for all',
    conduct: { reference: () => 'SHOP:1' },
    breaks: 'one-reference-per-purchase',
  },
  {
    says: 'buys anew what is PROCESSING, when a lookup does not find it',
    conduct: { afterMiss: 'buy anew' },
    breaks: 'one-reference-per-purchase',
  },
  {
    says: 'buys one more than was meant',
    conduct: {
      afterSettled: (client) => {
        // Where it is settled at once: elsewhere it would leave that one to itself as well.
        if (client.scenario.course.processing.length === 0) client.buy(`SHOP:more${client.nowMs}`)
      },
    },
    breaks: 'one-reference-per-purchase',
  },
  {
    says: 'has a number for a reference',
    conduct: { reference: (purchase) => `${purchase}` },
    breaks: 'stable-reference',
  },
  {
    says: 'has a prefix alone',
    conduct: { reference: (purchase) => `SHOP${purchase}:` },
    breaks: 'stable-reference',
  },
  { says: 'polls every second', conduct: { pause: () => 1.02 }, breaks: 'waits-poll-after' },
  {
    says: 'keeps the first interval',
    conduct: { pause: (_, first) => first.pollAfterSeconds ?? 1 },
    breaks: 'waits-poll-after',
  },
  {
    says: 'caps the interval',
    conduct: { pause: ({ pollAfterSeconds = 1 }) => Math.min(2, pollAfterSeconds) },
    breaks: 'waits-poll-after',
  },
  {
    says: 'waits a fifth too short',
    conduct: { pause: ({ pollAfterSeconds = 1 }) => pollAfterSeconds * 0.8 },
    breaks: 'waits-poll-after',
  },
  {
    says: 'takes seconds for milliseconds',
    conduct: { pause: ({ pollAfterSeconds = 1 }) => pollAfterSeconds / 1000 },
    breaks: 'waits-poll-after',
  },
  {
    says: 'polls at once, then as told',
    conduct: { pause: ({ pollAfterSeconds = 1 }, _, polls) => (polls === 0 ? 0 : pollAfterSeconds) },
    breaks: 'waits-poll-after',
  },
  {
    says: 'sends the identical body again each second',
    conduct: { pollBy: 'resend', pause: () => 1.02 },
    breaks: 'waits-poll-after',
  },
  { says: 'never polls', conduct: { mostPolls: 0 }, breaks: 'follows-until-settled' },
  { says: 'polls once', conduct: { mostPolls: 1 }, breaks: 'follows-until-settled' },
  { says: 'gives up after five polls', conduct: { mostPolls: 5 }, breaks: 'follows-until-settled' },
  {
    says: 'takes PROCESSING for a success',
    conduct: {
      isOpen: () => false,
      isSuccess: (status) => status === 'PROCESSING' || status === 'COMPLETED',
    },
    breaks: 'follows-until-settled',
  },
  {
    says: 'gives up when a lookup does not find it',
    conduct: { afterMiss: 'fail' },
    breaks: 'follows-until-settled',
  },
  {
    says: 'polls on when all is settled',
    conduct: { afterSettled: lookUpAgain },
    breaks: 'follows-until-settled',
  },
  { says: 'never stops polling', conduct: { isOpen: () => true }, breaks: 'follows-until-settled' },
  {
    says: 'takes an unknown state for PROCESSING',
    conduct: { isOpen: (status) => status !== 'COMPLETED' && status !== 'FAILED', mostPolls: 30 },
    breaks: 'follows-until-settled',
  },
  {
    says: 'polls a failure on',
    conduct: { isOpen: (status) => status !== 'COMPLETED', mostPolls: 30 },
    breaks: 'follows-until-settled',
  },
  {
    says: 'takes a success for a failure',
    conduct: { isSuccess: () => false },
    breaks: 'follows-until-settled',
  },
  {
    says: 'reads a purchase at data.order, and fails',
    conduct: { readPurchase: oneLevelUp },
    breaks: 'reads-purchase-position',
  },
  {
    says: 'reads a purchase at data.order, and looks it up at once',
    conduct: { readPurchase: (data) => data?.order },
    breaks: 'reads-purchase-position',
  },
  {
    says: 'reads a purchase at data.order, finds no settled state, and polls',
    conduct: {
      readPurchase: (data) => ({ ...data?.order, status: 'PROCESSING' }),
      pause: ({ pollAfterSeconds = 0.3 }) => pollAfterSeconds,
    },
    breaks: 'reads-purchase-position',
  },
  {
    says: 'reads any status of a purchase that it finds',
    conduct: {
      readPurchase: (data) => (data?.order?.status === undefined ? data?.order?.order : data.order),
    },
    breaks: 'reads-purchase-position',
  },
  {
    says: 'reads a lookup at data.order.order, and fails',
    conduct: { readLookup: oneLevelDown },
    breaks: 'reads-lookup-position',
  },
  {
    says: 'reads a lookup at data.order.order, and polls on without a pause',
    conduct: {
      readLookup: (data) => data?.order?.order ?? { status: 'PROCESSING', pollAfterSeconds: 0.5 },
      isOpen: (status) => status === 'PROCESSING' || status === 'NOT_THE_SUMMARY',
    },
    breaks: 'reads-lookup-position',
  },
  {
    says: 'reads a lookup at data.order.order, and polls six times',
    conduct: { readLookup: (data) => data?.order?.order ?? { status: 'PROCESSING' }, mostPolls: 6 },
    breaks: 'reads-lookup-position',
  },
  {
    says: 'reads any status of a lookup that it finds',
    conduct: { readLookup: (data) => data?.order?.order ?? data?.order },
    breaks: 'reads-lookup-position',
  },
  {
    says: 'has its key in a cookie',
    conduct: { headers: { cookie: '[key]' } },
    breaks: 'key-stays-on-server',
  },
  {
    says: 'has its key in a header of its own',
    conduct: { headers: { 'x-key': 'k=[key]' } },
    breaks: 'key-stays-on-server',
  },
  {
    says: 'calls from a web page',
    conduct: { headers: { origin: 'https://shop.example' } },
    breaks: 'key-stays-on-server',
  },
  {
    says: 'names the page that it runs in',
    conduct: { headers: { referer: 'https://shop.example/' } },
    breaks: 'key-stays-on-server',
  },
  {
    says: 'has its key in the reference',
    conduct: { reference: (purchase) => `SHOP:[key]-${purchase}` },
    breaks: 'key-stays-on-server',
  },
  {
    says: 'has its key in the query',
    conduct: { afterSettled: (client) => client.call('GET', '/balance?key=[key]') },
    breaks: 'key-stays-on-server',
  },
  {
    says: 'lists its orders',
    conduct: { afterSettled: (client) => client.call('GET', '/orders') },
    breaks: 'documented-operations-only',
  },
  {
    says: 'cancels what it bought',
    conduct: {
      afterSettled: (client, reference) => client.call('POST', `/orders/${reference}/cancel`, { body: {} }),
    },
    breaks: 'documented-operations-only',
  },
]
