import { describe, expect, test, vi } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { Journal, MOST_OF_ALL, MOST_OF_KEY } from './journal.ts'
import { redactionOf } from './redact-request.ts'

const REDACTION = redactionOf({ header: 'Authorization', format: 'Bearer {key}' })

/** A call whose key is not read yet. */
function arriving(journal: Journal, target = '/ping') {
  return journal.arrive({ method: 'GET', target, rawHeaders: [] }, REDACTION)
}

function arrive(journal: Journal, partner: string, target = '/ping') {
  const entry = arriving(journal, target)
  entry.identify(partner)
  return entry
}

function arriveMany(journal: Journal, count: number, partner: string): void {
  for (let nth = 0; nth < count; nth += 1) arrive(journal, partner)
}

function targetsIn(journal: Journal): string[] {
  return journal.entries().map(({ request }) => request.target)
}

describe('the journal of each key', () => {
  test('keeps the calls of a quiet key beside a busy one, and counts what it dropped of the busy one', () => {
    const clock = manualClock(Date.UTC(2026, 0, 1))
    const journal = new Journal(clock)
    arrive(journal, 'quiet', '/quiet')
    for (let nth = 1; nth <= 3 * MOST_OF_KEY; nth += 1) {
      clock.advance(1)
      arrive(journal, 'ordinary', `/${nth}`)
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

  test('is forgotten without that of other keys, and with the calls that are under way', () => {
    const journal = new Journal(manualClock())
    const early = arriving(journal)
    arriveMany(journal, MOST_OF_KEY + 1, 'mine')
    arriveMany(journal, MOST_OF_KEY + 2, 'yours')
    journal.forget('mine')
    early.identify('mine')
    expect([journal.entries('mine'), journal.dropped('mine')]).toEqual([[], null])
    expect(journal.entries()).toEqual(journal.entries('yours'))
    expect(journal.dropped()).toMatchObject({ count: 2 })
    arrive(journal, 'mine')
    expect(journal.entries('mine')).toHaveLength(1)
  })

  test('is not shortened by calls without a key, which count as one key', () => {
    const journal = new Journal(manualClock())
    arrive(journal, 'shop')
    for (let nth = 0; nth < 3_000; nth += 1) arriving(journal).deliver('delivered')
    expect(journal.entries('shop')).toHaveLength(1)
    expect([journal.entries().length, journal.dropped()?.count]).toEqual([MOST_OF_KEY + 1, 1_000])
  })

  test('is in the order of arrival, even if the keys were read in another order', () => {
    const journal = new Journal(manualClock())
    const calls = [1, 2, 3].map(() => arriving(journal))
    for (const place of [2, 0, 1]) calls[place]?.identify('shop')
    expect(journal.entries('shop').map(({ seq }) => seq)).toEqual([0, 1, 2])
  })
})

test('above the limit of the whole journal, the oldest calls of any key are dropped', () => {
  const journal = new Journal(manualClock())
  const underWay = arriving(journal)
  for (let key = 0; key < 11; key += 1) arriveMany(journal, MOST_OF_KEY, `guest-${key}`)
  expect(journal.entries()).toHaveLength(MOST_OF_ALL)
  expect(journal.dropped('guest-0')).toMatchObject({ count: MOST_OF_KEY })
  expect(journal.dropped('guest-1')).toBeNull()
  underWay.identify('guest-0')
  underWay.deliver('delivered')
  expect(journal.entries('guest-0')).toEqual([])
  expect(journal.dropped()).toMatchObject({ count: MOST_OF_KEY + 1 })
})

test('an error of a listener is reported, and keeps nothing from the other listeners', () => {
  const thrown: (() => void)[] = []
  vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => void thrown.push(task))
  const journal = new Journal(manualClock())
  const heard: number[] = []
  journal.listen(() => {
    throw new Error('my fault')
  })
  journal.listen(({ seq }) => heard.push(seq))
  arrive(journal, 'ordinary').answer({ status: 200, headers: {}, body: '' })
  vi.restoreAllMocks()
  expect(heard).toEqual([0])
  expect(thrown).toHaveLength(1)
  expect(thrown[0]).toThrow('my fault')
})
