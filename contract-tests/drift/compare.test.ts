import { describe, expect, test } from 'vitest'
import { compareObserved } from './compare.ts'
import { drifts, linesOf, observedFrom } from './observed.fixture.ts'

describe('an operation that was', () => {
  const answers = (statuses: readonly number[]) => statuses.map((status) => ({ status }))
  test.each([
    ['served with another status', [200], [201], ['drift: 200, is now 201.']],
    ['served with a second status', [200], [200, 201], ['note: 200, is now also 201.']],
    ['refused with another status', [200, 401], [200, 403], ['drift: 401, is now 403.']],
    ['refused in one more way', [200, 401], [200, 401, 402], ['note: 200 or 401, is now also 402.']],
    ['refused in one way less', [200, 401, 404], [200, 401], ['note: 404 at times, is now never.']],
    [
      'served, and is now refused',
      [200],
      [401],
      ['note: 200, is now also 401.', 'note: 200 at times, is now never.'],
    ],
    [
      'refused in another way, and served in neither run',
      [401],
      [402],
      ['note: 401, is now also 402.', 'note: 401 at times, is now never.'],
    ],
    [
      'called too often',
      [200, 401],
      [200, 429],
      ['note: 200 or 401, is now also 429.', 'note: 401 at times, is now never.'],
    ],
    ['unavailable', [200], [200, 503], ['note: 200, is now also 503.']],
  ] as const)('%s', (_, earlier, now, lines) => {
    const differences = drifts(answers(earlier), answers(now))
    expect(differences).toEqual(lines.map((line) => line.replace(': ', ': GET /balance: the status was ')))
  })
})

describe('an answer', () => {
  test('of another content type is drift, of a second one a note', () => {
    const html = { contentType: 'text/html' }
    const was = 'GET /balance: the content type was application/json, is now'
    expect(drifts([{}], [html])).toEqual([`drift: ${was} text/html.`])
    expect(drifts([{}], [html, {}])).toEqual([`note: ${was} application/json or text/html.`])
    expect(drifts([{}], [{ contentType: 'application/json;charset=utf-8' }])).toEqual([])
  })

  test('with a server error is never drift', () => {
    const failure = { status: 502, json: { title: 'no' } }
    expect(drifts([failure], [{ status: 502, json: undefined, contentType: 'text/html' }])).toEqual([
      'note: GET /balance (502): the content type was application/json, is now text/html.',
      'note: GET /balance (502): the body was an object, is now no JSON.',
    ])
  })

  test('with a refusal is named with its status', () => {
    expect(drifts([{ status: 404, json: { a: 1 } }], [{ status: 404, json: {} }])).toEqual([
      'drift: GET /balance (404): /a was an integer, is now absent.',
    ])
  })
})

describe('the state of an order', () => {
  const order = (status: unknown, more = {}, code = 200) => ({
    operation: 'lookupOrder' as const,
    status: code,
    json: { data: { order: { status, ...more } } },
  })
  const lookup = 'GET /orders/{partnerReference}'
  const at = `${lookup}: /data/order/status was`

  test('that neither reference nor profile names is drift', () => {
    expect(drifts([order('COMPLETED')], [order('COMPLETED'), order('QUEUED')])).toEqual([
      `drift: ${at} COMPLETED, is now also QUEUED.`,
    ])
  })

  test('that the profile names was just not seen before', () => {
    expect(drifts([order('COMPLETED')], [order('FAILED')])).toEqual([
      `note: ${at} COMPLETED, is now also FAILED.`,
      `note: ${at} COMPLETED at times, is now never.`,
    ])
  })

  test('is not new if none was seen before', () => {
    expect(drifts([order('x', {}, 404)], [order('QUEUED'), order('x', {}, 404)])).toEqual([
      `note: ${lookup}: the status was 404, is now also 200.`,
    ])
  })

  test('distinguishes answers: a field may depend on the state', () => {
    const processing = order('PROCESSING', { pollAfterSeconds: 2 })
    expect(drifts([order('COMPLETED')], [processing]).join('\n')).not.toContain('drift')
    expect(drifts([processing], [order('PROCESSING')])).toEqual([
      `drift: ${lookup} (PROCESSING): /data/order/pollAfterSeconds was an integer, is now absent.`,
    ])
  })

  test('may have a status of its own', () => {
    const accepted = order('PROCESSING', {}, 202)
    expect(drifts([order('COMPLETED')], [accepted]).join('\n')).not.toContain('drift')
    expect(drifts([order('PROCESSING')], [accepted])).toEqual([
      `drift: ${lookup}: the status was 200, is now 202.`,
    ])
  })

  test('that can no longer be read at its position is drift', () => {
    expect(drifts([order('COMPLETED')], [order(undefined)])).toEqual([
      `drift: ${at} a state, is now no state.`,
    ])
    expect(drifts([order(7)], [order('COMPLETED')])).toEqual([`drift: ${at} no state, is now a state.`])
    expect(drifts([order('COMPLETED')], [order('COMPLETED'), order(null)])).toEqual([
      `note: ${at} a state, is now no state at times.`,
    ])
  })

  test('is neither new nor missing if there are more than are recorded', () => {
    const many = Array.from({ length: 30 }, (_, index) => order(`B${String(index).padStart(2, '0')}`))
    expect(drifts(many, [...many, order('A')]).join('\n')).not.toContain(at)
  })
})

test('another value of ping is drift', () => {
  const ping = (status: string) => ({ operation: 'ping' as const, json: { data: { status, mode: 'TEST' } } })
  expect(drifts([ping('ok')], [ping('degraded')])).toEqual([
    'drift: GET /ping: /data/status was ok, is now also degraded.',
    'note: GET /ping: /data/status was ok at times, is now never.',
  ])
})

test('an operation that only one run called is noted', () => {
  expect(drifts([{ operation: 'getBalance' }], [{ operation: 'ping' }])).toEqual([
    'note: GET /ping: the operation was not called, is now called.',
    'note: GET /balance: the operation was called, is now not called.',
  ])
})

test('an operation that is called in another way is another one', () => {
  const earlier = observedFrom([{ operation: 'lookupOrder', json: { a: 1 } }])
  const now = observedFrom([{ operation: 'lookupOrder', json: { b: 1 } }])
  for (const one of now.operations) one.call = 'GET /purchases/{partnerReference}'
  expect(linesOf(compareObserved(earlier, now))).toEqual([
    'note: GET /purchases/{partnerReference}: the call was GET /orders/{partnerReference}, is now GET /purchases/{partnerReference}.',
  ])
})

test('another target is noted', () => {
  const [earlier, now] = [observedFrom([{}]), observedFrom([{}])]
  expect(linesOf(compareObserved(earlier, { ...now, baseUrl: 'https://other.example' }))).toEqual([
    'note: The target was https://api.example by reference 1.0.1, is now https://other.example by reference 1.0.1.',
  ])
})
