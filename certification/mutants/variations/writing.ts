import { type Decisions, GOOD, type PlainRequest } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'
import type { Variation } from './variation.ts'

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

/** How clients rightly name their orders, and write what they send. */
export const WRITING: readonly Variation[] = [
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
