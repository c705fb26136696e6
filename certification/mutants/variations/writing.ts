import { type Decisions, GOOD, type PlainRequest } from '../client/decisions.ts'
import type { Facts } from '../client/facts.ts'
import { plain, type Variation } from './variation.ts'

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

/** Correct ways to name orders and to write requests. */
export const WRITING: readonly Variation[] = plain({
  'has labels that differ only in their last letter': references(
    ({ label, purchase }) => `SHOP:${label}-${'x'.repeat(60)}${'ab'[purchase - 1]}`,
  ),
  'has labels that differ only in case': references(
    ({ label, purchase }) => `SHOP:${label}-${'aA'[purchase - 1]}`,
  ),
  'has letters beyond ASCII in the label': references(
    ({ label, purchase }) => `SHOP:Größe-№${label}-${purchase}-日本`,
  ),
  'has colons in the label': references(({ label, purchase }) => `SHOP:2026:${label}:${purchase}`),
  'has a long label': references(({ label, purchase }) => `SHOP:${label}-${purchase}-${'x'.repeat(100)}`),
  'writes the fields in the other order': bodies(({ partnerReference, sku }) =>
    JSON.stringify({ sku, partnerReference }),
  ),
  'writes its body over several lines': bodies((order) => `${JSON.stringify(order, null, 2)}\n`),
  'escapes every letter of its body': bodies(
    ({ partnerReference, sku }) =>
      `{"partnerReference":"${escaped(partnerReference)}","sku":"${escaped(sku)}"}`,
  ),
  'writes its body in another way each time': {
    body: ({ sent }, { partnerReference, sku }) =>
      sent % 2 === 0
        ? JSON.stringify({ partnerReference, sku })
        : `{ "sku": "${escaped(sku)}",\n "partnerReference": "${partnerReference}" }`,
  },
  'names a charset in its Content-Type': headers(
    { 'content-type': 'Application/JSON; charset="UTF-8"' },
    true,
  ),
  'sends its body in chunks': headers({ 'transfer-encoding': 'chunked' }, true),
  'keeps its connection alive': headers({ connection: 'keep-alive' }),
  'opens a connection for each request': headers({ connection: 'close' }),
  "sends the default headers of Node's fetch": headers({
    accept: '*/*',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'user-agent': 'node',
    'accept-encoding': 'gzip, deflate',
  }),
  'sends headers for tracing': headers({
    'x-request-id': '7',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  }),
  'encodes every letter of a reference in the path': {
    request: (facts, request) =>
      request.operation === 'lookup'
        ? { ...request, path: `/orders/${percentEncoded(GOOD.order(facts).partnerReference)}` }
        : request,
  },
  'does not encode a colon in the path': {
    request: (_, request) => ({ ...request, path: request.path.replaceAll('%3A', ':') }),
  },
  'has a blank in the label': references(({ label, purchase }) => `SHOP:order ${label} ${purchase}`),
  'has punctuation in the label': references(
    ({ label, purchase }) => `SHOP:${label}/${purchase}?a=1&b=%20#"'\\`,
  ),
})

function escaped(text: string): string {
  return Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
}

function percentEncoded(text: string): string {
  return Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')
}
