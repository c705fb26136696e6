import { describe, expect, test } from 'vitest'
import { compareObserved } from './compare.ts'
import { bodies, drifts, observedFrom, times, told } from './observed.fixture.ts'

describe('an answer', () => {
  const answers = (...statuses: number[]) => statuses.map((status) => ({ status }))
  test.each([
    [
      'served with another status',
      [200],
      [201],
      ['drift status-changed: GET /balance: the status was 200, is now 201.'],
    ],
    [
      'served with a second status',
      [200],
      [200, 201],
      ['note status-came: GET /balance: the status was 200, is now also 201.'],
    ],
    [
      'served with a second status, of a great many',
      times(64, 200),
      [...times(64, 200), ...times(64, 201)],
      ['drift status-changed: GET /balance: the status was 200, is now 200 or 201.'],
    ],
    [
      'refused with another status',
      [200, 401],
      [200, 403],
      ['drift status-changed: GET /balance: the status was 401, is now 403.'],
    ],
    [
      'refused in one more way',
      [200, 401],
      [200, 401, 402],
      ['note status-came: GET /balance: the status was 200 or 401, is now also 402.'],
    ],
    [
      'refused in one way less',
      [200, 401, 404],
      [200, 401],
      ['note status-gone: GET /balance: the status was 404 at times, is now never.'],
    ],
    [
      'refused, and no longer served',
      [200],
      [401],
      [
        'note status-came: GET /balance: the status was 200, is now also 401.',
        'note status-gone: GET /balance: the status was 200 at times, is now never.',
      ],
    ],
    [
      'refused in another way, and served in neither run',
      [401],
      [402],
      [
        'note status-came: GET /balance: the status was 401, is now also 402.',
        'note status-gone: GET /balance: the status was 401 at times, is now never.',
      ],
    ],
    [
      'refused by the hour',
      [200, 401],
      [200, 429],
      [
        'note status-came: GET /balance: the status was 200 or 401, is now also 429.',
        'note status-gone: GET /balance: the status was 401 at times, is now never.',
      ],
    ],
    [
      'unavailable',
      [200],
      [200, 503],
      ['note status-came: GET /balance: the status was 200, is now also 503.'],
    ],
  ] as const)('%s', (_, earlier, now, expected) => {
    expect(drifts(answers(...earlier), answers(...now)).map(told)).toEqual(expected)
  })

  test('of another content type', () => {
    const html = { contentType: 'text/html' }
    expect(drifts([{}], [html]).map(told)).toEqual([
      'drift content-type-changed: GET /balance: the content type was application/json, is now text/html.',
    ])
    expect(drifts([{}], [html, {}]).map(told)).toEqual([
      'note content-type-changed: GET /balance: the content type was application/json, is now application/json or text/html.',
    ])
    expect(drifts([{}], [{ contentType: 'application/json;charset=utf-8' }])).toEqual([])
    const few = { contentType: 'text/plain' }
    expect(drifts(times(64, {}), [...times(64, html), ...times(64, {}), few])[0]?.severity).toBe('drift')
  })

  test('of a failure is whoever’s is in the way', () => {
    const failure = { status: 502, json: { title: 'no' } }
    const differences = drifts([failure], [{ status: 502, json: undefined, contentType: 'text/html' }])
    expect(differences.map(({ kind, severity }) => `${severity} ${kind}`)).toEqual([
      'note content-type-changed',
      'note type-changed',
    ])
  })

  test('of a refusal is told with its status', () => {
    expect(drifts([{ status: 404, json: { a: 1 } }], [{ status: 404, json: {} }]).map(told)).toEqual([
      'drift field-went: GET /balance (404): /a was an integer, is now absent.',
    ])
  })

  test('beyond a bound is not compared, which is noted', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const wide = (value: unknown) => Object.fromEntries(letters.map((letter) => [letter, value]))
    const differences = drifts(bodies({ gone: 1 }), bodies(wide(wide(1))))
    expect(differences.map(told)).toEqual([
      'note bound-hit: GET /balance: the body was within bounds, is now of more fields than are looked at.',
    ])
    expect(drifts(bodies(wide(wide(1))), bodies(wide(wide(1))))).toEqual([])
  })
})

describe('the state of an order', () => {
  const order = (status: unknown, more = {}, code = 200) => ({
    operation: 'lookupOrder' as const,
    status: code,
    json: { data: { order: { status, ...more } } },
  })
  const at = 'GET /orders/{partnerReference}: /data/order/status was'

  test('that nobody named is drift', () => {
    expect(drifts([order('COMPLETED')], [order('COMPLETED'), order('QUEUED')]).map(told)).toEqual([
      `drift value-came: ${at} COMPLETED, is now also QUEUED.`,
    ])
  })

  test('that the profile names was only not seen', () => {
    expect(drifts([order('COMPLETED')], [order('FAILED')]).map(told)).toEqual([
      `note value-came: ${at} COMPLETED, is now also FAILED.`,
      `note value-gone: ${at} COMPLETED at times, is now never.`,
    ])
  })

  test('is new to nobody where none was seen before', () => {
    expect(drifts([order('x', {}, 404)], [order('QUEUED'), order('x', {}, 404)]).map(told)).toEqual([
      'note status-came: GET /orders/{partnerReference}: the status was 404, is now also 200.',
    ])
  })

  test('tells its answers apart: what goes with a state does not come and go', () => {
    const processing = order('PROCESSING', { pollAfterSeconds: 2 })
    expect(drifts([order('COMPLETED')], [processing]).filter(({ severity }) => severity === 'drift')).toEqual(
      [],
    )
    expect(drifts([processing], [order('PROCESSING')]).map(told)).toEqual([
      'drift field-went: GET /orders/{partnerReference} (PROCESSING): /data/order/pollAfterSeconds was an integer, is now absent.',
    ])
  })

  test('may go with a status of its own', () => {
    const accepted = order('PROCESSING', {}, 202)
    expect(drifts([order('COMPLETED')], [accepted]).filter(({ severity }) => severity === 'drift')).toEqual(
      [],
    )
    expect(drifts([order('PROCESSING')], [accepted]).map(told)).toEqual([
      'drift status-changed: GET /orders/{partnerReference}: the status was 200, is now 202.',
    ])
  })

  test('that can no longer be read where it stood is drift', () => {
    expect(drifts([order('COMPLETED')], [order(undefined, { state: 'COMPLETED' })]).map(told)).toEqual([
      `drift state-went: ${at} a state, is now no state.`,
    ])
    expect(drifts([order(7)], [order('COMPLETED')]).map(told)).toEqual([
      `drift state-came: ${at} no state, is now a state.`,
    ])
    expect(drifts([order('COMPLETED')], [order('COMPLETED'), order(null)]).map(told)).toEqual([
      `note state-went: ${at} a state, is now no state at times.`,
    ])
  })

  test('of which there are more than are recorded can’t be new', () => {
    const many = Array.from({ length: 30 }, (_, index) => order(`B${String(index).padStart(2, '0')}`))
    expect(drifts(many, [...many, order('A')]).filter(({ kind }) => kind === 'value-came')).toEqual([])
    expect(drifts(many, [...many, order('A')]).filter(({ kind }) => kind === 'value-gone')).toEqual([])
  })
})

test('what ping says is held to its values', () => {
  const ping = (status: string) => ({ operation: 'ping' as const, json: { data: { status, mode: 'TEST' } } })
  expect(drifts([ping('ok')], [ping('degraded')]).map(told)).toEqual([
    'drift value-came: GET /ping: /data/status was ok, is now also degraded.',
    'note value-gone: GET /ping: /data/status was ok at times, is now never.',
  ])
})

describe('an operation', () => {
  test('that one run alone called is noted', () => {
    const [balance, ping] = [{ operation: 'getBalance' }, { operation: 'ping' }] as const
    expect(drifts([balance], [ping]).map(told)).toEqual([
      'note operation-came: GET /ping: the operation was not called, is now called.',
      'note operation-gone: GET /balance: the operation was called, is now not called.',
    ])
  })

  test('that is called in another way is another one', () => {
    const earlier = observedFrom([{ operation: 'lookupOrder', json: { a: 1 } }])
    const now = observedFrom([{ operation: 'lookupOrder', json: { b: 1 } }])
    for (const one of now.operations) one.call = 'GET /purchases/{partnerReference}'
    expect(compareObserved(earlier, now).map(told)).toEqual([
      'note call-changed: GET /purchases/{partnerReference}: the call was GET /orders/{partnerReference}, is now GET /purchases/{partnerReference}.',
    ])
  })
})

test('another target is noted', () => {
  const [earlier, now] = [observedFrom([{}]), observedFrom([{}])]
  expect(compareObserved(earlier, { ...now, baseUrl: 'https://other.example' }).map(told)).toEqual([
    'note target-changed: The target was https://api.example by reference 1.0.1, is now https://other.example by reference 1.0.1.',
  ])
})

test('a difference says where it is, besides its sentence', () => {
  const [difference] = drifts([{ status: 404, json: { a: '25.00' } }], [{ status: 404, json: { a: 25 } }])
  expect(difference).toEqual({
    kind: 'type-changed',
    operation: 'getBalance',
    status: 404,
    state: null,
    path: '/a',
    before: 'a decimal text',
    after: 'an integer',
    severity: 'drift',
    sentence: 'GET /balance (404): /a was a decimal text, is now an integer.',
  })
})
