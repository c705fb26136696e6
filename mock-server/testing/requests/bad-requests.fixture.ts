import { gzipSync } from 'node:zlib'
import type { Profile } from '../../../contract/profile/profile.ts'
import type { WireRequest } from './wire-request.fixture.ts'

/** The status that must answer: the profile's for a cause, or one of HTTP itself. */
export type BadStatus = Exclude<keyof Profile['errors'], 'body'> | 400 | 413 | 417 | 431

/** A purchase that is changed so that it must not be served, the status that must answer it, and a name. */
export type BadRequest = {
  readonly status: BadStatus
  readonly request: WireRequest
  readonly what: string
}

const PURCHASE = '{"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}'
const CHUNKED_HEAD =
  'POST /orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
const SIZED_HEAD = CHUNKED_HEAD.replace('Transfer-Encoding: chunked', 'Content-Length: 54')

function bad(status: BadStatus, requests: readonly WireRequest[]): BadRequest[] {
  return requests.map((request) => ({ status, request, what: named(request) }))
}

function named({ method, target, headers, body, raw }: WireRequest): string {
  const shown = JSON.stringify({ method, target, headers, body: body?.toString(), raw })
  return shown.length > 120 ? `${shown.slice(0, 100)}… (${shown.length})` : shown
}

const bodies = (...given: readonly (string | Uint8Array)[]): WireRequest[] => given.map((body) => ({ body }))
const headed = (name: string, ...values: readonly (string | null | readonly string[])[]): WireRequest[] =>
  values.map((value) => ({ headers: { [name]: value } }))
const raws = (...given: readonly string[]): WireRequest[] => given.map((raw) => ({ raw }))
const gets = (targets: readonly string[]): WireRequest[] =>
  targets.map((target) => ({ method: 'GET', target, body: '' }))
const words = (text: string): string[] => text.trim().split(/\s+/)

/** Purchases with other JSON in one of their fields. */
const withReference = (json: string) => `{"partnerReference":${json},"sku":"SCENARIO-AT-ONCE"}`
const withSku = (json: string) => `{"partnerReference":"TEST:1","sku":${json}}`

const WRONG_VALUES = [
  ...['null', '1', '25.5', '1e999', 'true', 'false', '[]', '["TEST:1"]', '{"sku":"SCENARIO-AT-ONCE"}'],
  ...['{"__proto__":"TEST:1"}', '""', '"   "', '"\\t\\r\\n"', '"\u00a0\u3000"', '"\ufeff"'],
  `"${'x'.repeat(257)}"`,
]
const WRONG_FIELDS = [
  '{}',
  '{"sku":"SCENARIO-AT-ONCE"}',
  '{"partnerReference":"TEST:1"}',
  `{"__proto__":${PURCHASE}}`,
  `{"order":${PURCHASE}}`,
  '{"PartnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}',
  '{"partnerReference ":"TEST:1","sku":"SCENARIO-AT-ONCE"}',
  ...['"quantity":1', '"quantity":null', '"":1', '"__proto__":{}', '"constructor":1', '"toString":"x"'].map(
    (field) => PURCHASE.replace('}', `,${field}}`),
  ),
  ...WRONG_VALUES.flatMap((value) => [withReference(value), withSku(value)]),
  ...['\\ud800', 'NONE', 'scenario-at-once', 'SCENARIO-AT-ONCE ', 'SCENARIO-AT-ONCE\\u0000', '__proto__'].map(
    (sku) => withSku(`"${sku}"`),
  ),
]
const NOT_AN_OBJECT = [
  ...['', ' \r\n', '"TEST:1"', JSON.stringify(PURCHASE), '1', 'true', 'null', '[]', `[${PURCHASE}]`],
  `${'['.repeat(8000)}${']'.repeat(8000)}`,
  ...[PURCHASE.slice(0, -1), PURCHASE + PURCHASE, PURCHASE.replace('}', ',}'), `${PURCHASE}\0`],
  ...[PURCHASE.replaceAll('"', "'"), `${PURCHASE}// please`, PURCHASE.replace('"sku"', 'sku')],
  ...[withReference('NaN'), withReference('"TEST:\n1"'), withReference('"TEST:\0"')],
  ...['partnerReference=TEST%3A1&sku=SCENARIO-AT-ONCE', '<order><sku>SCENARIO-AT-ONCE</sku></order>'],
]

const withBytes = (...bytes: number[]) => {
  const [before = '', after = ''] = PURCHASE.split('TEST:1')
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
}
/** Invalid UTF-8: stray, missing, overlong and surrogate bytes, code points beyond the last, and other encodings. */
const WRONG_BYTES = [
  ...[withBytes(0xff), withBytes(0x80), withBytes(0xe2, 0x82), withBytes(0xc0, 0xaf)],
  ...[withBytes(0xed, 0xa0, 0x80), withBytes(0xf4, 0x90, 0x80, 0x80), Buffer.from([0])],
  Buffer.concat([Buffer.from(PURCHASE), Buffer.from([0xc3])]),
  Buffer.from(PURCHASE.replace('TEST', 'TÉST'), 'latin1'),
  ...[Buffer.from(PURCHASE, 'utf16le'), Buffer.from(`\ufeff${PURCHASE}`, 'utf16le')],
  Buffer.from(`\ufeff${PURCHASE}`, 'utf16le').swap16(),
]

/** Purchases whose body is wrong. */
const BAD_BODIES = [
  ...bad('invalidBody', [
    ...bodies(...WRONG_FIELDS, ...NOT_AN_OBJECT, ...WRONG_BYTES),
    ...bodies('x'.repeat(16_385), PURCHASE + ' '.repeat(1_000_000), gzipSync(PURCHASE)),
    ...raws(`${CHUNKED_HEAD}8000\r\n${'x'.repeat(0x8000)}\r\n0\r\n\r\n`),
    { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(PURCHASE) },
    ...headed('Content-Encoding', 'gzip', 'nonsense'),
    ...headed('Content-Type', null, '', 'text/plain', 'application/x-www-form-urlencoded'),
    ...headed('Content-Type', 'application/jsonp', ['application/json', 'text/plain']),
    ...headed('Content-Type', 'application/json; charset=latin1', 'application/json; charset="utf-16"'),
  ]),
  ...bad(400, [
    ...raws(`${SIZED_HEAD}{"partnerReference"`, `${CHUNKED_HEAD}36\r\n{"partnerReference"`),
    ...raws(`${CHUNKED_HEAD}36\r\n${PURCHASE}\r\n`, `${CHUNKED_HEAD}zz\r\n${PURCHASE}\r\n0\r\n\r\n`),
    ...raws(`${CHUNKED_HEAD}fffffffffffffffff\r\n`),
    ...headed('Content-Length', 'many', '-1', ['54', '20']),
    ...headed('Transfer-Encoding', 'chunked'),
    { headers: { 'Transfer-Encoding': 'rot13', 'Content-Length': null } },
  ]),
  ...bad(413, raws(`${CHUNKED_HEAD}36;x=${'x'.repeat(20_000)}\r\n${PURCHASE}\r\n0\r\n\r\n`)),
]

const unsigned = (headers: Record<string, string>): WireRequest => ({
  headers: { Authorization: null, ...headers },
})

/** Purchases with headers that the reference or HTTP excludes. */
const BAD_HEADERS = [
  ...bad('unauthenticated', [
    ...headed('Authorization', null, '', 'Bearer', '{key}', 'Basic {key}', 'Basic cGtfdGVzdF9iYWQ6'),
    ...headed('Authorization', 'Bearer pk_test_', 'Bearer pk_live_x', 'Bearer sk_test_x', 'Bearer PK_TEST_X'),
    ...headed('Authorization', 'Bearer {key} x', 'Bearer  {key}', 'Bearer\t{key}', 'Bearer "{key}"'),
    ...headed('Authorization', 'Bearer {key},', 'Bearer {key}\xe9', 'Bearer {key}%00'),
    ...headed('Authorization', `Bearer pk_test_${'x'.repeat(129)}`, ['Bearer {key}', 'Bearer pk_test_other']),
    ...headed('Authorization', ['Bearer {key}', 'Bearer {key}']),
    ...[unsigned({ 'X-Api-Key': '{key}' }), unsigned({ Cookie: 'Authorization=Bearer {key}' })],
    unsigned({ 'Proxy-Authorization': 'Bearer {key}' }),
    { ...unsigned({}), target: '/orders?Authorization=Bearer+{key}' },
    { ...unsigned({}), target: 'http://{key}@localhost/orders' },
  ]),
  ...bad(400, [
    ...headed('Host', null, '', 'local host', 'localhost/orders', 'me@localhost', '[::1', 'localhost:http'),
    ...headed('Host', ['localhost', 'elsewhere.example'], ['localhost', 'localhost']),
    ...headed('X-Strange', 'a\0b', 'a\r\n b'),
    ...headed('X Strange', 'a'),
    ...headed('', 'a'),
    ...raws('\r\n\r\nHost: localhost\r\n\r\n', 'GET /ping\r\n\r\n', '\x16\x03\x01\x00\xc8\x01\x00\x00'),
    ...raws('GET /ping FTP/1.1\r\nHost: localhost\r\n\r\n', 'GET /ping HTTP/9.9\r\nHost: localhost\r\n\r\n'),
    ...raws('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'GET /ping HTTP/1.1\r\nHost: localhost\r\n'),
  ]),
  ...bad(417, headed('Expect', 'nonsense')),
  ...bad(431, headed('X-Large', 'x'.repeat(20_000), Array<string>(100).fill('x'.repeat(200)))),
]

const BAD_TARGETS = [
  ...bad('notFound', [
    ...words('PUT PATCH DELETE QUERY PROPFIND OPTIONS TRACE GET').map((method) => ({ method })),
    { method: 'DELETE', target: '/orders/TEST:1', body: '' },
    { method: 'TRACE', headers: { 'Content-Length': null }, body: '' },
    ...words('/products/SCENARIO-AT-ONCE/price /orders/TEST:1').map((target) => ({ target })),
    { method: 'GET', headers: { Connection: 'Upgrade, close', Upgrade: 'websocket' } },
    ...gets([
      ...words('/ /cards /PING /ping/ //ping /products//price /products%2FSCENARIO-AT-ONCE%2Fprice'),
      ...words('/orders/../cards /orders/%2e%2e/cards /../../etc/passwd /ping;v=1 /v1/ping /ping/ping'),
      ...words('/products/price http://elsewhere.example/cards /products/NONE/price /products/%00/price'),
      ...words('/products/__proto__/price /products/%E0%A4%A/price /orders/TEST:none /orders/__proto__'),
      ...words('/orders/constructor /orders/%00 /orders/%zz /orders/%E0%A4%A /orders/% /orders/TEST%2F1'),
      ...words('/orders/TEST/1 /orders/%F0%9F%8E%81 /orders/%E2%80%AETEST /orders/%ED%A0%80 /orders/%FF%FE'),
      ...words('/orders?partnerReference=TEST%3A1 /orders/'),
      ...[`/${'x'.repeat(12_000)}`, `/orders/${'x'.repeat(12_000)}`],
    ]),
  ]),
  ...bad(400, [
    { method: 'OPTIONS', target: '*' },
    ...['post', 'BUY'].map((method) => ({ method })),
    ...gets(words('ftp://localhost/ping http://[::1/ping ping /ping\\ /cards\\..\\ping')),
    ...gets(['/ping ping', '/ping\x01', '/orders/\xe9']),
  ]),
  ...bad(431, gets([`/${'x'.repeat(20_000)}`])),
]

export const BAD_REQUESTS: readonly BadRequest[] = [...BAD_BODIES, ...BAD_HEADERS, ...BAD_TARGETS]
