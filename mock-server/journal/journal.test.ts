import { describe, expect, test, vi } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { Journal, MOST_OF_ALL, MOST_OF_KEY } from './journal.ts'
import { redactionOf } from './redact-request.ts'

const HEAD = { method: 'GET', target: '/ping', headers: {} }
const REDACTION = redactionOf({ header: 'Authorization', format: 'Bearer {key}' })

function arrive(journal: Journal, target: string, rawHeaders: readonly string[] = [], partner = 'ordinary') {
  const recording = journal.arrive({ method: 'GET', target, rawHeaders }, REDACTION)
  recording.identify(partner)
  return recording
}

function arriveMany(journal: Journal, count: number, partner: string): void {
  for (let nth = 0; nth < count; nth += 1) arrive(journal, '/ping', [], partner)
}

function targetsIn(journal: Journal): string[] {
  return journal.entries().map(({ request }) => request.target)
}

describe('a journal', () => {
  test('has a request from its arrival on, and adds what becomes known of it', () => {
    const clock = manualClock(Date.UTC(2026, 0, 1))
    const journal = new Journal(clock)
    clock.advance(250)
    const recording = journal.arrive({ method: 'GET', target: '/ping', rawHeaders: [] }, REDACTION)
    const known = { seq: 0, at: '2026-01-01T00:00:00.250Z', arrivedMs: 250, order: null, nearMiss: null }
    const unknown = { partner: null, operation: null, response: null, delivery: null, fault: null }
    const arrived = { ...known, ...unknown }
    expect(journal.entries()).toEqual([{ ...arrived, request: { ...HEAD, body: null } }])

    clock.advance(50)
    recording.identify('ordinary')
    recording.operation('ping')
    recording.body('{}')
    recording.fault({ at: 'after-recording', does: 'stall' })
    recording.answer({ status: 200, headers: {}, body: 'pong' })
    clock.advance(700)
    recording.deliver('delivered')
    recording.deliver('lost')
    const response = { status: 200, headers: {}, body: 'pong', answeredMs: 300 }
    expect(journal.entries()).toEqual([
      {
        ...known,
        partner: 'ordinary',
        operation: 'ping',
        request: { ...HEAD, body: '{}' },
        response,
        delivery: { outcome: 'delivered', atMs: 1000 },
        fault: { at: 'after-recording', does: 'stall' },
      },
    ])
  })
})

test('headers that the request before had are kept once, and others are never taken for them', () => {
  const journal = new Journal(manualClock())
  const sent = [['accept', '*/*'], ['accept', '*/*'], ['accept', 'text/html'], ['via', '*/*'], []]
  for (const rawHeaders of sent) arrive(journal, '/', rawHeaders)
  const recorded = journal.entries().map(({ request }) => Object.entries(request.headers).flat())
  expect(recorded).toEqual(sent)
})

describe('the journal of each key', () => {
  test('keeps what a quiet key did beside a busy one, and says what that one lost', () => {
    const clock = manualClock(Date.UTC(2026, 0, 1))
    const journal = new Journal(clock)
    arrive(journal, '/quiet', [], 'quiet')
    for (let nth = 1; nth <= 3 * MOST_OF_KEY; nth += 1) {
      clock.advance(1)
      arrive(journal, `/${nth}`)
      if (nth % 1_500 > 0) continue
      const kept = Math.min(nth, MOST_OF_KEY)
      expect([targetsIn(journal)[0], targetsIn(journal).length]).toEqual(['/quiet', kept + 1])
      expect(journal.entries('ordinary').map(({ seq }) => seq)).toEqual(
        Array.from({ length: kept }, (_, index) => nth - kept + 1 + index),
      )
      expect(journal.after(nth - 2).map(({ seq }) => seq)).toEqual([nth - 1, nth])
    }
    expect(journal.dropped('quiet')).toBeNull()
    const dropped = { count: 4_000, from: '2026-01-01T00:00:00.001Z', to: '2026-01-01T00:00:04.000Z' }
    expect([journal.dropped('ordinary'), journal.dropped()]).toEqual([dropped, dropped])
  })

  test('is forgotten alone, with what was dropped of it, and with what is under way', () => {
    const journal = new Journal(manualClock())
    const early = journal.arrive({ method: 'GET', target: '/early', rawHeaders: [] }, REDACTION)
    arriveMany(journal, MOST_OF_KEY + 1, 'mine')
    arriveMany(journal, MOST_OF_KEY + 2, 'yours')
    journal.forget('mine')
    early.identify('mine')
    expect([journal.entries('mine'), journal.dropped('mine')]).toEqual([[], null])
    expect(journal.entries()).toEqual(journal.entries('yours'))
    expect(journal.dropped()).toMatchObject({ count: 2 })
    arrive(journal, '/later', [], 'mine')
    expect(journal.entries('mine')).toHaveLength(1)
  })

  test('is not shortened by calls without a key, which are bounded as one', () => {
    const journal = new Journal(manualClock())
    arrive(journal, '/ping', [], 'shop')
    for (let nth = 0; nth < 3_000; nth += 1)
      journal.arrive({ method: 'GET', target: '/nowhere', rawHeaders: [] }, REDACTION).deliver('delivered')
    expect(journal.entries('shop')).toHaveLength(1)
    expect([journal.entries().length, journal.dropped()?.count]).toEqual([MOST_OF_KEY + 1, 1_000])
  })

  test('is in the order of arrival, also of calls whose keys were read in another order', () => {
    const journal = new Journal(manualClock())
    const calls = ['/1', '/2', '/3'].map((target) =>
      journal.arrive({ method: 'GET', target, rawHeaders: [] }, REDACTION),
    )
    for (const place of [2, 0, 1]) calls[place]?.identify('shop')
    expect(journal.entries('shop').map(({ seq }) => seq)).toEqual([0, 1, 2])
  })
})

test('above the bound of all, the oldest are dropped, of any key', () => {
  const journal = new Journal(manualClock())
  const underWay = journal.arrive({ method: 'GET', target: '/early', rawHeaders: [] }, REDACTION)
  for (let key = 0; key < 11; key += 1) arriveMany(journal, MOST_OF_KEY, `guest-${key}`)
  expect(journal.entries()).toHaveLength(MOST_OF_ALL)
  expect(journal.dropped('guest-0')).toMatchObject({ count: MOST_OF_KEY })
  expect(journal.dropped('guest-1')).toBeNull()
  underWay.identify('guest-0')
  underWay.deliver('delivered')
  expect(journal.entries('guest-0')).toEqual([])
  expect(journal.dropped()).toMatchObject({ count: MOST_OF_KEY + 1 })
})

test('an error of a listener is reported, and affects neither the exchange nor the other listeners', () => {
  const thrown: (() => void)[] = []
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => void thrown.push(task))
  const journal = new Journal(manualClock())
  const heard: number[] = []
  journal.listen(() => {
    throw new Error('my fault')
  })
  journal.listen(({ seq }) => heard.push(seq))
  arrive(journal, '/ping').answer({ status: 200, headers: {}, body: '' })
  vi.restoreAllMocks()
  expect(heard).toEqual([0])
  expect(thrown).toHaveLength(1)
  expect(thrown[0]).toThrow('my fault')
})
