import { KEY_HEADERS, TEST_KEY_PREFIX } from '../wire/auth.ts'

/** A request with a text in one place. */
export type PlacedRequest = {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

type Place = (text: string) => Partial<PlacedRequest>

const base64 = (text: string) => Buffer.from(text).toString('base64')
const octets = (text: string, write: (octet: string) => string) =>
  Buffer.from(text).toString('hex').replace(/../g, write)

/** The encodings of a key, each with the text that shows that the key leaked. */
export function encodingsOf(
  key: string,
): Readonly<Record<string, readonly [written: string, trace: string]>> {
  const bare = key.slice(TEST_KEY_PREFIX.length)
  const whole = (write: (text: string) => string) => [write(key), write(bare)] as const
  return {
    'as it is': whole(String),
    'without its prefix': [bare, bare],
    'with one letter percent-encoded': [key.replace('p', '%70'), bare],
    'percent-encoded': whole((text) => octets(text, (octet) => `%${octet}`)),
    'percent-encoded in capitals': whole((text) => octets(text, (octet) => `%${octet.toUpperCase()}`)),
    'percent-encoded twice': whole((text) => octets(text, (octet) => `%25${octet}`)),
    'in JSON escapes': whole((text) => octets(text, (octet) => `\\u00${octet}`)),
    'in JSON escapes in capitals': whole((text) => octets(text, (octet) => `\\u00${octet.toUpperCase()}`)),
    'in Base64': [base64(key), base64(key).slice(12, -4)],
    'in Base64, one character on': [base64(`:${key}`), base64(`:${key}`).slice(12, -4)],
    'in Base64url, two characters on': [
      Buffer.from(`u:${key}`).toString('base64url'),
      base64(`u:${key}`).slice(16, -4),
    ],
    'in hexadecimal': whole((text) => octets(text, String)),
    'in hexadecimal in capitals': whole((text) => octets(text, (octet) => octet.toUpperCase())),
    'in hexadecimal without its prefix': [octets(bare, String), octets(bare, String)],
  }
}

const OTHER_HEADERS = [
  'cookie',
  'referer',
  'user-agent',
  'x-request-id',
  'idempotency-key',
  'traceparent',
  'x-forwarded-for',
  'forwarded',
  'from',
  'accept',
  'accept-language',
  'content-language',
  'content-encoding',
  'content-type',
  'x-strange',
]

const header =
  (name: string, around: (text: string) => string = String): Place =>
  (text) => ({ headers: { [name]: around(text) } })
const target =
  (around: (text: string) => string): Place =>
  (text) => ({ target: around(urlText(text)) })
const body =
  (around: (text: string) => string): Place =>
  (text) => ({
    method: 'POST',
    target: '/orders',
    headers: { 'content-type': 'application/json' },
    body: around(text),
  })

/** A URL parser reads a backslash as a slash. */
function urlText(text: string): string {
  return text.replaceAll('\\', '%5C')
}

/** The places of a request in which a key does not belong, by name. */
export const PLACES: Readonly<Record<string, Place>> = {
  ...Object.fromEntries(
    [...KEY_HEADERS, ...OTHER_HEADERS].flatMap((name) => [
      [`the header ${name}`, header(name)],
      [`the header ${name}, after a word`, header(name, (text) => `Token ${text}`)],
    ]),
  ),
  'a header, in quotes': header('x-strange', (text) => `{"key":"${text}"}`),
  'a header, as a parameter': header('x-strange', (text) => `a=1; key=${text}; b=2`),
  'a header, as a part of a URL': header('referer', (text) => `https://shop.example/?key=${text}#top`),
  'the query': target((text) => `/ping?api_key=${text}`),
  'the query, among others': target((text) => `/products?a=1&key=${text}&b=2`),
  'the query, as a name': target((text) => `/balance?${text}`),
  'the query of a purchase': target((text) => `/orders?key=${text}`),
  'the path': target((text) => `/${text}/ping`),
  'the path, at its end': target((text) => `/ping/${text}`),
  'the path, as a SKU': target((text) => `/products/${text}/price`),
  'the path, as a reference': target((text) => `/orders/${text}`),
  'the path, within a reference': target((text) => `/orders/SHOP:${text}:1`),
  'the body, as a reference': body((text) => `{"partnerReference":"${text}","sku":"SCENARIO-AT-ONCE"}`),
  'the body, within a reference': body(
    (text) => `{"partnerReference":"SHOP:${text}:1","sku":"SCENARIO-AT-ONCE"}`,
  ),
  'the body, as a SKU': body((text) => `{"partnerReference":"SHOP:1","sku":"${text}"}`),
  'the body, as a third field': body(
    (text) => `{"partnerReference":"SHOP:2","sku":"SCENARIO-AT-ONCE","key":"${text}"}`,
  ),
  'the body, as the name of a field': body((text) => `{"${text}":1}`),
  'the body, deep in it': body((text) => `{"a":[{"b":["${text}"]}]}`),
  'the body, as a string': body((text) => `"${text}"`),
  'the body, as JSON in JSON': body((text) => JSON.stringify(`{"key":"${text}"}`)),
  'the body, that is no JSON': body((text) => `key ${text} and more`),
  'the body, that is a form': body((text) => `partnerReference=${text}&sku=1`),
}

/** A request with a text in one place, and with the key where it belongs as well. */
export function placedRequest(place: Place, text: string, authorization: string): PlacedRequest {
  const { headers, ...rest } = place(text)
  return { method: 'GET', target: '/ping', body: null, headers: { authorization, ...headers }, ...rest }
}
