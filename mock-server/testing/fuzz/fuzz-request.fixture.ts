import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import type { Dice } from '../requests/dice.fixture.ts'
import { encoded, framed, rewritten } from './fuzz-framing.fixture.ts'

/** Only a few keys and references, so that the state of the mock soon stops growing. */
const KEYS = 10
const REFERENCES = 6

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'QUERY',
  'CONNECT',
  'get',
  'BUY',
] as const
const WORDS = [
  'orders',
  'order',
  'products',
  'price',
  'ping',
  'balance',
  '__mock',
  'journal',
  'v1',
  '',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  '%zz',
  '%00',
  '%E0%A4%A',
  '*',
  ':sku',
  '__proto__',
  'é',
  'x'.repeat(300),
] as const
const HEADERS = [
  'Expect: nonsense',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Connection: close',
  'Content-Encoding: gzip',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'Content-Type: text/plain',
  'X-Api-Key: pk_test_elsewhere',
  'Cookie: a=b',
  'Origin: https://shop.example',
  'X-Forwarded-For: 203.0.113.7',
  `X-Large: ${'x'.repeat(3000)}`,
  'X Strange: 1',
  ': nameless',
] as const
const VALUES = [
  'null',
  '1',
  '""',
  '"x"',
  '[]',
  '{}',
  '{"__proto__":{}}',
  '1e999',
  '"\\ud800"',
  '"TEST:1"',
  '{',
] as const
const SKUS = ['NONE', 'scenario-at-once', ...SCENARIOS.map(({ sku }) => sku)] as const

/** The text of one request, in Latin-1: most of them are almost right. */
export function fuzzRequest(dice: Dice): string {
  if (dice.chance(25)) return garbage(dice)
  const request = dice.chance(10) ? ownSurface(dice) : dice.chance(3) ? anyRequest(dice) : ordinary(dice)
  return dice.chance(12) ? spoilt(dice, request) : request
}

function ordinary(dice: Dice): string {
  const reference = `TEST:${dice.number(REFERENCES)}`
  const sku = dice.pick(SKUS)
  const target = dice.pick([
    '/ping',
    '/products',
    '/balance',
    `/products/${sku}/price`,
    `/orders/${reference}`,
  ])
  if (dice.chance(2)) return request(dice, 'GET', target, null)
  const body = JSON.stringify({ partnerReference: reference, sku })
  return request(dice, 'POST', '/orders', dice.chance(5) ? body.replace(/"[^"]*"/, dice.pick(VALUES)) : body)
}

function anyRequest(dice: Dice): string {
  const path = Array.from({ length: dice.number(4) }, () => dice.pick(WORDS)).join('/')
  const query = dice.chance(3) ? `?${dice.pick(WORDS)}=${dice.pick(WORDS)}&${dice.pick(WORDS)}` : ''
  return request(dice, dice.pick(METHODS), `/${path}${query}`, dice.chance(2) ? dice.pick(VALUES) : null)
}

function ownSurface(dice: Dice): string {
  const key = `"key":"${keyOf(dice)}"`
  // A key that was revoked is of no more use to anybody until it is reset.
  if (dice.chance(2)) return request(dice, 'POST', '/__mock/reset', `{${key}}`)
  const command = dice.pick([
    '"advanceSeconds":1',
    '"freeze":true',
    '"resume":true',
    '"speed":2000',
    '"speed":0',
  ])
  const target = dice.pick(['/clock', '/clock', '/journal?status=200', '/journal?x=1', '/health', '/none'])
  return request(dice, dice.pick(['POST', 'GET']), `/__mock${target}`, `{${key},${command}}`)
}

function request(dice: Dice, method: string, target: string, body: string | null): string {
  const fields = [`Authorization: Bearer ${keyOf(dice)}`]
  if (body !== null) fields.push('Content-Type: application/json')
  if (dice.chance(8)) fields.push(dice.pick(HEADERS))
  const line = `${method} ${rewritten(dice, target)} HTTP/1.1`
  return framed(dice, line, fields, body === null ? null : encoded(dice, body))
}

function keyOf(dice: Dice): string {
  return dice.chance(30) ? 'pk_live_x' : `pk_test_fuzz_${dice.number(KEYS)}`
}

function garbage(dice: Dice): string {
  return String.fromCharCode(...Array.from({ length: dice.number(200) }, () => dice.number(256)))
}

/** A request in which a few bytes are other ones, missing, or there twice. */
function spoilt(dice: Dice, text: string): string {
  const at = dice.number(text.length)
  const length = dice.number(12)
  const instead = dice.pick([
    '',
    '\0',
    '\r\n',
    ' ',
    String.fromCharCode(dice.number(256)),
    text.slice(at, at + 2 * length),
  ])
  return text.slice(0, at) + instead + text.slice(at + length)
}
