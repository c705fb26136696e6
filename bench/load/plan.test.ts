import { expect, test } from 'vitest'
import { assertServed, FIRST_NUMBER, type LoadResult, requestParts } from './plan.ts'

const SERVED: LoadResult = {
  requests: 10,
  seconds: 1,
  p50Ms: 1,
  p99Ms: 2,
  maxMs: 3,
  statuses: { 200: 8, 201: 2 },
  failures: 0,
  busy: 0.5,
}

test('a request has its length counted with the number in it', () => {
  const request = { method: 'POST', path: '/orders', body: '{"r":"B:{n}"}' } as const
  const parts = requestParts({ request, headers: { 'X-One': '1' } })
  expect(parts.join(String(FIRST_NUMBER))).toBe(
    'POST /orders HTTP/1.1\r\nHost: localhost\r\nX-One: 1\r\nContent-Length: 17\r\n\r\n{"r":"B:1000000"}',
  )
})

test('a request without a number is one part', () => {
  expect(requestParts({ request: { method: 'GET', path: '/ping' }, headers: {} })).toEqual([
    'GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ])
})

test('a result counts when everything was a success', () => {
  expect(assertServed(SERVED, 'ping')).toBe(SERVED)
})

test.each([{ statuses: { 200: 9, 500: 1 } }, { failures: 1 }, { requests: 0 }])(
  'a result counts for nothing with %o',
  (spoilt) => {
    expect(() => assertServed({ ...SERVED, ...spoilt }, 'ping')).toThrow(
      'ping: every request must be answered',
    )
  },
)
