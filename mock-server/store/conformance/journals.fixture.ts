import { describe, expect, test } from 'vitest'
import type { Dropped, JournalBounds } from '../../../contract/wire/dropped.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'

type OpenedJournal = {
  append(exchanges: readonly Exchange[]): Promise<void>
  read(filter: { readonly partner?: string }): Promise<readonly Exchange[]>
  dropped(partner?: string): Promise<Dropped | null>
  forget(partner: string): Promise<void>
}

const AMPLE: JournalBounds = { perKey: 10_000, bytesPerKey: 100_000_000, bytes: 100_000_000 }
/** Between two looks at its size, a journal may have a tenth more. */
const SLACK = 1.1
const BEGAN = Date.UTC(2026, 0, 1)

/** An exchange of a partner, which arrived `seq` milliseconds after the others began. */
function exchangeOf(seq: number, given: Partial<Exchange> = {}): Exchange {
  return {
    seq,
    at: new Date(BEGAN + seq).toISOString(),
    arrivedMs: seq,
    partner: 'shop',
    operation: 'createOrder',
    request: { method: 'POST', target: '/orders', headers: {}, body: null },
    response: { status: 200, headers: {}, body: '{}', answeredMs: seq },
    delivery: { outcome: 'delivered', atMs: seq },
    order: { partnerReference: `SHOP:${seq}`, sku: 'CARD', effect: 'recorded' },
    fault: null,
    nearMiss: null,
    ...given,
  }
}

function large(seq: number, partner: string): Exchange {
  const response = { status: 200, headers: {}, body: 'x'.repeat(1_000), answeredMs: seq }
  return exchangeOf(seq, { partner, response })
}

async function appendMany(
  journal: OpenedJournal,
  length: number,
  exchange: (seq: number) => Exchange,
): Promise<readonly Exchange[]> {
  const exchanges = Array.from({ length }, (_, seq) => exchange(seq))
  for (let from = 0; from < length; from += 50) await journal.append(exchanges.slice(from, from + 50))
  return exchanges
}

/** What the journals of all keys promise, in memory. Partners are named by the test alone. */
export function promisesOfJournal(open: (bounds: JournalBounds) => Promise<OpenedJournal>): void {
  const seqsOf = async (journal: OpenedJournal, partner: string) =>
    (await journal.read({ partner })).map(({ seq }) => seq)

  describe('the journal of each key', () => {
    test('keeps what a quiet key did beside one with a hundred times the traffic, and says what that one lost', async () => {
      const journal = await open({ ...AMPLE, perKey: 100 })
      const partnerAt = (seq: number) => (seq % 101 === 0 ? 'quiet' : 'busy')
      const exchanges = await appendMany(journal, 1_010, (seq) =>
        exchangeOf(seq, { partner: partnerAt(seq) }),
      )
      const quiet = exchanges.filter(({ partner }) => partner === 'quiet')
      expect(await seqsOf(journal, 'quiet')).toEqual(quiet.map(({ seq }) => seq))
      expect(await journal.dropped('quiet')).toBeNull()
      const kept = await seqsOf(journal, 'busy')
      const busy = exchanges.filter(({ partner }) => partner === 'busy')
      expect(kept).toEqual(busy.slice(-kept.length).map(({ seq }) => seq))
      expect(kept.length).toBeGreaterThanOrEqual(100)
      expect(kept.length).toBeLessThanOrEqual(100 * SLACK)
      const gone = busy.slice(0, -kept.length)
      const dropped = { count: gone.length, from: gone[0]?.at, to: gone.at(-1)?.at }
      expect(await journal.dropped('busy')).toEqual(dropped)
      expect(await journal.dropped()).toEqual(dropped)
    })

    test('has a bound in bytes, too', async () => {
      const journal = await open({ ...AMPLE, bytesPerKey: 100_000 })
      await appendMany(journal, 300, (seq) => large(seq, 'shop'))
      const kept = await journal.read({ partner: 'shop' })
      expect(JSON.stringify(kept).length).toBeLessThanOrEqual(100_000 * SLACK * 1.1)
      expect(kept.length).toBeGreaterThan(50)
      expect((await journal.dropped('shop'))?.count).toBe(300 - kept.length)
    })

    test('loses first where it is the largest, once the bound of all is reached', async () => {
      const journal = await open({ ...AMPLE, bytes: 200_000 })
      const partnerAt = (seq: number) => (seq % 3 === 0 ? 'large' : 'largest')
      await appendMany(journal, 300, (seq) => large(seq, seq % 30 === 0 ? 'small' : partnerAt(seq)))
      expect(await seqsOf(journal, 'small')).toHaveLength(10)
      expect(await journal.dropped('small')).toBeNull()
      const [large_, largest] = [await seqsOf(journal, 'large'), await seqsOf(journal, 'largest')]
      expect(Math.abs(large_.length - largest.length)).toBeLessThan(30)
      expect((await journal.dropped('large'))?.count ?? 0).toBe(90 - large_.length)
      expect((await journal.dropped('largest'))?.count).toBe(200 - largest.length)
      expect(JSON.stringify(await journal.read({})).length).toBeLessThanOrEqual(200_000 * SLACK * 1.2)
    })

    test('of many small ones, the bound of all empties none but the oldest', async () => {
      const journal = await open({ ...AMPLE, bytes: 100_000 })
      await appendMany(journal, 150, (seq) => large(seq, `shop-${seq}`))
      const kept = await journal.read({})
      expect(kept.length).toBeGreaterThan(50)
      expect(kept.at(-1)?.seq).toBe(149)
      expect((await journal.dropped())?.count).toBe(150 - kept.length)
      expect(await journal.dropped('shop-149')).toBeNull()
    })

    test('is forgotten alone, with what was dropped of it', async () => {
      const journal = await open({ ...AMPLE, perKey: 20 })
      await appendMany(journal, 200, (seq) => exchangeOf(seq, { partner: seq % 2 === 0 ? 'mine' : 'yours' }))
      const dropped = await journal.dropped('yours')
      expect(dropped).not.toBeNull()
      await journal.forget('mine')
      expect([await journal.read({ partner: 'mine' }), await journal.dropped('mine')]).toEqual([[], null])
      expect(await journal.dropped()).toEqual(dropped)
      expect((await journal.read({})).every(({ partner }) => partner === 'yours')).toBe(true)
    })

    test('is not shortened by calls without a key, which are bounded as one', async () => {
      const journal = await open({ ...AMPLE, perKey: 20 })
      await journal.append([exchangeOf(0)])
      await appendMany(journal, 200, (seq) => exchangeOf(seq + 1, { partner: null }))
      expect(await seqsOf(journal, 'shop')).toEqual([0])
      expect((await journal.read({})).length).toBeLessThanOrEqual(1 + 20 * SLACK)
      expect((await journal.dropped())?.count).toBe(201 - (await journal.read({})).length)
    })
  })
}
