import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { Client } from './client.ts'
import { createExcerpt, describeFailure, describeValue } from './http/excerpt.ts'
import {
  collect,
  json,
  KEY,
  LOOKUP,
  ORDER,
  type Reply,
  rejectionOf,
  stage,
} from './testing/client-under-test.fixture.ts'

const problem = {
  type: KEY,
  title: KEY,
  code: KEY,
  detail: `no partner has ${KEY} or ${encodeURIComponent(KEY)}`,
}

/** Answers that contain the key, in every place that an error might quote. */
const ECHOES: readonly (readonly [string, Reply])[] = [
  ['problem details', json(401, problem)],
  ['an error object', json(403, { error: { code: KEY, message: KEY } })],
  ['a server error', json(500, problem)],
  ['a not found', json(404, problem)],
  ['a rate limit', json(429, problem, { 'retry-after': KEY })],
  ['a redirect', json(307, {}, { location: `https://elsewhere.test/${KEY}?key=${KEY}#${KEY}` })],
  ['an amount', json(200, { data: { price: { amount: KEY, currency: 'USD' }, order: KEY } })],
  [
    'a currency',
    json(200, { data: { price: { currency: KEY }, order: { status: 'PROCESSING', pollAfterSeconds: KEY } } }),
  ],
  ['a body that is not JSON', () => new Response(KEY)],
  [
    'an error of the platform',
    (request) => {
      throw Object.assign(new Error(`failed with ${KEY}`, { cause: new Error(KEY) }), {
        request,
        headers: KEY,
      })
    },
  ],
]

const CALLS: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ['price', (client) => client.price('CARD-25')],
  ['order', (client) => client.order(ORDER)],
  ['lookup', (client) => client.lookup('SHOP:1')],
  ['follow', (client) => collect(client.follow('SHOP:1'))],
  ['purchase', (client) => client.purchase(ORDER)],
]

test.each(ECHOES)('no error, nor a cause of it, holds a key that came back in %s', async (_, echo) => {
  const script = { 'POST /orders': Array(9).fill(echo), [LOOKUP]: Array(9).fill(echo) }
  for (const [name, call] of CALLS) {
    const price = name === 'purchase' ? {} : { 'GET /products/CARD-25/price': [echo] }
    const error = await rejectionOf(call(stage({ ...script, ...price }).client))
    const shown = inspect(error, { depth: 12, showHidden: true, getters: true }) + JSON.stringify(error)
    expect(error, name).toHaveProperty('operation')
    expect(shown, name).not.toContain('secret')
    expect(shown, name).not.toContain(encodeURIComponent(KEY))
  }
})

test('the client does not show the key', () => {
  expect(inspect(stage({}).client, { depth: 9, showHidden: true })).not.toContain('secret')
})

const excerpt = createExcerpt('k"/1')

test.each(['k"/1', 'k%22%2F1', 'k\\"/1', 'ayIvMQ', '6b222f31', '6B222F31'])(
  'the key is removed in the form %s',
  (form) => {
    expect(excerpt(`no partner has ${form}, sorry`)).toBe('no partner has [key], sorry')
  },
)

test('a long text is cut, and never inside of the key', () => {
  expect(excerpt('x'.repeat(500))).toHaveLength(200)
  expect(excerpt(`${'x'.repeat(197)}k"/1`)).toBe(`${'x'.repeat(197)}[k…`)
})

test('a text stays on one line', () => {
  expect(excerpt('one\r\ntwo\u001b[31m')).toBe('one two [31m')
})

test.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [[], 'an array'],
  [{}, 'a value of type object'],
  [7, 'the number 7'],
  ['k"/1', 'the string "[key]"'],
])('%j is described as %s', (value, words) => {
  expect(describeValue(value, excerpt)).toBe(words)
})

test('a failure is described with its causes, and without the key', () => {
  const cause = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  expect(describeFailure(new TypeError('k"/1 failed', { cause }), excerpt)).toBe(
    'TypeError: [key] failed; Error: ECONNREFUSED',
  )
  expect(describeFailure('k"/1', excerpt)).toBe('an error without description')
})
