import { type Decisions, GOOD, type PlainRequest } from './client/decisions.ts'
import type { Facts, Situation } from './client/facts.ts'

/** A client that does the right thing in another way than {@link GOOD}. */
export type Variation = {
  readonly says: string
  readonly change: Partial<Decisions>
  /** The id of the remark that is made on it, if one is. */
  readonly remark?: string
}

const UNKNOWN: readonly Situation[] = ['lost', 'timed-out', 'server-error', 'unreadable']

/** Before there was a summary. */
const isOpen = ({ latest }: Facts) => latest === undefined

const isUnknown = (facts: Facts) => isOpen(facts) && UNKNOWN.includes(facts.now)

const pauses = (change: (ms: number, facts: Facts) => number): Partial<Decisions> => ({
  pauseMs: (facts) => change(GOOD.pauseMs(facts), facts),
})

const references = (reference: (facts: Facts) => string): Partial<Decisions> => ({
  order: (facts) => ({ ...GOOD.order(facts), partnerReference: reference(facts) }),
})

const bodies = (body: (order: { partnerReference: string; sku: string }) => string): Partial<Decisions> => ({
  body: (_, order) => body(order),
})

const headers = (more: Record<string, string>, ofPurchases = false): Partial<Decisions> => ({
  request: (_, request: PlainRequest) =>
    ofPurchases && request.operation !== 'purchase'
      ? request
      : { ...request, headers: { ...request.headers, ...more } },
})

const reading = (path: string, when: (facts: Facts) => boolean): Partial<Decisions> => ({
  besides: (facts) => (when(facts) ? [{ method: 'GET', path, body: null }] : []),
})

/** Clients that no certification may blame for anything, and that each scenario must let pass. */
export const VARIATIONS: readonly Variation[] = [
  { says: 'looks up, and sends it again where it is not found', change: {} },
  {
    says: 'sends the identical body again at first',
    change: { next: (facts) => (isUnknown(facts) ? 'resend' : GOOD.next(facts)) },
  },
  {
    says: 'looks up until it finds it, sends it again late',
    change: {
      next: (facts) =>
        isOpen(facts) && facts.now === 'not-found' && facts.inARow < 4 ? 'look up' : GOOD.next(facts),
    },
  },
  {
    says: 'looks up once, then polls by the identical body',
    change: {
      next: (facts) => (facts.now === 'processing' && facts.polls > 0 ? 'resend' : GOOD.next(facts)),
    },
  },
  {
    says: 'polls by lookup and body in turn',
    change: {
      next: (facts) => (facts.now === 'processing' && facts.polls % 2 === 1 ? 'resend' : GOOD.next(facts)),
    },
  },
  {
    says: 'retries what failed after 20 ms',
    change: pauses((ms, { now }) => (['begins', 'processing', 'rate-limited'].includes(now) ? ms : 20)),
  },
  { says: 'waits half as long again', change: pauses((ms) => ms * 1.5) },
  { says: 'waits three times as long', change: pauses((ms) => ms * 3) },
  {
    says: 'waits up to a second longer, by chance',
    change: pauses((ms, { polls }) => ms + ((polls * 617) % 1000)),
  },
  {
    says: 'waits ten seconds at least between polls',
    change: pauses((ms, { now }) => (now === 'processing' ? Math.max(10_000, ms) : ms)),
  },
  {
    says: 'is early by what a timer is off by',
    change: pauses((ms, { now, latest }) =>
      now === 'processing' ? (latest?.pollAfterSeconds ?? 0) * 970 : ms,
    ),
  },
  { says: 'waits for an answer for three minutes', change: { timeoutMs: () => 180_000 } },
  { says: 'waits for an answer for a second', change: { timeoutMs: () => 1_000 } },
  {
    says: 'reads everything before each purchase',
    change: { reads: () => ['ping', 'products', 'price', 'balance'] },
  },
  {
    says: 'reads price and balance before ping and products',
    change: { reads: () => ['price', 'balance', 'ping', 'products'] },
  },
  { says: 'makes all purchases at the same time', change: { isConcurrent: () => true } },
  {
    says: 'has labels that differ only in their last letter',
    change: references(({ label, purchase }) => `SHOP:${label}-${'x'.repeat(60)}${'ab'[purchase - 1]}`),
  },
  {
    says: 'has labels that differ only in case',
    change: references(({ label, purchase }) => `SHOP:${label}-${'aA'[purchase - 1]}`),
  },
  {
    says: 'has letters beyond ASCII in the label',
    change: references(({ label, purchase }) => `SHOP:Größe-№${label}-${purchase}-日本`),
  },
  {
    says: 'has colons in the label',
    change: references(({ label, purchase }) => `SHOP:2026:${label}:${purchase}`),
  },
  {
    says: 'has a long label',
    change: references(({ label, purchase }) => `SHOP:${label}-${purchase}-${'x'.repeat(100)}`),
  },
  {
    says: 'writes the fields the other way round',
    change: bodies(({ partnerReference, sku }) => JSON.stringify({ sku, partnerReference })),
  },
  {
    says: 'writes its body over several lines',
    change: bodies((order) => `${JSON.stringify(order, null, 2)}\n`),
  },
  {
    says: 'escapes every letter of its body',
    change: bodies(
      ({ partnerReference, sku }) =>
        `{"partnerReference":"${escaped(partnerReference)}","sku":"${escaped(sku)}"}`,
    ),
  },
  {
    says: 'writes its body in another way each time',
    change: {
      body: ({ sent }, { partnerReference, sku }) =>
        sent % 2 === 0
          ? JSON.stringify({ partnerReference, sku })
          : `{ "sku": "${escaped(sku)}",\n "partnerReference": "${partnerReference}" }`,
    },
  },
  {
    says: 'names a charset in its Content-Type',
    change: headers({ 'content-type': 'Application/JSON; charset="UTF-8"' }, true),
  },
  { says: 'sends its body in chunks', change: headers({ 'transfer-encoding': 'chunked' }, true) },
  { says: 'keeps its connection', change: headers({ connection: 'keep-alive' }) },
  { says: 'opens a connection for each request', change: headers({ connection: 'close' }) },
  {
    says: 'sends what the fetch of Node sends of itself',
    change: headers({
      accept: '*/*',
      'accept-language': '*',
      'sec-fetch-mode': 'cors',
      'user-agent': 'node',
      'accept-encoding': 'gzip, deflate',
    }),
  },
  {
    says: 'names its requests for a trace',
    change: headers({
      'x-request-id': '7',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    }),
  },
  {
    says: 'looks the reference up before it buys',
    change: { next: (facts) => (facts.now === 'begins' ? 'look up' : GOOD.next(facts)) },
  },
  {
    says: 'gives up an order that a lookup did not find',
    change: { next: (facts) => (facts.now === 'not-found' && isOpen(facts) ? 'stop' : GOOD.next(facts)) },
  },
  {
    says: 'buys again after a failure or a refusal',
    change: {
      next: (facts) =>
        facts.renewals === 0 &&
        (facts.latest?.status === 'FAILED' || (facts.now === 'refused' && isOpen(facts)))
          ? 'buy again'
          : GOOD.next(facts),
    },
  },
  { says: 'reads the balance after each answer', change: reading('/balance', () => true) },
  { says: 'pings while it waits', change: reading('/ping', ({ now }) => now === 'processing') },
  {
    says: 'encodes every letter of a reference in the path',
    change: {
      request: (facts, request) =>
        request.operation === 'lookup'
          ? { ...request, path: `/orders/${percentEncoded(GOOD.order(facts).partnerReference)}` }
          : request,
    },
  },
  {
    says: 'encodes no colon in the path',
    change: { request: (_, request) => ({ ...request, path: request.path.replaceAll('%3A', ':') }) },
  },
  {
    says: 'looks up and sends again at the same time',
    change: { next: (facts) => (isUnknown(facts) ? 'look up and resend' : GOOD.next(facts)) },
  },
  {
    says: 'sends it twice at the same time from the start',
    change: { next: (facts) => (facts.now === 'begins' ? 'resend twice' : GOOD.next(facts)) },
  },
  {
    says: 'sends it twice at the same time after a loss',
    change: { next: (facts) => (isUnknown(facts) ? 'resend twice' : GOOD.next(facts)) },
  },
  {
    says: 'confirms a settled order by one lookup',
    remark: 'asked-after-settled',
    change: {
      next: (facts) => {
        if (facts.now === 'settled' && facts.inARow === 1) return 'look up'
        const isConfirmed = facts.latest !== undefined && facts.latest.status !== 'PROCESSING'
        return facts.now === 'not-found' && isConfirmed ? 'stop' : GOOD.next(facts)
      },
    },
  },
  {
    says: 'has a blank in the label',
    change: references(({ label, purchase }) => `SHOP:order ${label} ${purchase}`),
  },
  {
    says: 'has punctuation in the label',
    change: references(({ label, purchase }) => `SHOP:${label}/${purchase}?a=1&b=%20#"'\\`),
  },
]

function escaped(text: string): string {
  return Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}

function percentEncoded(text: string): string {
  return Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')
}
