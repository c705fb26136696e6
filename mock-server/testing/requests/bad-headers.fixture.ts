import type { BadRequest } from './bad-request.fixture.ts'

const authorization = (value: string | null | readonly string[]) => ({ headers: { Authorization: value } })
const without = (headers: Record<string, string>) => ({ headers: { Authorization: null, ...headers } })
const host = (value: string | null | readonly string[]) => ({ headers: { Host: value } })

const WRONG_KEYS: readonly BadRequest[] = [
  ['no key', 'unauthenticated', authorization(null)],
  ['an empty header', 'unauthenticated', authorization('')],
  ['a scheme without a key', 'unauthenticated', authorization('Bearer')],
  ['a key without its scheme', 'unauthenticated', authorization('{key}')],
  ['another scheme', 'unauthenticated', authorization('Basic {key}')],
  ['Basic credentials', 'unauthenticated', authorization('Basic cGtfdGVzdF9iYWQ6')],
  ['the prefix alone', 'unauthenticated', authorization('Bearer pk_test_')],
  ['a key of another environment', 'unauthenticated', authorization('Bearer pk_live_x')],
  ['a key of another kind', 'unauthenticated', authorization('Bearer sk_test_x')],
  ['a key in capitals', 'unauthenticated', authorization('Bearer PK_TEST_X')],
  ['a key with a space in it', 'unauthenticated', authorization('Bearer {key} x')],
  ['two spaces before the key', 'unauthenticated', authorization('Bearer  {key}')],
  ['a tab before the key', 'unauthenticated', authorization('Bearer\t{key}')],
  ['a key in quotes', 'unauthenticated', authorization('Bearer "{key}"')],
  ['a key with a comma after it', 'unauthenticated', authorization('Bearer {key},')],
  ['a key with a character beyond ASCII', 'unauthenticated', authorization('Bearer {key}\xe9')],
  ['a key with a percent sign', 'unauthenticated', authorization('Bearer {key}%00')],
  ['a key that is too long', 'unauthenticated', authorization(`Bearer pk_test_${'x'.repeat(129)}`)],
  ['two keys', 'unauthenticated', authorization(['Bearer {key}', 'Bearer pk_test_other'])],
  ['the same key twice', 'unauthenticated', authorization(['Bearer {key}', 'Bearer {key}'])],
  ['a key in X-Api-Key', 'unauthenticated', without({ 'X-Api-Key': '{key}' })],
  ['a key in a cookie', 'unauthenticated', without({ Cookie: 'Authorization=Bearer {key}' })],
  ['a key in Proxy-Authorization', 'unauthenticated', without({ 'Proxy-Authorization': 'Bearer {key}' })],
  [
    'a key in the query',
    'unauthenticated',
    { ...authorization(null), target: '/orders?Authorization=Bearer+{key}' },
  ],
  ['a key as user name', 400, { ...authorization(null), target: 'http://{key}@localhost/orders' }],
]

const WRONG_HTTP: readonly BadRequest[] = [
  ['no Host', 400, host(null)],
  ['an empty Host', 400, host('')],
  ['a Host with a space in it', 400, host('local host')],
  ['a Host with a path', 400, host('localhost/orders')],
  ['a Host with a user name', 400, host('me@localhost')],
  ['a Host whose bracket is open', 400, host('[::1')],
  ['a Host whose port is no number', 400, host('localhost:http')],
  ['two Hosts', 400, host(['localhost', 'elsewhere.example'])],
  ['the same Host twice', 400, host(['localhost', 'localhost'])],
  ['an Expect that is nonsense', 417, { headers: { Expect: 'nonsense' } }],
  ['a header that is too large', 431, { headers: { 'X-Large': 'x'.repeat(20_000) } }],
  ['headers that are too large together', 431, { headers: { 'X-Large': Array(100).fill('x'.repeat(200)) } }],
  ['a header with a NUL in it', 400, { headers: { 'X-Strange': 'a\0b' } }],
  ['a header whose name has a space', 400, { headers: { 'X Strange': 'a' } }],
  ['a header without a name', 400, { headers: { '': 'a' } }],
  ['a header that is folded', 400, { headers: { 'X-Folded': 'a\r\n b' } }],
  ['no request line', 400, { raw: '\r\n\r\nHost: localhost\r\n\r\n' }],
  ['a request line of two words', 400, { raw: 'GET /ping\r\n\r\n' }],
  ['another protocol', 400, { raw: 'GET /ping FTP/1.1\r\nHost: localhost\r\n\r\n' }],
  ['an invalid version', 400, { raw: 'GET /ping HTTP/9.9\r\nHost: localhost\r\n\r\n' }],
  ['HTTP/2 with prior knowledge', 400, { raw: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' }],
  ['the beginning of TLS', 400, { raw: '\x16\x03\x01\x00\xc8\x01\x00\x00' }],
  ['a request that is cut in its headers', 400, { raw: 'GET /ping HTTP/1.1\r\nHost: localhost\r\n' }],
]

/** Purchases whose headers are not what the reference, or HTTP, says. */
export const BAD_HEADERS: readonly BadRequest[] = [...WRONG_KEYS, ...WRONG_HTTP]
