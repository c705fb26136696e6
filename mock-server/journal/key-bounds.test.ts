import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { promisesOfJournal } from '../store/conformance/journals.fixture.ts'
import { Journal } from './journal.ts'
import { type Bounded, KeyBounds, type KeyList, levelFor } from './key-bounds.ts'
import { redactionOf } from './redact-request.ts'

const REDACTION = redactionOf({ header: 'Authorization', format: 'Bearer {key}' })
const BEGAN = Date.UTC(2026, 0, 1)

promisesOfJournal(async (bounds) => {
  const clock = manualClock(BEGAN)
  const journal = new Journal(clock, bounds)
  return {
    async append(exchanges) {
      for (const { partner, response, arrivedMs } of exchanges) {
        clock.advance(BEGAN + arrivedMs - clock.now())
        const entry = journal.arrive({ method: 'POST', target: '/orders', rawHeaders: [] }, REDACTION)
        if (partner !== null) entry.identify(partner)
        entry.answer({ status: 200, headers: {}, body: response?.body ?? '' })
        entry.deliver('delivered')
      }
    },
    read: async ({ partner }) => journal.entries(partner),
    dropped: async (partner) => journal.dropped(partner),
    forget: async (partner) => journal.forget(partner),
  }
})

test('a level leaves what is smaller, and all together fit', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1 })
  const property = fc.property(sizes, fc.integer({ min: 1, max: 5_000 }), (list, bound) => {
    const level = levelFor(list, bound)
    const cut = list.reduce((sum, size) => sum + Math.min(size, level), 0)
    const all = list.reduce((sum, size) => sum + size, 0)
    expect(cut).toBeCloseTo(Math.min(all, bound), 6)
  })
  fc.assert(property)
})

class Item implements Bounded<Item> {
  list: KeyList<Item> | undefined = undefined
  older: Item | undefined = undefined
  newer: Item | undefined = undefined
  readonly seq: number
  readonly arrivedAt: number
  bytes = 10

  constructor(seq: number) {
    this.seq = seq
    this.arrivedAt = BEGAN + seq
  }
}

test('whatever comes, grows, moves and goes: each is kept, dropped or taken, and none twice', () => {
  const step = fc.tuple(
    fc.constantFrom('put', 'put', 'move', 'grow', 'remove', 'clear'),
    fc.nat(40),
    fc.constantFrom('a', 'b', null),
  )
  const property = fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
    const [known, gone, counted] = [new Map<number, Item>(), new Set<Item>(), { taken: 0 }]
    const list = new KeyBounds<Item>({ perKey: 5, bytesPerKey: 200, bytes: 300 }, (item) => gone.add(item))
    for (const [what, seq, key] of steps) {
      const item = known.get(seq)
      if (what === 'put' && item === undefined) {
        known.set(seq, new Item(seq))
        list.put(known.get(seq) as Item, key)
      } else if (what === 'clear') counted.taken += list.clear(key).length
      else if (item?.list !== undefined) {
        if (what === 'move') list.put(item, key)
        if (what === 'grow') list.grow(item, 30)
        if (what === 'remove') list.remove(item)
      }
    }
    const kept = ['a', 'b', null].flatMap((key) => list.newestOf(key, () => true))
    expect(new Set(kept).size).toBe(kept.length)
    expect(list.bytes).toBe(kept.reduce((sum, { bytes }) => sum + bytes, 0))
    expect(kept.filter((item) => gone.has(item))).toEqual([])
    for (const key of ['a', 'b', null]) {
      const seqs = list.newestOf(key, () => true).map(({ seq }) => seq)
      expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
      expect(seqs.length).toBeLessThanOrEqual(6)
    }
  })
  fc.assert(property)
})
