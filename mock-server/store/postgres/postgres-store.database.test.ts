import { afterAll, describe, expect, test } from 'vitest'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { account, type OpenedStore, purchaseOf } from '../conformance/opened-store.fixture.ts'
import { promisesOfStore } from '../conformance/store-promises.fixture.ts'
import type { Store } from '../store.ts'
import { type Jumping, keepsItsTime } from '../store-jumps.fixture.ts'
import { query } from './embedded-server.fixture.ts'
import { openPostgres, PATIENT } from './opened.fixture.ts'
import { emptyDatabase } from './shared-server.fixture.ts'
import { jumpingDatabase, openAtStillClock } from './still-clock.fixture.ts'

describe('a store in PostgreSQL, by a clock that only the test advances,', () => {
  let opened: Promise<OpenedStore> | undefined
  const open = () => {
    opened ??= emptyDatabase().then(openAtStillClock)
    return opened
  }
  afterAll(async () => (await opened)?.store.close())
  promisesOfStore(
    async () => {
      const { store, ...rest } = await open()
      // One for all of these tests, which take sandboxes of their own: to open one costs more than to use it.
      return { store: { ...store, close: async () => {} }, ...rest }
    },
    runs({ sample: 4, full: 60 }),
  )
})

let jumping: Promise<Jumping> | undefined

keepsItsTime(
  () => {
    jumping ??= emptyDatabase().then(jumpingDatabase)
    return jumping
  },
  runs({ sample: 2, full: 40 }),
)

describe('several stores over one database', () => {
  async function replicas(count: number): Promise<readonly Store[]> {
    const url = await emptyDatabase()
    return Promise.all(Array.from({ length: count }, () => openPostgres(url, PATIENT)))
  }

  test('record one of a hundred simultaneous purchases of one reference, over ten connections', async () => {
    const stores = await replicas(5)
    const mine = account(250_000)
    const placed = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const { placement } = await (stores[index % 5] as Store).placeOrder(mine, purchaseOf('TEST:1'))
        return placement
      }),
    )
    expect(placed.filter(({ kind }) => kind === 'recorded')).toHaveLength(1)
    expect(placed.filter(({ kind }) => kind === 'replayed')).toHaveLength(99)
    expect(new Set(placed.map((one) => 'order' in one && one.order.placedAt)).size).toBe(1)
    expect((await (stores[0] as Store).balance(mine)).available).toBe(247_500)
  })

  test('debit everything that they sell at once, and nothing else', async () => {
    const stores = await replicas(3)
    const mine = Array.from({ length: 20 }, () => account(1_000_000))
    const buyEverywhere = (round: number) =>
      stores.flatMap((store, replica) =>
        (replica % 2 === 0 ? mine : mine.toReversed()).flatMap((owner) =>
          Array.from({ length: 5 }, (_, index) =>
            store.placeOrder(owner, purchaseOf(`TEST:${round}:${replica}:${index}`, { price: 10 })),
          ),
        ),
      )
    const kinds = new Set<string>()
    const rounds = runs({ sample: 3, full: 8 })
    for (let round = 0; round < rounds; round += 1)
      for (const { placement } of await Promise.all(buyEverywhere(round))) kinds.add(placement.kind)
    expect(kinds).toEqual(new Set(['recorded']))
    const left = 1_000_000 - rounds * 3 * 5 * 10
    for (const owner of mine) expect((await (stores[0] as Store).balance(owner)).available).toBe(left)
  })

  test('see a change of time at once, and notify listeners elsewhere', async () => {
    const stores = await replicas(2)
    const [one, other] = stores as [Store, Store]
    const mine = account(0)
    await other.enter(mine)
    const told = Promise.withResolvers<string>()
    other.onTimeChange(told.resolve)
    const { now } = await one.changeTime(mine, { advanceSeconds: 1_000 })
    expect((await other.enter(mine)).now).toBeGreaterThanOrEqual(now)
    // The listener may not be connected yet: the change is repeated until it arrives.
    const again = setInterval(() => void one.changeTime(mine, { advanceSeconds: 0 }), 50)
    expect(await told.promise).toBe(mine.sandbox)
    clearInterval(again)
  })

  test('begin their sandboxes at the same time, at whatever speed', async () => {
    const url = await emptyDatabase()
    const one = await openPostgres(url, { speed: 1_000 })
    const other = await openPostgres(url, { speed: 1_000 })
    const mine = account(0)
    const earlier = await one.enter(mine)
    const later = await other.enter(mine)
    expect(later.now).toBeGreaterThanOrEqual(earlier.now)
    expect((await one.changeTime(mine, { freeze: true })).now).toBeGreaterThanOrEqual(later.now)
  })
})

test('no key is stored', async () => {
  const url = await emptyDatabase()
  const store = await openPostgres(url)
  const mine = account(10_000)
  await store.placeOrder(mine, purchaseOf('TEST:1'))
  await store.countAttempt(mine, 'createOrder TEST:1')
  await store.changeTime(mine, { freeze: true })
  const tables = ['sandbox', 'purchase', 'attempt', 'beginning', 'version']
  const texts = tables.map((table) =>
    query(
      url,
      `select t::text, encode(convert_to(t::text, 'UTF8'), 'escape') from partner_purchase.${table} t`,
    ),
  )
  const written = JSON.stringify(await Promise.all(texts))
  expect(written).not.toContain(mine.sandbox)
  expect(written).not.toContain(Buffer.from(mine.sandbox).toString('hex'))
  expect(written).not.toContain(Buffer.from(mine.sandbox, 'utf16le').toString('hex'))
})
