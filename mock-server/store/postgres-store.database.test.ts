import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { callerOf, startMockHere } from '../../cli/mock/mock-process.fixture.ts'
import { isFull, runs } from '../../contract/testing/sample.fixture.ts'
import { openStore } from '../open-store.ts'
import { account, purchaseOf, tryEveryCall } from './conformance/opened-store.fixture.ts'
import { promisesOfStore } from './conformance/store-promises.fixture.ts'
import { PASSWORD, query } from './embedded-server.fixture.ts'
import { emptyDatabase } from './shared-server.fixture.ts'
import { type Store, StoreError, StoreUnavailableError } from './store.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }

async function open(url: string): Promise<Store> {
  const store = await openStore(url)
  onTestFinished(() => store.close())
  return store
}

/** A store for each of several mocks over one database. */
async function replicas(count: number): Promise<readonly [Store, Store, ...Store[]]> {
  const url = await emptyDatabase()
  const stores = await Promise.all(Array.from({ length: count }, () => open(url)))
  // There are at least two.
  return stores as unknown as [Store, Store, ...Store[]]
}

describe('a store in PostgreSQL', () => {
  promisesOfStore(async () => openStore(await emptyDatabase()), runs({ sample: 1, full: 40 }))
})

describe('several mocks over one database', () => {
  test('record one of a hundred simultaneous purchases of one reference, and debit it once', async () => {
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
    expect((await stores[0].balance(mine)).available).toBe(247_500)
  })

  test('agree on the time of a key, and on what one of them changes', async () => {
    const [one, other] = await replicas(2)
    const mine = account(10_000)
    const { now } = await one.changeTime(mine, { advanceSeconds: 1_000 })
    expect((await other.enter(mine)).now).toBeGreaterThanOrEqual(now)
    await one.adjust(mine, { isRevoked: true })
    expect((await other.placeOrder(mine, purchaseOf('TEST:1'))).placement.kind).toBe('revoked')
    await other.reset(mine)
    expect(await one.enter(mine)).toMatchObject({ isRevoked: false })
  })
})

test('a role that may create nothing opens a store whose tables exist', async () => {
  const url = await emptyDatabase()
  await (await openStore(url)).close()
  const role = `reader_${crypto.randomUUID().slice(0, 8)}`
  await query(url, `create role ${role} login password '${PASSWORD}'`)
  await query(url, `grant all on all tables in schema public to ${role}`)
  const theirs = Object.assign(new URL(url), { username: role, password: encodeURIComponent(PASSWORD) })
  const store = await openStore(theirs.href)
  expect((await store.placeOrder(account(10_000), purchaseOf('TEST:1'))).placement.kind).toBe('recorded')
  await store.close()
  await query(url, `drop owned by ${role}; drop role ${role}`)
})

describe('a store that cannot be opened says why, without its password:', () => {
  test.for<[string, string, string]>([
    ['the URL cannot be read', 'postgres://me:Zecret@[x', "can't be read"],
    ['an @ in the password is not encoded', 'postgres://me:Ze@cret@256.0.0.1:1/db', "can't be used"],
    ['nobody listens', 'postgres://me:Zecret@127.0.0.1:1/db', 'ECONNREFUSED'],
    ['the password is in the query', 'postgres://127.0.0.1:1/db?password=Zecret', 'ECONNREFUSED'],
  ])('%s', async ([, url, reason]) => {
    const refusal = await refusalOf(url)
    expect(refusal).toContain(reason)
    expect(refusal).not.toMatch(/Zecret|Ze@cret|cret@/)
  })

  test('the password is wrong, or the database is missing', async () => {
    const url = await emptyDatabase()
    const wrong = Object.assign(new URL(url), { password: 'Zecret-but-wrong' })
    const refusal = await refusalOf(wrong.href)
    expect(refusal).toContain('password authentication failed')
    expect(refusal).not.toContain('Zecret')
    const absent = Object.assign(new URL(url), { pathname: '/absent' })
    expect(await refusalOf(absent.href)).toContain('database "absent" does not exist')
  })

  test('the tables have another version, or are those of an older release', async () => {
    const url = await emptyDatabase()
    await (await openStore(url)).close()
    await query(url, 'update partner_purchase_version set version = 3')
    expect(await refusalOf(url)).toContain('has version 3 of its tables, and this release knows 5 alone')
    await query(url, 'create schema partner_purchase create table version (number int)')
    expect(await refusalOf(url)).toContain('DROP SCHEMA partner_purchase CASCADE')
    await query(url, 'drop schema partner_purchase cascade')
  })
})

async function refusalOf(url: string): Promise<string> {
  const error = await openStore(url).catch((thrown: unknown) => thrown)
  if (!(error instanceof StoreError)) throw new Error(`Expected a StoreError, found ${error}.`)
  return `${error.stack}${error.cause}`
}

test('a store whose database is down rejects every call with the reason, and sells again when it is back', async () => {
  const database = await behindProxy(await emptyDatabase())
  const [store, closed] = [await open(database.url), await open(database.url)]
  const mine = account(10_000)
  await store.placeOrder(mine, purchaseOf('TEST:1'))
  database.become('down')
  await closed.close()
  for (const [place, one] of (await tryEveryCall(store, mine)).entries()) {
    if (one.status === 'fulfilled') throw new Error(`Call ${place} was answered.`)
    expect(one.reason).toBeInstanceOf(StoreUnavailableError)
    expect(`${one.reason.stack}${JSON.stringify(one.reason)}`).not.toMatch(/Zecret|of%20the|of the@/)
  }
  expect(await store.isReady()).toBe(false)
  database.become('up')
  await vi.waitFor(async () => expect(await store.isReady()).toBe(true), PATIENCE)
  expect((await store.findOrder(mine, 'TEST:1')).order?.partnerReference).toBe('TEST:1')
  expect((await store.balance(mine)).available).toBe(7_500)
})

test('a store whose tables were dropped rejects every call with the reason', async () => {
  const [store, mine] = [await open(await emptyDatabase()), account(10_000)]
  await emptyDatabase()
  for (const one of await tryEveryCall(store, mine))
    expect(one.status === 'rejected' && `${one.reason}`).toMatch(/StoreUnavailableError: .+ does not exist/)
  expect(await store.isReady()).toBe(false)
})

// A silent database is noticed only after the five seconds that a statement may take.
test.each(isFull ? (['down', 'silent'] as const) : (['down'] as const))(
  'a mock whose database is %s is live, is not ready, and ends by SIGTERM with 0',
  async (state) => {
    const database = await behindProxy(await emptyDatabase())
    const { child, ended, url } = await startMockHere({ onTestFinished }, ['--store', database.url])
    await callerOf(url, 'pk_test_me').get('/ping')
    const probe = async (name: string) => (await fetch(`${url}/__mock/${name}`)).status
    expect([await probe('live'), await probe('ready')]).toEqual([200, 200])
    database.become(state)
    expect([await probe('live'), await probe('ready')]).toEqual([200, 503])
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  },
)

/** A database behind a proxy that can end its connections, or let them hang as a network partition does. */
async function behindProxy(database: string) {
  const { hostname, port } = new URL(database)
  const sockets = new Set<Socket>()
  let state: 'up' | 'silent' | 'down' = 'up'
  const server = createServer((caller) => {
    keep(caller)
    if (state === 'down') caller.destroy()
    if (state !== 'up') return
    const behind = connect(Number(port), hostname)
    keep(behind)
    caller.on('data', (bytes) => state === 'up' && behind.write(bytes))
    behind.on('data', (bytes) => state === 'up' && caller.write(bytes))
    caller.on('close', () => behind.destroy())
    behind.on('close', () => caller.destroy())
  }).listen(0, '127.0.0.1')
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const become = (next: typeof state) => {
    state = next
    if (next !== 'silent') for (const socket of sockets) socket.destroy()
  }
  await once(server, 'listening')
  const url = Object.assign(new URL(database), { port: String((server.address() as AddressInfo).port) })
  onTestFinished(async () => {
    become('down')
    server.close()
    await once(server, 'close')
  })
  return { url: url.href, become }
}
