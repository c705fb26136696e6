import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { Client } from './client.ts'
import type { RefusedError } from './errors.ts'
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

const refusal = async (detail: string) => {
  const { client } = stage({ 'GET /balance': [json(400, { detail })] })
  return (await rejectionOf(client.balance())) as RefusedError
}

test('a text from outside is bounded and on one line', async () => {
  expect((await refusal('x'.repeat(500))).detail).toHaveLength(200)
  expect((await refusal('one\r\ntwo\u001b[31m')).detail).toBe('one two [31m')
})
