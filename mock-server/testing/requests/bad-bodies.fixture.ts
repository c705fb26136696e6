import { gzipSync } from 'node:zlib'
import type { BadRequest } from './bad-request.fixture.ts'

const PURCHASE = '{"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}'
const CHUNKED_HEAD =
  'POST /orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
const SIZED_HEAD = CHUNKED_HEAD.replace('Transfer-Encoding: chunked', 'Content-Length: 54')

/** A purchase with something in place of one of its two fields, as JSON. */
const withReference = (json: string) => `{"partnerReference":${json},"sku":"SCENARIO-AT-ONCE"}`
const withSku = (json: string) => `{"partnerReference":"TEST:1","sku":${json}}`
const withExtra = (json: string) => PURCHASE.replace('}', `,${json}}`)

const WRONG_FIELDS: readonly (readonly [what: string, body: string])[] = [
  ['no field', '{}'],
  ['no partnerReference', '{"sku":"SCENARIO-AT-ONCE"}'],
  ['no sku', '{"partnerReference":"TEST:1"}'],
  ['a third field', withExtra('"quantity":1')],
  ['a third field that is null', withExtra('"quantity":null')],
  ['a third field without a name', withExtra('"":1')],
  ['a third field __proto__', withExtra('"__proto__":{}')],
  ['a third field constructor', withExtra('"constructor":1')],
  ['a third field toString', withExtra('"toString":"x"')],
  ['both fields below __proto__', `{"__proto__":${PURCHASE}}`],
  ['both fields nested', `{"order":${PURCHASE}}`],
  ['a field in another case', '{"PartnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}'],
  ['a field with a space in its name', '{"partnerReference ":"TEST:1","sku":"SCENARIO-AT-ONCE"}'],
  ['a reference that is null', withReference('null')],
  ['a reference that is a number', withReference('1')],
  ['a reference that is beyond every number', withReference('1e999')],
  ['a reference that is true', withReference('true')],
  ['a reference that is a list', withReference('["TEST:1"]')],
  ['a reference that is an object', withReference('{"id":"TEST:1"}')],
  ['a reference that is an object with __proto__', withReference('{"__proto__":"TEST:1"}')],
  ['an empty reference', withReference('""')],
  ['a reference of spaces', withReference('"   "')],
  ['a reference of tabs and line breaks', withReference('"\\t\\r\\n"')],
  ['a reference of no-break spaces', withReference('"\u00a0\u3000"')],
  ['a reference that is a byte order mark', withReference('"\ufeff"')],
  ['a reference that is too long', withReference(`"${'x'.repeat(257)}"`)],
  ['a sku that is null', withSku('null')],
  ['a sku that is a number', withSku('25')],
  ['a sku that is false', withSku('false')],
  ['a sku that is a list', withSku('["SCENARIO-AT-ONCE"]')],
  ['a sku that is an object', withSku('{"sku":"SCENARIO-AT-ONCE"}')],
  ['an empty sku', withSku('""')],
  ['a blank sku', withSku('" "')],
  ['a sku that is too long', withSku(`"${'x'.repeat(257)}"`)],
  ['a sku with a surrogate alone', withSku('"\\ud800"')],
  ['an unknown sku', withSku('"NONE"')],
  ['a sku in another case', withSku('"scenario-at-once"')],
  ['a sku with a space after it', withSku('"SCENARIO-AT-ONCE "')],
  ['a sku with a NUL after it', withSku('"SCENARIO-AT-ONCE\\u0000"')],
  ['a sku __proto__', withSku('"__proto__"')],
  ['a sku constructor', withSku('"constructor"')],
]

const NOT_AN_OBJECT: readonly (readonly [what: string, body: string])[] = [
  ['an empty body', ''],
  ['a body of spaces', ' \r\n'],
  ['a JSON string', '"TEST:1"'],
  ['a purchase in a JSON string', JSON.stringify(PURCHASE)],
  ['a JSON number', '1'],
  ['JSON true', 'true'],
  ['JSON null', 'null'],
  ['an empty list', '[]'],
  ['a list of a purchase', `[${PURCHASE}]`],
  ['a list that is nested deep', `${'['.repeat(8000)}${']'.repeat(8000)}`],
  ['JSON that does not end', PURCHASE.slice(0, -1)],
  ['two documents', PURCHASE + PURCHASE],
  ['a comma too many', PURCHASE.replace('}', ',}')],
  ['single quotes', PURCHASE.replaceAll('"', "'")],
  ['a comment', `${PURCHASE}// please`],
  ['a name without quotes', PURCHASE.replace('"sku"', 'sku')],
  ['a value that is NaN', withReference('NaN')],
  ['a line break in a string', withReference('"TEST:\n1"')],
  ['a NUL in a string', withReference('"TEST:\0"')],
  ['a NUL after the end', `${PURCHASE}\0`],
  ['form fields', 'partnerReference=TEST%3A1&sku=SCENARIO-AT-ONCE'],
  ['XML', '<order><sku>SCENARIO-AT-ONCE</sku></order>'],
]

const utf8 = (text: string, ...bytes: number[]) => Buffer.concat([Buffer.from(text), Buffer.from(bytes)])
const withBytes = (...bytes: number[]) => {
  const [before = '', after = ''] = PURCHASE.split('TEST:1')
  return Buffer.concat([utf8(before, ...bytes), Buffer.from(after)])
}

const WRONG_BYTES: readonly (readonly [what: string, body: Uint8Array])[] = [
  ['a byte that begins nothing in UTF-8', withBytes(0xff)],
  ['a continuation byte alone', withBytes(0x80)],
  ['a character that is cut', withBytes(0xe2, 0x82)],
  ['an overlong UTF-8 sequence', withBytes(0xc0, 0xaf)],
  ['a surrogate in UTF-8', withBytes(0xed, 0xa0, 0x80)],
  ['a code point beyond the last', withBytes(0xf4, 0x90, 0x80, 0x80)],
  ['a byte too many at the end', utf8(PURCHASE, 0xc3)],
  ['a purchase in Latin-1', Buffer.from(PURCHASE.replace('TEST', 'TÉST'), 'latin1')],
  ['a purchase in UTF-16', Buffer.from(PURCHASE, 'utf16le')],
  [
    'a purchase in UTF-16 with its mark',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(PURCHASE, 'utf16le')]),
  ],
  ['a purchase in UTF-16, the other way round', Buffer.from(`\ufeff${PURCHASE}`, 'utf16le').swap16()],
  ['one byte', Buffer.from([0])],
]

const WRONG_FRAMES: readonly BadRequest[] = [
  ['a body as long as is too long', 'invalidBody', { body: 'x'.repeat(16_385) }],
  ['a purchase with spaces until it is too large', 'invalidBody', { body: PURCHASE + ' '.repeat(1_000_000) }],
  [
    'a body in chunks that is too large',
    'invalidBody',
    { raw: `${CHUNKED_HEAD}8000\r\n${'x'.repeat(0x8000)}\r\n0\r\n\r\n` },
  ],
  ['a body that is cut short', 400, { raw: `${SIZED_HEAD}{"partnerReference"` }],
  ['a body in chunks that is cut short', 400, { raw: `${CHUNKED_HEAD}36\r\n{"partnerReference"` }],
  ['a body in chunks without the last', 400, { raw: `${CHUNKED_HEAD}36\r\n${PURCHASE}\r\n` }],
  ['a chunk whose size is no number', 400, { raw: `${CHUNKED_HEAD}zz\r\n${PURCHASE}\r\n0\r\n\r\n` }],
  ['a chunk that is larger than every number', 400, { raw: `${CHUNKED_HEAD}fffffffffffffffff\r\n` }],
  [
    'a chunk extension that is too large',
    413,
    { raw: `${CHUNKED_HEAD}36;x=${'x'.repeat(20_000)}\r\n${PURCHASE}\r\n0\r\n\r\n` },
  ],
  ['a length that is shorter than the body', 'invalidBody', { headers: { 'Content-Length': '20' } }],
  ['a length that is no number', 400, { headers: { 'Content-Length': 'many' } }],
  ['a length below zero', 400, { headers: { 'Content-Length': '-1' } }],
  ['two lengths', 400, { headers: { 'Content-Length': ['54', '20'] } }],
  ['a length and chunks', 400, { headers: { 'Transfer-Encoding': 'chunked' } }],
  [
    'a transfer coding that is unknown',
    400,
    { headers: { 'Transfer-Encoding': 'rot13', 'Content-Length': null } },
  ],
]

const WRONG_ENCODINGS: readonly BadRequest[] = [
  ['a body in gzip', 'invalidBody', { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(PURCHASE) }],
  ['a body that only says gzip', 'invalidBody', { headers: { 'Content-Encoding': 'gzip' } }],
  ['a body in gzip that does not say so', 'invalidBody', { body: gzipSync(PURCHASE) }],
  ['an unknown encoding', 'invalidBody', { headers: { 'Content-Encoding': 'nonsense' } }],
  ['no content type', 'invalidBody', { headers: { 'Content-Type': null } }],
  ['an empty content type', 'invalidBody', { headers: { 'Content-Type': '' } }],
  ['the content type of a text', 'invalidBody', { headers: { 'Content-Type': 'text/plain' } }],
  [
    'the content type of a form',
    'invalidBody',
    { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  ],
  ['the content type of a like of JSON', 'invalidBody', { headers: { 'Content-Type': 'application/jsonp' } }],
  ['two content types', 'invalidBody', { headers: { 'Content-Type': ['application/json', 'text/plain'] } }],
  ['the charset Latin-1', 'invalidBody', { headers: { 'Content-Type': 'application/json; charset=latin1' } }],
  [
    'the charset UTF-16',
    'invalidBody',
    { headers: { 'Content-Type': 'application/json; charset="utf-16"' } },
  ],
]

/** Purchases whose bodies are not what the reference says. */
export const BAD_BODIES: readonly BadRequest[] = [
  ...[...WRONG_FIELDS, ...NOT_AN_OBJECT, ...WRONG_BYTES].map(
    ([what, body]) => [what, 'invalidBody', { body }] as const,
  ),
  ...WRONG_FRAMES,
  ...WRONG_ENCODINGS,
]
