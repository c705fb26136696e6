import { chmodSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { account, type OpenedStore, purchaseOf } from './conformance/opened-store.fixture.ts'
import { killingsOverPostgres } from './kill.fixture.ts'
import { embeddedServer, packagedNative, query } from './postgres/embedded-server.fixture.ts'
import { emptyDatabase } from './postgres/shared-server.fixture.ts'
import { openAtStillClock } from './postgres/still-clock.fixture.ts'
import { smallDisk } from './small-disk.fixture.ts'
import { newFile } from './sqlite/new-file.fixture.ts'
import { sqliteStore } from './sqlite/sqlite-store.ts'

test('mocks and a database that are killed at random moments, with a jumping clock, lose nothing, and buy nothing twice', async () => {
  const disk = smallDisk(512)
  onTestFinished(() => disk?.remove())
  for await (const round of await killingsOverPostgres(6, disk))
    expect(round).toMatchObject({ lost: 0, doubled: 0, misbooked: 0, contradicted: 0, wentBack: 0 })
}, 120_000)

const DAY_MS = 24 * 3600 * 1000
const ORDERS_PER_KEY = 100

type Opened = OpenedStore & { readonly megabytes: () => Promise<number> | number }

const STORES: readonly (readonly [name: string, orders: number, open: () => Promise<Opened>])[] = [
  [
    'SQLite',
    20_000,
    async () => {
      const [clock, file] = [manualClock(), newFile()]
      return {
        store: sqliteStore(file, { clock }),
        pass: clock.advance,
        megabytes: () => statSync(file).size / 1e6,
      }
    },
  ],
  [
    'PostgreSQL',
    5_000,
    async () => {
      const url = await emptyDatabase()
      const size = 'select pg_database_size(current_database())::float8 as bytes'
      const megabytes = async () => Number((await query(url, size))[0]?.bytes) / 1e6
      return { ...(await openAtStillClock(url)), megabytes }
    },
  ],
]

test.each(STORES)(
  'a store in %s stays as large as it is while keys come, each day others, and are forgotten',
  async (_, orders, open) => {
    const { store, pass, megabytes } = await open()
    const sizes: number[] = []
    for (let day = 0; day < 4; day += 1) {
      for (let key = 0; key < orders / ORDERS_PER_KEY; key += 1) {
        const mine = account(1e9)
        const partner = `guest-${mine.sandbox.slice(-12)}`
        await store.uses.note(mine.sandbox, partner, DAY_MS)
        const purchases = Array.from({ length: ORDERS_PER_KEY }, (_, order) => purchaseOf(`SHOP:${order}`))
        await Promise.all(purchases.map((purchase) => store.placeOrder(mine, purchase)))
      }
      await pass(DAY_MS + 1)
      while (await store.uses.forgetIdle(DAY_MS)) await setImmediate()
      expect(await store.sandboxes(1_000_000)).toEqual([])
      sizes.push(await megabytes())
    }
    await store.close()
    expect(sizes[3]).toBeLessThanOrEqual((sizes[1] ?? 0) * 1.1)
  },
  120_000,
)

test('a server of the tests runs below a folder that only their user may enter, root or not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o700)
  const native = join(folder, 'native')
  cpSync(await packagedNative(), native, { recursive: true, verbatimSymlinks: true })
  const server = await embeddedServer({ native })
  expect(await query(await server.database(), 'select 1 as one')).toEqual([{ one: 1 }])
  await server.close()
}, 120_000)

test('a server of the tests that can not start says in one sentence why, and what to do', async () => {
  await expect(embeddedServer({ native: '/nowhere' })).rejects.toThrow(
    /^The tests can't start PostgreSQL: .+\. Run the tests as another user than root, or name a database of yours in DATABASE_URL\.$/,
  )
})
