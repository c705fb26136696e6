import { describe, expect, test } from 'vitest'
import { manualClock } from '../contract/clock.ts'
import { type Fault, faultOf, faultSchema } from '../contract/wire/fault.ts'
import { createMock } from './app.ts'
import { createFetch } from './fetch.ts'
import type { MockOptions } from './sandbox/mock.ts'
import { memoryStore } from './store/memory-store.ts'
import {
  mockWithKey,
  newKey,
  openSandbox,
  type Sandbox,
  type Send,
} from './testing/behaviour/sandbox.fixture.ts'

const fault = (given: object): Fault =>
  faultSchema.parse({ at: 'before-recording', does: { kind: 'reset' }, ...given })

const CLOSE = { does: { kind: 'close' } }

test.for<[what: string, faults: object[], purchases: string]>([
  ['apply to the first request about a reference', [{}], 'reset none none'],
  ['apply to as many as they say', [{ times: 2 }], 'reset reset none'],
  ['apply one after another', [{ times: 2 }, CLOSE], 'reset reset close none'],
  ['apply to every request if they have no end', [{}, { ...CLOSE, times: null }], 'reset close close close'],
  ['leave those before them alone', [{ after: 1 }], 'none reset none'],
  ['begin where they say', [{}, { ...CLOSE, after: 1, times: 2 }], 'reset none close close none'],
  ['leave the other operation alone', [{ on: 'lookupOrder' }], 'none none'],
])('the faults of an operation %s', ([, given, purchases]) => {
  const faults = given.map(fault)
  const met = purchases
    .split(' ')
    .map((_, index) => faultOf({ faults }, 'createOrder', index + 1)?.does.kind ?? 'none')
  expect(met.join(' ')).toBe(purchases)
})

const ORDINARY = { processing: [], settles: 'success' } as const

/** A mock whose card CARD has a fault. */
function faultyMock(fault: object, options: MockOptions = {}) {
  const scenario = {
    sku: 'CARD',
    name: 'faulty',
    story: 'It is faulty.',
    course: ORDINARY,
    faults: [fault as Fault],
  }
  const card = { sku: 'CARD', name: 'C', brand: 'B', faceValue: 2500, price: 2500, releasedOn: '2026-01-01' }
  const { clock, mock, sandbox } = mockWithKey({ catalogue: [card], scenarios: [scenario], ...options })
  return { clock, mock, sandbox, exchanges: () => mock.journal({ partner: mock.partnerOf(sandbox.key) }) }
}

function buyFor(signal: AbortSignal, sandbox: Sandbox): Promise<Response> {
  return sandbox.post(JSON.stringify({ partnerReference: 'TEST:1', sku: 'CARD' }), { signal })
}

async function stateOf(promise: Promise<unknown>): Promise<'pending' | 'settled'> {
  const pending = Symbol('pending')
  await new Promise((resolve) => setImmediate(resolve))
  return (await Promise.race([promise, pending])) === pending ? 'pending' : 'settled'
}

describe('an answer that is delayed', () => {
  const STALL = { at: 'after-recording', does: { kind: 'stall', seconds: 90 }, times: 1 }

  test('leaves before its key is reset, and the reset removes its order, too', async () => {
    const { mock, sandbox } = faultyMock({ ...STALL, at: 'before-recording' })
    const buying = sandbox.buy('CARD', 'TEST:1')
    await stateOf(buying)
    await mock.reset(sandbox.key)
    expect((await buying).status).toBe(200)
    expect((await sandbox.lookUp('TEST:1')).status).toBe(404)
    expect(await sandbox.balance()).toBe(500_000)
  })

  test('leaves by the clock of its key: not while that is frozen, and sooner when it runs faster', async () => {
    const { clock, mock, sandbox, exchanges } = faultyMock(STALL)
    const keyClock = mock.clockOf(sandbox.key)
    const buying = sandbox.buy('CARD')
    await stateOf(buying)
    await keyClock.freeze()
    clock.advance(3_600_000)
    expect(await stateOf(buying)).toBe('pending')
    await keyClock.resume()
    await keyClock.run(10)
    clock.advance(8_000)
    expect(await stateOf(buying)).toBe('pending')
    clock.advance(1_000)
    expect(await stateOf(buying)).toBe('settled')
    expect(exchanges()[0]?.delivery?.outcome).toBe('delivered')
  })

  test('has left when a change of the clock is answered', async () => {
    const store = memoryStore({ clock: manualClock() })
    const placeOrder: typeof store.placeOrder = async (...asked) => {
      await new Promise(setImmediate)
      return store.placeOrder(...asked)
    }
    const options = { store: { ...store, placeOrder } }
    const { mock, sandbox, exchanges } = faultyMock({ ...STALL, at: 'before-recording' }, options)
    const buying = sandbox.buy('CARD')
    await stateOf(buying)
    await mock.clockOf(sandbox.key).advance(90)
    expect(exchanges()[0]?.delivery?.outcome).toBe('delivered')
    await buying
  })

  test.each([
    ['during the delay', stateOf],
    ['before it is decided', () => undefined],
  ])('is recorded as lost if its caller leaves %s', async (_, until) => {
    const { sandbox, exchanges } = faultyMock(STALL)
    const impatient = new AbortController()
    const buying = buyFor(impatient.signal, sandbox)
    await until(buying)
    impatient.abort('enough')
    await expect(buying).rejects.toBe('enough')
    expect(exchanges()[0]).toMatchObject({ order: { effect: 'recorded' }, delivery: { outcome: 'lost' } })
  })
})

describe('an answer that is sent slowly', () => {
  const DRIBBLE = { at: 'in-answer', does: { kind: 'dribble', seconds: 4 } }

  test('arrives byte by byte, and completely', async () => {
    const { clock, sandbox, exchanges } = faultyMock(DRIBBLE)
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

  test('is recorded as cut if its caller left before it was decided', async () => {
    const { sandbox, exchanges } = faultyMock(DRIBBLE)
    await buyFor(AbortSignal.abort(), sandbox)
    expect(exchanges()[0]).toMatchObject({ order: { effect: 'recorded' }, delivery: { outcome: 'cut' } })
  })

  test('is recorded as cut if its reader cancels', async () => {
    const { sandbox, exchanges } = faultyMock(DRIBBLE)
    const answer = await sandbox.buy('CARD')
    await answer.body?.cancel()
    expect(exchanges()[0]).toMatchObject({ order: { effect: 'recorded' }, delivery: { outcome: 'cut' } })
  })
})

describe('in this process', () => {
  const opened = () => {
    const mock = createMock()
    const fetch = createFetch({ baseUrl: 'https://api.example', app: mock.app })
    const send: Send = (path, init) => fetch(`https://api.example${path}`, init)
    const sandbox = openSandbox(send, { key: newKey() })
    return { sandbox, seen: () => mock.journal({ operation: 'createOrder' })[0] }
  }

  test.each([
    ['SCENARIO-LOST-AFTER', 200, 'recorded', 497_500],
    ['SCENARIO-LOST-BEFORE', undefined, 'none', 500_000],
  ] as const)(
    '%s rejects as the fetch of the platform does, and is recorded as it says',
    async (sku, status, effect, balance) => {
      const { sandbox, seen } = opened()
      const error = await sandbox.buy(sku).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TypeError)
      expect(error).toMatchObject({
        name: 'TypeError',
        message: 'fetch failed',
        cause: { code: 'ECONNRESET' },
      })
      expect(seen()).toMatchObject({ order: { effect }, delivery: { outcome: 'lost' } })
      expect(seen()?.response?.status).toBe(status)
      expect(await sandbox.balance()).toBe(balance)
      expect((await sandbox.buy(sku)).status).toBe(200)
      expect(await sandbox.balance()).toBe(497_500)
    },
  )

  test('SCENARIO-CUT ends in the middle of its JSON, and its body rejects', async () => {
    const { sandbox, seen } = opened()
    const answer = await sandbox.buy('SCENARIO-CUT')
    expect(answer.status).toBe(200)
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const arrived = new TextDecoder().decode((await reader.read()).value)
    expect(arrived).toMatch(/^\{"data":/)
    expect(() => JSON.parse(arrived)).toThrow(SyntaxError)
    await expect(reader.read()).rejects.toThrow(new TypeError('terminated'))
    expect(seen()).toMatchObject({ order: { effect: 'recorded' }, delivery: { outcome: 'cut' } })
  })

  test('SCENARIO-STALLED rejects when its caller gives up', async () => {
    const { sandbox, seen } = opened()
    const impatient = new AbortController()
    const body = JSON.stringify({ partnerReference: 'TEST:1', sku: 'SCENARIO-STALLED' })
    const buying = sandbox.post(body, { signal: impatient.signal })
    await expect.poll(() => seen()?.response).toBeTruthy()
    impatient.abort('enough')
    await expect(buying).rejects.toBe('enough')
    await expect.poll(() => seen()?.delivery?.outcome).toBe('lost')
    expect(await sandbox.balance()).toBe(497_500)
  })
})
