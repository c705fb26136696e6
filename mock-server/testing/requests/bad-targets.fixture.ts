import type { BadRequest, BadStatus } from './bad-request.fixture.ts'

/** A GET without a body, of a target that is not there. */
const absent = (what: string, target: string, status: BadStatus = 'notFound'): BadRequest => [
  what,
  status,
  { method: 'GET', target, body: '' },
]

const WRONG_METHODS: readonly BadRequest[] = [
  ['PUT', 'notFound', { method: 'PUT' }],
  ['PATCH', 'notFound', { method: 'PATCH' }],
  ['DELETE', 'notFound', { method: 'DELETE' }],
  ['DELETE of an order', 'notFound', { method: 'DELETE', target: '/orders/TEST:1', body: '' }],
  ['QUERY', 'notFound', { method: 'QUERY' }],
  ['PROPFIND', 'notFound', { method: 'PROPFIND' }],
  ['OPTIONS', 'notFound', { method: 'OPTIONS' }],
  ['OPTIONS of everything', 400, { method: 'OPTIONS', target: '*' }],
  ['TRACE', 'notFound', { method: 'TRACE', headers: { 'Content-Length': null }, body: '' }],
  ['TRACE with a body', 'notFound', { method: 'TRACE' }],
  ['CONNECT', 400, { method: 'CONNECT', target: 'localhost:80', body: '' }],
  ['a method in small letters', 400, { method: 'post' }],
  ['a method that is unknown', 400, { method: 'BUY' }],
  ['GET with the body of a purchase', 'notFound', { method: 'GET' }],
  ['POST where the price is', 'notFound', { target: '/products/SCENARIO-AT-ONCE/price' }],
  ['POST where an order is looked up', 'notFound', { target: '/orders/TEST:1' }],
  [
    'an upgrade to WebSocket',
    'notFound',
    { method: 'GET', headers: { Connection: 'Upgrade, close', Upgrade: 'websocket' } },
  ],
]

const WRONG_PATHS: readonly BadRequest[] = [
  absent('the root', '/'),
  absent('an unknown path', '/cards'),
  absent('a path in capitals', '/PING'),
  absent('a slash at the end', '/ping/'),
  absent('two slashes', '//ping'),
  absent('two slashes within', '/products//price'),
  absent('a slash that is encoded', '/products%2FSCENARIO-AT-ONCE%2Fprice'),
  absent('dots that lead elsewhere', '/orders/../cards'),
  absent('dots that are encoded', '/orders/%2e%2e/cards'),
  absent('dots above the root', '/../../etc/passwd'),
  absent('a matrix parameter', '/ping;v=1'),
  absent('a version in the path', '/v1/ping'),
  absent('a path below an operation', '/ping/ping'),
  absent('the path of every price', '/products/price'),
  absent('a path that is very long', `/${'x'.repeat(12_000)}`),
  absent('a target larger than the headers may be', `/${'x'.repeat(20_000)}`, 431),
  absent('a path of another host', 'http://elsewhere.example/cards'),
  absent('a target of another scheme', 'ftp://localhost/ping', 400),
  absent('a target with an invalid host', 'http://[::1/ping', 400),
  absent('a target without a slash', 'ping', 400),
  absent('a backslash', '/ping\\', 400),
  absent('a backslash between dots', '/cards\\..\\ping', 400),
  absent('a space', '/ping ping', 400),
  absent('a control character', '/ping\x01', 400),
  absent('a character that is not encoded', '/orders/\xe9', 400),
]

const UNKNOWN_NAMES: readonly BadRequest[] = [
  absent('an unknown SKU', '/products/NONE/price'),
  absent('a SKU __proto__', '/products/__proto__/price'),
  absent('a SKU that is a NUL', '/products/%00/price'),
  absent('a SKU with half an escape', '/products/%E0%A4%A/price'),
  absent('an unknown reference', '/orders/TEST:none'),
  absent('a reference __proto__', '/orders/__proto__'),
  absent('a reference constructor', '/orders/constructor'),
  absent('a reference that is a NUL', '/orders/%00'),
  absent('a reference with an invalid escape', '/orders/%zz'),
  absent('a reference with half an escape', '/orders/%E0%A4%A'),
  absent('a reference with a percent sign alone', '/orders/%'),
  absent('a reference with a slash that is encoded', '/orders/TEST%2F1'),
  absent('a reference with a slash', '/orders/TEST/1'),
  absent('a reference of four-byte characters', '/orders/%F0%9F%8E%81'),
  absent('a reference that is written from right to left', '/orders/%E2%80%AETEST'),
  absent('a reference with a surrogate alone', '/orders/%ED%A0%80'),
  absent('a reference of bytes that are no UTF-8', '/orders/%FF%FE'),
  absent('a reference that is very long', `/orders/${'x'.repeat(12_000)}`),
  absent('a reference in a query', '/orders?partnerReference=TEST%3A1'),
  absent('no reference', '/orders/'),
]

/** Requests for what is not there. */
export const BAD_TARGETS: readonly BadRequest[] = [...WRONG_METHODS, ...WRONG_PATHS, ...UNKNOWN_NAMES]
