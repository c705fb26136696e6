import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../contract/clock.ts'
import { runs } from '../../contract/testing/sample.fixture.ts'
import { openStore } from '../open-store.ts'
import { account, purchaseOf, tryEveryCall } from './conformance/opened-store.fixture.ts'
import { promisesOfStore } from './conformance/store-promises.fixture.ts'
import type { SandboxTimeOptions } from './memory-store.ts'
import { newFile } from './new-file.fixture.ts'
import { StoreError, StoreUnavailableError } from './store.ts'

async function open(file: string, options: SandboxTimeOptions = {}) {
  const store = await openStore(`sqlite:${file}`, options)
  onTestFinished(() => store.close())
  return store
}

promisesOfStore(() => openStore(`sqlite:${newFile()}`), runs({ sample: 6, full: 100 }))

// testing/model compares with a model what a file keeps: orders, balances, times, attempts and ordered faults.
describe('a file', () => {
  test('keeps the balance that each sandbox was opened with', async () => {
    const [file, mine] = [newFile(), account(10_000)]
    const store = await open(file)
    await store.placeOrder(mine, purchaseOf('TEST:1'))
    await store.close()
    expect((await (await open(file)).balance({ ...mine, openingBalance: 1 })).available).toBe(7_500)
  })

  test('keeps the time and the speed of a sandbox, whatever the speed of the next start', async () => {
    const [file, clock, mine] = [newFile(), manualClock(), account(10_000)]
    const store = await open(file, { clock, speed: 60 })
    const { now } = await store.placeOrder(mine, purchaseOf('TEST:1'))
    await store.close()
    const again = await open(file, { clock, speed: 1 })
    clock.advance(1_000)
    expect(await again.enter(mine)).toMatchObject({ now: now + 60_000, speed: 60 })
    await again.reset(mine)
    expect(await again.enter(mine)).toMatchObject({ now: clock.now(), speed: 1 })
  })

  test('keeps no key', async () => {
    const [file, mine] = [newFile(), account(10_000)]
    const store = await open(file)
    await store.placeOrder(mine, purchaseOf('TEST:1'))
    await store.countAttempt(mine, 'a')
    await store.close()
    expect(readFileSync(file).toString('latin1')).not.toContain(mine.sandbox)
  })
})

test('a purchase that cannot be written whole debits nothing', async () => {
  const [file, mine] = [newFile(), account(10_000)]
  await (await open(file)).close()
  const database = new DatabaseSync(file)
  database.exec('ALTER TABLE partner_purchase_orders RENAME COLUMN document TO elsewhere')
  database.exec('ALTER TABLE partner_purchase_orders ADD COLUMN document TEXT')
  database.close()
  const store = await open(file)
  // The order is refused, since `elsewhere` may not be null.
  await expect(store.placeOrder(mine, purchaseOf('TEST:1'))).rejects.toThrow(StoreUnavailableError)
  expect((await store.balance(mine)).available).toBe(10_000)
  expect(await store.sandboxes(10)).toEqual([])
})

test('a closed store rejects every call as unavailable', async () => {
  const store = await open(newFile())
  await store.close()
  for (const one of await tryEveryCall(store, account(10_000)))
    expect(one.status === 'rejected' && one.reason).toBeInstanceOf(StoreUnavailableError)
  expect(await store.isReady()).toBe(false)
})

async function refusalOf(file: string): Promise<string> {
  const error = await open(file).catch((thrown: unknown) => thrown)
  if (!(error instanceof StoreError)) throw new Error(`${file} was opened: ${error}`)
  expect(error.message).toContain(file)
  return error.message
}

/** A database that this kit did not write. */
function foreign(sql: string): string {
  const file = newFile()
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  return file
}

describe('is refused, and left unchanged, the path', () => {
  test.each<[string, () => string, string]>([
    ['of a database of another program', () => foreign('CREATE TABLE theirs (x TEXT)'), 'another program'],
    ['of an older release', () => foreign('CREATE TABLE sandboxes (x TEXT)'), 'another release'],
    [
      'of another version of the tables',
      () =>
        foreign(
          'CREATE TABLE partner_purchase_version (version INTEGER); INSERT INTO partner_purchase_version VALUES (3)',
        ),
      'has version 3 of its tables, and this release knows 5 alone',
    ],
    ['of no database', () => written('x'.repeat(4096)), 'no SQLite database'],
  ])('%s', async (_, make, reason) => {
    const file = make()
    const tables = () =>
      readFileSync(file)
        .toString('latin1')
        .match(/partner_purchase_orders|theirs|xxx/)
    const before = tables()
    expect(await refusalOf(file)).toContain(reason)
    expect(tables()).toEqual(before)
  })

  test('of a folder, and into a folder that does not exist', async () => {
    expect(await refusalOf(tmpdir())).toContain('it is a folder')
    expect(await refusalOf(`${newFile()}/orders.sqlite`)).toContain('its folder is missing')
  })

  // That the lock ends with its process, however that ends, is shown by kill.process.test.ts.
  test('of a file that another mock has open', async () => {
    const file = newFile()
    const store = await open(file)
    expect(await refusalOf(file)).toContain('another process holds it')
    await store.close()
    await open(file)
  })
})

function written(text: string): string {
  const file = newFile()
  writeFileSync(file, text)
  return file
}
