import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { callerOf, startMockHere } from '../../../cli/mock/mock-process.fixture.ts'
import { account, purchaseOf, tryEveryCall } from '../conformance/opened-store.fixture.ts'
import { type Store, StoreUnavailableError } from '../store.ts'
import { PASSWORD, query } from './embedded-server.fixture.ts'
import { openPostgres } from './opened.fixture.ts'
import { emptyDatabase } from './shared-server.fixture.ts'

const PATIENCE = { timeout: 15_000, interval: 20 }

/** Sends the same purchase until it is answered, as a partner does. */
async function untilAnswered(store: Store, mine: ReturnType<typeof account>, reference: string) {
  for (;;) {
    try {
      return (await store.placeOrder(mine, purchaseOf(reference))).placement
    } catch (error) {
      expect(error).toBeInstanceOf(StoreUnavailableError)
      await pause(5)
    }
  }
}

describe('while its database is away, a store', () => {
  test('fails every call with the reason, without its password, or is closed; when it is back, sells and listens again', async () => {
    const proxy = await closingProxy(await emptyDatabase())
    const open = () => openPostgres(proxy.url, { connectionTimeoutMs: PATIENCE.timeout })
    const [store, listening, closed] = [await open(), await open(), await open()]
    const mine = account(10_000)
    await store.placeOrder(mine, purchaseOf('TEST:1'))
    await listening.enter(mine)
    await closed.enter(mine)
    const heard: string[] = []
    listening.onTimeChange((sandbox) => heard.push(sandbox))
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
    // Who listens has tried in vain, too.
    const tried = proxy.calls()
    await vi.waitFor(() => expect(proxy.calls()).toBeGreaterThan(tried), PATIENCE)
    proxy.open()
    await vi.waitFor(async () => expect(await store.isReady()).toBe(true), PATIENCE)
    expect((await store.findOrder(mine, 'TEST:1')).order?.partnerReference).toBe('TEST:1')
    expect((await store.balance(mine)).available).toBe(7_500)
    // It may have missed something, and says so.
    await vi.waitFor(() => expect(heard).toEqual([mine.sandbox]), PATIENCE)
    await store.changeTime(mine, { advanceSeconds: 1 })
    await vi.waitFor(() => expect(heard).toEqual([mine.sandbox, mine.sandbox]), PATIENCE)
  })

  test('lets no call wait in line for a database that accepts connections and never answers', async () => {
    const proxy = await closingProxy(await emptyDatabase())
    // On a busy machine, to open it and the first purchase may take longer than these short times.
    const open = () => openPostgres(proxy.url, { connectionTimeoutMs: 300, statementTimeoutMs: 100 })
    const store = await vi.waitFor(open, PATIENCE)
    const mine = account(10_000_000)
    await untilAnswered(store, mine, 'TEST:first')
    const before = proxy.calls()
    proxy.fallSilent()
    const asked = await Promise.allSettled(
      Array.from({ length: 1_000 }, (_, index) => store.placeOrder(mine, purchaseOf(`TEST:${index}`))),
    )
    expect(new Set(asked.map((one) => one.status === 'rejected' && one.reason.name))).toEqual(
      new Set(['StoreUnavailableError']),
    )
    // The pool has ten connections. Each may be tried once more, and none for each of a thousand calls.
    expect(proxy.calls() - before).toBeLessThanOrEqual(20)
    proxy.open()
    await vi.waitFor(async () => expect(await store.isReady()).toBe(true), PATIENCE)
    await untilAnswered(store, mine, 'TEST:0')
  })
})

/** Ends what every connection has under way, as a database does that is shut down. */
const CUT_OFF = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

test('a database that is cut off under load loses nothing that was answered, and buys nothing twice', async () => {
  const url = await emptyDatabase()
  const stores = [await openPostgres(url), await openPostgres(url)] as const
  const mine = account(100_000_000)
  const recorded = new Map<string, unknown>()
  let isOver = false
  const clients = Array.from({ length: 20 }, async (_, client) => {
    for (let index = 0; !isOver; index += 1) {
      const reference = `TEST:${client}:${index}`
      const placement = await untilAnswered(stores[client % 2] as Store, mine, reference)
      expect(['recorded', 'replayed']).toContain(placement.kind)
      recorded.set(reference, 'order' in placement && placement.order)
    }
  })
  await vi.waitFor(() => expect(recorded.size).toBeGreaterThan(100), PATIENCE)
  for (let times = 0; times < 3; times += 1) {
    const before = recorded.size
    await query(url, CUT_OFF)
    await vi.waitFor(() => expect(recorded.size).toBeGreaterThan(before + 100), PATIENCE)
  }
  isOver = true
  await Promise.all(clients)
  expect((await stores[0].balance(mine)).available).toBe(100_000_000 - 2_500 * recorded.size)
  for (const [reference, order] of recorded)
    expect((await stores[1].findOrder(mine, reference)).order).toEqual(order)
}, 120_000)

test('a mock whose database no longer answers is live, not ready, and ends by SIGTERM with 0', async (context) => {
  const proxy = await closingProxy(await emptyDatabase())
  const { child, ended, url } = await startMockHere(context, [
    '--store',
    `${proxy.url}?statementTimeoutMs=1000`,
  ])
  await callerOf(url, 'pk_test_me').get('/ping')
  const probe = async (name: string) => (await fetch(`${url}/__mock/${name}`)).status
  expect([await probe('live'), await probe('ready')]).toEqual([200, 200])
  proxy.fallSilent()
  expect([await probe('live'), await probe('ready')]).toEqual([200, 503])
  await callerOf(url, 'pk_test_me').get('/ping')
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

/** A proxy before a database, until the test ends. It forwards, or lets connections hang, as a network partition does, or ends them. */
async function closingProxy(database: string) {
  const { hostname, port } = new URL(database)
  const sockets = new Set<Socket>()
  let [state, calls] = ['open' as 'open' | 'silent' | 'ended', 0]
  const server = createServer((caller) => {
    calls += 1
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
    calls: () => calls,
  }
}
