import { describe, expect, test } from 'vitest'
import { manualClock } from '../../../contract/clock.ts'
import type { Fault } from '../../../contract/wire/fault.ts'
import { createMock } from '../../app.ts'
import type { MockControl } from '../../sandbox/control.ts'
import { inProcess, openSandbox, type Sandbox } from './sandbox.fixture.ts'

const ORDINARY = { processing: [], settles: 'success' } as const

/** A mock in this process whose card CARD has these faults, and one of its sandboxes. */
function faultyMock(...faults: object[]) {
  const scenario = {
    sku: 'CARD',
    name: 'faulty',
    story: 'It is faulty.',
    course: ORDINARY,
    faults: faults as Fault[],
  }
  const card = { sku: 'CARD', name: 'C', brand: 'B', faceValue: 2500, price: 2500, releasedOn: '2026-01-01' }
  const clock = manualClock()
  const mock = createMock({ clock, catalogue: [card], scenarios: [scenario] })
  const sandbox = openSandbox(inProcess(mock.app))
  return { clock, mock, sandbox, exchanges: () => mock.journal({ partner: mock.partnerOf(sandbox.key) }) }
}

function recordedIn(mock: MockControl): Promise<unknown> {
  return mock.waitFor({ effect: 'recorded' }, { count: 1, timeoutMs: 10_000 })
}

/** Buys CARD for a caller that waits as long as a signal says. */
function buyFor(signal: AbortSignal, sandbox: Sandbox): Promise<Response> {
  const body = JSON.stringify({ partnerReference: 'TEST:1', sku: 'CARD' })
  const headers = { 'Content-Type': 'application/json' }
  return sandbox.call('POST', '/orders', { body, headers, signal })
}

/** The state of a promise so far. */
async function stateOf(promise: Promise<unknown>): Promise<'pending' | 'settled'> {
  const pending = Symbol('pending')
  await new Promise((resolve) => setImmediate(resolve))
  return (await Promise.race([promise, pending])) === pending ? 'pending' : 'settled'
}

describe('an answer that is delayed', () => {
  const STALL = { at: 'after-recording', does: { kind: 'stall', seconds: 90 }, times: 1 }

  test('comes when its time has come, by the clock of its key', async () => {
    const { clock, mock, sandbox } = faultyMock(STALL)
    const buying = sandbox.buy('CARD')
    await recordedIn(mock)
    clock.advance(89_999)
    expect(await stateOf(buying)).toBe('pending')
    clock.advance(1)
    expect((await buying).status).toBe(200)
  })

  test('does not delay the order: it is recorded, paid and found meanwhile', async () => {
    const { mock, sandbox, exchanges } = faultyMock(STALL)
    const buying = sandbox.buy('CARD', 'TEST:1')
    await recordedIn(mock)
    expect((await sandbox.lookUp('TEST:1')).status).toBe(200)
    expect(await sandbox.balance()).toBe(497_500)
    expect(exchanges()[0]).toMatchObject({ order: { effect: 'recorded' }, delivery: null })
    await sandbox.advance(90)
    await buying
  })

  test('is released by a reset of its key', async () => {
    const { mock, sandbox } = faultyMock(STALL)
    const buying = sandbox.buy('CARD')
    await stateOf(buying)
    await mock.reset(sandbox.key)
    expect((await buying).status).toBe(200)
  })

  test('is released before its key is reset, which also removes what it records then', async () => {
    const { mock, sandbox } = faultyMock({ ...STALL, at: 'before-recording' })
    const buying = sandbox.buy('CARD', 'TEST:1')
    await stateOf(buying)
    await mock.reset(sandbox.key)
    expect((await buying).status).toBe(200)
    expect((await sandbox.lookUp('TEST:1')).status).toBe(404)
    expect(await sandbox.balance()).toBe(500_000)
  })

  test.each([
    ['while it is delayed', stateOf],
    ['before it is decided', () => undefined],
  ])('is lost when its caller leaves %s', async (_, until) => {
    const { sandbox, exchanges } = faultyMock(STALL)
    const impatient = new AbortController()
    const buying = buyFor(impatient.signal, sandbox)
    await until(buying)
    impatient.abort()
    await buying
    expect(exchanges()[0]).toMatchObject({ order: { effect: 'recorded' }, delivery: { outcome: 'lost' } })
  })

  test('is decided late if it is delayed before the recording: nothing is bought meanwhile', async () => {
    const { sandbox } = faultyMock({ ...STALL, at: 'before-recording' })
    const buying = sandbox.buy('CARD', 'TEST:1')
    await stateOf(buying)
    expect((await sandbox.lookUp('TEST:1')).status).toBe(404)
    await sandbox.advance(90)
    expect((await buying).status).toBe(200)
    expect((await sandbox.lookUp('TEST:1')).status).toBe(200)
  })
})

describe('an answer that is sent slowly', () => {
  test('arrives completely, byte by byte, over its time', async () => {
    const { clock, sandbox, exchanges } = faultyMock({
      at: 'in-answer',
      does: { kind: 'dribble', seconds: 4 },
    })
    const answer = await sandbox.buy('CARD')
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const first = reader.read()
    clock.advance(2_000)
    expect((await first).value).toHaveLength(1)
    expect(exchanges()[0]?.delivery).toBeNull()
    await sandbox.advance(2)
    const rest: number[] = []
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) rest.push(...piece.value)
    expect(new TextDecoder().decode(Uint8Array.from(rest))).toContain('"status":"COMPLETED"')
    expect(exchanges()[0]).toMatchObject({ delivery: { outcome: 'delivered' } })
  })

  test('is cut when its caller left before it was decided', async () => {
    const { sandbox, exchanges } = faultyMock({ at: 'in-answer', does: { kind: 'dribble', seconds: 4 } })
    await buyFor(AbortSignal.abort(), sandbox)
    expect(exchanges()[0]).toMatchObject({ order: { effect: 'recorded' }, delivery: { outcome: 'cut' } })
  })

  test('is cut when its reader disconnects', async () => {
    const { sandbox, exchanges } = faultyMock({ at: 'in-answer', does: { kind: 'dribble', seconds: 4 } })
    const answer = await sandbox.buy('CARD')
    await answer.body?.cancel()
    expect(exchanges()[0]).toMatchObject({ order: { effect: 'recorded' }, delivery: { outcome: 'cut' } })
  })
})

describe('a fault of the lookup', () => {
  test('affects the lookup, and not the purchase', async () => {
    const refusal = { kind: 'refuse', cause: 'unavailable' }
    const { sandbox } = faultyMock({ on: 'lookupOrder', at: 'before-recording', does: refusal, times: 2 })
    expect((await sandbox.buy('CARD', 'TEST:1')).status).toBe(200)
    const statuses = [0, 1, 2].map(async () => (await sandbox.lookUp('TEST:1')).status)
    expect(await Promise.all(statuses)).toEqual([503, 503, 200])
  })
})

describe('a refusal', () => {
  test('has a Retry-After', async () => {
    const does = { kind: 'refuse', cause: 'rate-limited', retryAfterSeconds: 7 }
    const { sandbox } = faultyMock({ at: 'before-recording', does })
    const answer = await sandbox.buy('CARD')
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '7'])
  })

  test('is counted for each reference by itself', async () => {
    const { sandbox } = faultyMock({ at: 'before-recording', does: { kind: 'refuse', cause: 'unavailable' } })
    const statuses: number[] = []
    for (const reference of ['TEST:1', 'TEST:2', 'TEST:1', 'TEST:2']) {
      statuses.push((await sandbox.buy('CARD', reference)).status)
    }
    expect(statuses).toEqual([503, 503, 200, 200])
  })

  test('is counted from the beginning after a reset', async () => {
    const { mock, sandbox } = faultyMock({
      at: 'before-recording',
      does: { kind: 'refuse', cause: 'unavailable' },
    })
    await sandbox.buy('CARD')
    await mock.reset(sandbox.key)
    expect((await sandbox.buy('CARD')).status).toBe(503)
  })
})
