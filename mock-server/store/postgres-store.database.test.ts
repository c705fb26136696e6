import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { callerOf, startMockHere } from '../../cli/mock/mock-process.fixture.ts'
import { runs } from '../../contract/testing/sample.fixture.ts'
import { openStore } from '../open-store.ts'
import { account, purchaseOf, tryEveryCall } from './conformance/opened-store.fixture.ts'
import { promisesOfStore } from './conformance/store-promises.fixture.ts'
import { PASSWORD, query } from './embedded-server.fixture.ts'
import { emptyDatabase } from './shared-server.fixture.ts'
import { type Store, StoreError, StoreUnavailableError } from './store.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }

/** A store over a database, until the test ends. */
async function open(url: string): Promise<Store> {
  const store = await openStore(url)
  onTestFinished(() => store.close())
  return store
}

/** Several mocks over one database. */
async function replicas(count: number): Promise<readonly [Store, Store, ...Store[]]> {
  const url = await emptyDatabase()
  const stores = await Promise.all(Array.from({ length: count }, () => open(url)))
  // There are at least two.
  return stores as unknown as [Store, Store, ...Store[]]
}

describe('a store in PostgreSQL', () => {
  promisesOfStore(async () => openStore(await emptyDatabase()), runs({ sample: 2, full: 40 }))
})

describe('several stores that are opened at once over one database', () => {
  test('record one of a hundred simultaneous purchases of one reference', async () => {
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

  test('debit everything that they sell at once, and nothing else', async () => {
    const stores = await replicas(3)
    const mine = Array.from({ length: 10 }, () => account(1_000_000))
    const sold = stores.flatMap((store, replica) =>
      (replica % 2 === 0 ? mine : mine.toReversed()).flatMap((owner) =>
        Array.from({ length: 3 }, (_, index) =>
          store.placeOrder(owner, purchaseOf(`TEST:${replica}:${index}`, { price: 10 })),
        ),
      ),
    )
    expect(new Set((await Promise.all(sold)).map(({ placement }) => placement.kind))).toEqual(
      new Set(['recorded']),
    )
    for (const owner of mine) expect((await stores[0].balance(owner)).available).toBe(1_000_000 - 3 * 3 * 10)
  })

  test('agree on the time of a key, and see what another does to it', async () => {
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

test('no key is stored', async () => {
  const url = await emptyDatabase()
  const store = await open(url)
  const mine = account(10_000)
  await store.placeOrder(mine, purchaseOf('TEST:1'))
  await store.countAttempt(mine, 'createOrder TEST:1')
  await store.changeTime(mine, { freeze: true })
  const tables = ['version', 'keys', 'orders', 'attempts']
  const texts = tables.map((table) => query(url, `select t::text from partner_purchase_${table} t`))
  const written = JSON.stringify(await Promise.all(texts))
  expect(written).toContain('TEST:1')
  expect(written).not.toContain(mine.sandbox)
})

test('a role that may not create anything opens a store whose tables are there', async () => {
  const url = await emptyDatabase()
  await (await openStore(url)).close()
  const role = `reader_${crypto.randomUUID().slice(0, 8)}`
  await query(url, `create role ${role} login password '${PASSWORD}'`)
  await query(url, `grant all on all tables in schema public to ${role}`)
  const theirs = Object.assign(new URL(url), { username: role, password: encodeURIComponent(PASSWORD) })
  const store = await openStore(theirs.href)
  expect((await store.placeOrder(account(10_000), purchaseOf('TEST:1'))).placement.kind).toBe('recorded')
  await store.close()
  await query(url, `drop owned by ${role}`)
  await query(url, `drop role ${role}`)
})

describe('a store that can not be opened says why, and never its password:', () => {
  test.for<[string, string, string]>([
    ['a URL that is none', 'postgres://me:Zecret@[x', "can't be read"],
    ['a password with an @ that is not encoded', 'postgres://me:Ze@cret@256.0.0.1:1/db', "can't be used"],
    ['nobody there', 'postgres://me:Zecret@127.0.0.1:1/db', 'ECONNREFUSED'],
    ['a password in the query', 'postgres://127.0.0.1:1/db?password=Zecret', 'ECONNREFUSED'],
  ])('%s', async ([, url, reason]) => {
    const said = await refusalOf(url)
    expect(said).toContain(reason)
    expect(said).not.toMatch(/Zecret|Ze@cret|cret@/)
  })

  test('a wrong password, and a database that is not there', async () => {
    const url = await emptyDatabase()
    const wrong = Object.assign(new URL(url), { password: 'Zecret-but-wrong' })
    const said = await refusalOf(wrong.href)
    expect(said).toContain('password authentication failed')
    expect(said).not.toContain('Zecret')
    const absent = Object.assign(new URL(url), { pathname: '/absent' })
    expect(await refusalOf(absent.href)).toContain('database "absent" does not exist')
  })

  test('tables of another version, and the schema of an older release', async () => {
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

describe('while its database is away, a store', () => {
  test('fails every call with the reason, without its password; when it is back, sells again', async () => {
    const proxy = await closingProxy(await emptyDatabase())
    const [store, closed] = [await open(proxy.url), await open(proxy.url)]
    const mine = account(10_000)
    await store.placeOrder(mine, purchaseOf('TEST:1'))
    proxy.hangUp()
    await closed.close()
    await closed.close()
    for (const [place, one] of (await tryEveryCall(store, mine)).entries()) {
      if (one.status === 'fulfilled') throw new Error(`Number ${place} was answered.`)
      expect(one.reason).toBeInstanceOf(StoreUnavailableError)
      expect(`${one.reason.stack}${JSON.stringify(one.reason)}`).not.toMatch(/Zecret|of%20the|of the@/)
    }
    expect(PASSWORD).toContain('Zecret')
    expect(await store.isReady()).toBe(false)
    proxy.open()
    await vi.waitFor(async () => expect(await store.isReady()).toBe(true), PATIENCE)
    expect((await store.findOrder(mine, 'TEST:1')).order?.partnerReference).toBe('TEST:1')
    expect((await store.balance(mine)).available).toBe(7_500)
  })

  test('whose tables were dropped is unavailable, and says why', async () => {
    const url = await emptyDatabase()
    const [store, mine] = [await open(url), account(10_000)]
    await emptyDatabase()
    for (const one of await tryEveryCall(store, mine))
      expect(one.status === 'rejected' && `${one.reason}`).toMatch(/StoreUnavailableError: .+ does not exist/)
    expect(await store.isReady()).toBe(false)
  })

  test('and its mock, is live, not ready, and ends by SIGTERM with 0', async (context) => {
    const proxy = await closingProxy(await emptyDatabase())
    const { child, ended, url } = await startMockHere(context, ['--store', proxy.url])
    await callerOf(url, 'pk_test_me').get('/ping')
    const probe = async (name: string) => (await fetch(`${url}/__mock/${name}`)).status
    expect([await probe('live'), await probe('ready')]).toEqual([200, 200])
    proxy.fallSilent()
    expect([await probe('live'), await probe('ready')]).toEqual([200, 503])
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })
})

/** A proxy before a database, until the test ends. It forwards, or lets connections hang, as a network partition does, or ends them. */
async function closingProxy(database: string) {
  const { hostname, port } = new URL(database)
  const sockets = new Set<Socket>()
  let state = 'open' as 'open' | 'silent' | 'ended'
  const server = createServer((caller) => {
    keep(caller)
    if (state === 'ended') caller.destroy()
    if (state !== 'open') return
    const behind = connect(Number(port), hostname)
    keep(behind)
    caller.on('data', (bytes) => state === 'open' && behind.write(bytes))
    behind.on('data', (bytes) => state === 'open' && caller.write(bytes))
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
    become('ended')
    server.close()
    await once(server, 'close')
  })
  return {
    url: url.href,
    fallSilent: () => become('silent'),
    hangUp: () => become('ended'),
    /** What was sent meanwhile is lost, with its connections. */
    open: () => become('open'),
  }
}
