import { describe, expect, test } from 'vitest'
import { observedBodies, observedFrom, SECRET } from './observed.fixture.ts'

const pathsIn = (...bodies: unknown[]) => Object.keys(observedBodies(bodies).fields)
const fieldIn = (path: string, ...bodies: unknown[]) => observedBodies(bodies).fields[path]

describe('of each answer is recorded', () => {
  test('the kind of each value at its position, and nothing else', () => {
    const body = { data: { balance: { amount: '25.00', currency: 'USD' } } }
    expect(observedFrom([{ json: body }, { json: body }])).toEqual({
      schema: 'partner-purchase/observed@1',
      reference: '1.0.1',
      baseUrl: 'https://api.example',
      at: '2026-01-01T00:00:00.000Z',
      operations: [
        {
          id: 'getBalance',
          call: 'GET /balance',
          values: [],
          answers: [
            {
              status: 200,
              state: null,
              seen: 2,
              contentTypes: { 'application/json': 2 },
              bounds: [],
              fields: {
                '': { absent: 0, kinds: { object: 2 } },
                '/data': { absent: 0, kinds: { object: 2 } },
                '/data/balance': { absent: 0, kinds: { object: 2 } },
                '/data/balance/amount': { absent: 0, kinds: { decimal: 2 } },
                '/data/balance/currency': { absent: 0, kinds: { currency: 2 } },
              },
            },
          ],
        },
      ],
    })
  })

  test('the items of a list, as one', () => {
    const body = { data: { products: [{ sku: 'A-1' }, { sku: 'A-2', old: null }, 7] } }
    expect(fieldIn('/data/products/*', body)).toEqual({ absent: 0, kinds: { integer: 1, object: 2 } })
    expect(fieldIn('/data/products/*/sku', body)).toEqual({ absent: 0, kinds: { token: 2 } })
    expect(fieldIn('/data/products/*/old', body)).toEqual({ absent: 1, kinds: { null: 1 } })
    expect(pathsIn([])).toEqual([''])
    expect(pathsIn([[1]])).toEqual(['', '/*', '/*/*'])
  })

  test('how often a field was missing in its parent, not in the answer', () => {
    const bodies = [{ owner: { name: 'a' } }, { owner: {} }, { owner: null }, {}]
    expect(fieldIn('/owner', ...bodies)).toEqual({ absent: 1, kinds: { null: 1, object: 2 } })
    expect(fieldIn('/owner/name', ...bodies)).toEqual({ absent: 1, kinds: { text: 1 } })
  })

  test.each([
    ['application/json; charset=utf-8', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['', 'none'],
    [null, 'none'],
    ['a phrase', 'other'],
    [`text/${'x'.repeat(65)}`, 'other'],
    [`text/${SECRET}`, 'other'],
    ['text/pk_test_abc', 'other'],
  ])('the content type %j as %j', (contentType, recorded) => {
    expect(observedFrom([{ contentType }]).operations[0]?.answers[0]?.contentTypes).toEqual({ [recorded]: 1 })
  })

  test('counts, up to four', () => {
    const { seen, fields } = observedBodies(
      Array.from({ length: 9 }, (_, index) => (index < 2 ? {} : { a: 1 })),
    )
    expect([seen, fields['/a']]).toEqual([4, { absent: 2, kinds: { integer: 4 } }])
  })
})

describe('the values of documented fields', () => {
  const purchase = (status: unknown, more = {}) => ({
    operation: 'createOrder' as const,
    json: { data: { order: { order: { status, ...more } } } },
  })

  test('the states of an order, and the answers of each state separately', () => {
    const { operations } = observedFrom([
      purchase('PROCESSING', { pollAfterSeconds: 2 }),
      purchase('COMPLETED'),
      purchase(7),
      { operation: 'lookupOrder', json: { data: { order: { status: 'QUEUED' } } } },
    ])
    const [bought, lookedUp] = operations
    expect(bought?.values).toEqual([
      {
        path: '/data/order/order/status',
        seen: ['COMPLETED', 'PROCESSING'],
        named: ['COMPLETED', 'FAILED', 'PROCESSING'],
        more: false,
      },
    ])
    expect(bought?.answers.map(({ state }) => state)).toEqual([null, 'COMPLETED', 'PROCESSING'])
    const poll = '/data/order/order/pollAfterSeconds'
    expect(bought?.answers.map(({ fields }) => fields[poll]?.absent)).toEqual([undefined, undefined, 0])
    expect(lookedUp?.values[0]).toMatchObject({ path: '/data/order/status', seen: ['QUEUED'] })
  })

  test('status and mode of ping, where the profile finds them', () => {
    const profile = { ping: { status: '/data/is/up', mode: '/data/mode' } }
    const json = { data: { is: { up: 'ok' }, mode: 'TEST', status: 'x' } }
    expect(observedFrom([{ operation: 'ping', json }], profile).operations[0]?.values).toEqual([
      { path: '/data/is/up', seen: ['ok'], named: ['ok'], more: false },
      { path: '/data/mode', seen: ['TEST'], named: ['TEST'], more: false },
    ])
  })

  test('not of an empty text', () => {
    const { operations } = observedFrom([purchase('')])
    expect(operations[0]).toMatchObject({ values: [{ seen: [] }], answers: [{ state: null }] })
  })

  test('not of a refusal', () => {
    const { operations } = observedFrom([{ ...purchase('FAILED'), status: 402 }])
    expect(operations[0]?.values[0]?.seen).toEqual([])
    expect(operations[0]?.answers[0]?.state).toBeNull()
  })

  test('twenty at most, the named ones first, and the rest as one', () => {
    const states = Array.from({ length: 30 }, (_, index) => `A${String(index).padStart(2, '0')}`)
    const { operations } = observedFrom([...states, 'PROCESSING'].map((status) => purchase(status)))
    const [{ values, answers } = { values: [], answers: [] }] = operations
    expect(values[0]).toMatchObject({ seen: [...states.slice(0, 19), 'PROCESSING'], more: true })
    expect(answers).toHaveLength(21)
    expect(answers[0]).toMatchObject({ state: '(more)', seen: 4 })
  })

  test('without keys, and not long', () => {
    const seenOf = (status: string) => observedFrom([purchase(status)]).operations[0]?.values[0]?.seen
    expect(seenOf(`STATE ${SECRET}`)).toEqual(['STATE [key]'])
    expect(seenOf('pk_test_abc')).toEqual(['[key]'])
    expect(seenOf('x'.repeat(65))).toEqual(['(long)'])
  })
})

test('a key in the profile is not recorded', () => {
  const path = '/pk_test_abc/{partnerReference}'
  const profile = { products: { pointer: '/data/pk_test_abc' }, lookup: { method: 'GET', path } } as const
  const seen = { operation: 'lookupOrder' as const, json: { data: { pk_test_abc: [] } } }
  expect(JSON.stringify(observedFrom([seen], profile))).not.toContain('pk_test')
})

test('a key in the base address is not recorded', () => {
  expect(observedFrom([], {}, 'https://pk_test_abc@api.example').baseUrl).toBe('https://[key]@api.example')
})
