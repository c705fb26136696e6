import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exchangeSchema } from '../../../contract/wire/exchange.ts'
import { type ServedMock, serve } from '../../serve.ts'
import { journalOf, newKey, overSocket } from '../../testing/behaviour/sandbox.fixture.ts'
import { exchangeOverWire, type WireRequest } from '../../testing/requests/wire-request.fixture.ts'

type Body = { readonly nearMiss?: unknown; readonly detail?: string; readonly message?: string }

const NEAR: readonly (readonly [
  what: string,
  request: WireRequest,
  operation: string,
  clause: string | null,
])[] = [
  [
    'a misspelled path',
    { method: 'GET', target: '/product', body: '' },
    'listProducts',
    'documented-operations-only',
  ],
  ['another method', { method: 'PUT' }, 'createOrder', 'documented-operations-only'],
  [
    'the lookup by a query',
    { method: 'GET', target: '/orders?reference=TEST%3A1', body: '' },
    'lookupOrder',
    null,
  ],
  [
    'a misspelled field',
    { body: '{"reference":"TEST:1","sku":"SCENARIO-AT-ONCE"}' },
    'createOrder',
    'exactly-two-fields',
  ],
  [
    'a SKU in small letters',
    { body: '{"partnerReference":"TEST:1","sku":"scenario-at-once"}' },
    'createOrder',
    'sku-from-catalogue',
  ],
  [
    'a price of a SKU with a blank',
    { method: 'GET', target: '/products/SCENARIO-AT-ONCE%20/price', body: '' },
    'getPrice',
    'sku-from-catalogue',
  ],
  [
    'a key under another header',
    { headers: { Authorization: null, 'X-Api-Key': '{key}' } },
    'createOrder',
    null,
  ],
  ['a key without its scheme', { headers: { Authorization: '{key}' } }, 'createOrder', null],
  [
    'a key in Basic credentials',
    { headers: { Authorization: `Basic ${btoa('pk_test_basic:')}` } },
    'createOrder',
    null,
  ],
]

describe.each(['problem', 'error-object'] as const)('in the error shape %s', (shape) => {
  let mock: ServedMock
  beforeAll(async () => {
    mock = await serve({ profile: { errors: { body: shape } } })
  })
  afterAll(() => mock.close())

  async function refusalOf(request: WireRequest, key = newKey()) {
    const answer = await exchangeOverWire(mock.url, request, key)
    const body = JSON.parse(answer.body)
    const exchange = exchangeSchema.parse((await journalOf(overSocket(mock.url))).at(-1))
    return { said: (shape === 'problem' ? body : body.error) as Body, exchange, text: answer.body }
  }

  test.each(NEAR)(
    '%s is reported in the answer and in the journal, alike',
    async (_, request, operation, clause) => {
      const key = newKey()
      const { said, exchange, text } = await refusalOf(request, key)
      expect(said.nearMiss).toMatchObject({ operation, clause })
      expect(exchange.nearMiss).toEqual(said.nearMiss)
      expect(text + JSON.stringify(exchange)).not.toContain(key)
    },
  )

  test('the refusal of an unknown operation first suggests another', async () => {
    const { said } = await refusalOf({ method: 'GET', target: '/product', body: '' })
    expect(said.detail ?? said.message).toMatch(/^Did you mean GET \/products\? The path has "product"/)
  })

  test('what resembles nothing is refused without a guess', async () => {
    const { said, exchange } = await refusalOf({ method: 'GET', target: '/cards', body: '' })
    expect(said).not.toHaveProperty('nearMiss')
    expect(said.detail ?? said.message).toMatch(/^This GET is no operation/)
    expect(exchange.nearMiss).toBeNull()
  })

  test('a secret of a foreign form is not quoted, at any length', async () => {
    const secret = `s3cret${'-long'.repeat(20)}`
    const headers = { Authorization: 'Bearer {key}', 'X-Api-Key': secret }
    const { text, exchange } = await refusalOf({ headers, body: `{"${secret}":1,"reference":"1"}` })
    expect(exchange.nearMiss?.operation).toBe('createOrder')
    expect(text + JSON.stringify(exchange)).not.toContain('s3cret')
  })

  test('what is served has none', async () => {
    expect((await refusalOf({})).exchange).toMatchObject({ nearMiss: null, response: { status: 200 } })
  })
})
