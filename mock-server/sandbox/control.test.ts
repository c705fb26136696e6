import { describe, expect, test } from 'vitest'
import { traceOf } from '../../contract/wire/exchange-facts.ts'
import { mockWithKey, openSandbox } from '../testing/behaviour/sandbox.fixture.ts'

describe('the journal', () => {
  test('returns the exchanges that match a filter, or all of them', async () => {
    const { mock, send, sandbox } = mockWithKey()
    const other = openSandbox(send)
    await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
    await sandbox.buy('SCENARIO-PROCESSING', 'TEST:2')
    await sandbox.buy('SCENARIO-PROCESSING', 'TEST:2')
    await other.get('/ping')
    const targets = (filter?: Parameters<typeof mock.journal>[0]) =>
      mock.journal(filter).map(({ seq }) => seq)
    expect(targets()).toEqual([0, 1, 2, 3])
    expect(targets({ operation: 'createOrder' })).toEqual([0, 1, 2])
    expect(targets({ partner: mock.partnerOf(other.key) })).toEqual([3])
    expect(targets({ partnerReference: 'TEST:2' })).toEqual([1, 2])
    expect(targets({ sku: 'SCENARIO-AT-ONCE' })).toEqual([0])
    expect(targets({ effect: 'replayed' })).toEqual([2])
    expect(targets({ delivery: 'lost' })).toEqual([])
    expect(targets({ status: 200, afterSeq: 1 })).toEqual([2, 3])
  })

  test.each([
    [
      { operation: 'purchase' },
      'operation "purchase": it is one of ping, listProducts, getPrice, getBalance, createOrder',
    ],
    [{ effect: 'bought' }, 'effect "bought": it is one of recorded, replayed, none'],
    [{ delivery: 'late' }, 'delivery "late": it is one of delivered, cut, lost'],
  ])('refuses the filter %j, which no exchange can match', async (filter, complaint) => {
    const { mock } = mockWithKey()
    // @ts-expect-error: the types refuse it, too.
    expect(() => mock.journal(filter)).toThrow(complaint)
    // @ts-expect-error: the types refuse it, too.
    await expect(mock.waitFor(filter, { count: 1, timeoutMs: 0 })).rejects.toThrow(complaint)
  })

  test('is read over HTTP with the same filters, and for one key if that is in the auth header', async () => {
    const { mock, send, sandbox } = mockWithKey()
    await openSandbox(send).get('/ping')
    await sandbox.get('/balance')
    const mine = await sandbox.get('/__mock/journal')
    expect(await mine.json()).toEqual({ exchanges: mock.journal({ operation: 'getBalance' }), dropped: null })
    const pings = await send('/__mock/journal?operation=ping')
    expect(await pings.json()).toEqual({ exchanges: mock.journal({ operation: 'ping' }), dropped: null })
  })
})

test.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-later', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', undefined],
  ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
  ['<script>', undefined],
])('the journal has the traceparent %s of a call', async (traceparent, traceId) => {
  const { mock, sandbox } = mockWithKey()
  await sandbox.call('GET', '/ping', { headers: { traceparent } })
  const [exchange] = mock.journal()
  expect(exchange?.request.headers.traceparent).toBe(traceparent)
  expect(exchange && traceOf(exchange)?.traceId).toBe(traceId)
})

describe('a wait for exchanges', () => {
  test('is answered as soon as there are enough', async () => {
    const { send, sandbox } = mockWithKey()
    const waiting = send('/__mock/journal/wait?operation=createOrder&count=2&timeoutSeconds=60')
    await sandbox.get('/ping')
    await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:1')
    await sandbox.buy('SCENARIO-AT-ONCE', 'TEST:2')
    const answer = await waiting
    const { exchanges } = (await answer.json()) as { exchanges: { operation: string }[] }
    expect(answer.status).toBe(200)
    expect(exchanges.map(({ operation }) => operation)).toEqual(['createOrder', 'createOrder'])
  })

  test('is answered at once if there are enough already', async () => {
    const { send, sandbox } = mockWithKey()
    await sandbox.get('/ping')
    expect((await send('/__mock/journal/wait?operation=ping&timeoutSeconds=60')).status).toBe(200)
  })

  test('says how many came when the time is up', async () => {
    const { send, sandbox } = mockWithKey()
    await sandbox.get('/ping')
    const answer = await send('/__mock/journal/wait?operation=ping&count=3&timeoutSeconds=0')
    expect(answer.status).toBe(408)
    expect(await answer.text()).toContain('Of 3 exchanges that were waited for, 1 came')
  })

  test('ends at once if its caller has left', async () => {
    const { mock } = mockWithKey()
    const options = { count: 1, timeoutMs: 600_000, signal: AbortSignal.abort() }
    expect(await mock.waitFor({}, options)).toEqual({ isThere: false, exchanges: [] })
  })
})

describe('the clock of a key', () => {
  test('runs at the speed of the mock', async () => {
    const { clock, sandbox } = mockWithKey({ speed: 60 })
    await sandbox.buy('SCENARIO-LONG', 'TEST:1')
    clock.advance(400)
    expect(await (await sandbox.lookUp('TEST:1')).text()).toContain('COMPLETED')
  })

  test('cannot be moved back, or by an invalid amount', async () => {
    const clockOf = mockWithKey().mock.clockOf('pk_test_1')
    await expect(clockOf.advance(-1)).rejects.toThrow(RangeError)
    await expect(clockOf.advance(Number.NaN)).rejects.toThrow(RangeError)
    await expect(clockOf.run(0)).rejects.toThrow(RangeError)
  })
})
