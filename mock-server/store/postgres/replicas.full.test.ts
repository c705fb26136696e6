import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { killingsOverPostgres } from '../kill.fixture.ts'
import { type Replica, startReplica } from '../replica.fixture.ts'
import { embeddedServer, query } from './embedded-server.fixture.ts'
import { packagedNative } from './server-process.fixture.ts'
import { emptyDatabase, prepared } from './test-server.fixture.ts'

let url = ''
let replicas: Replica[] = []
prepared(async () => {
  url = await emptyDatabase()
  replicas = await Promise.all(Array.from({ length: 3 }, () => startReplica(url)))
})
afterAll(() => Promise.all(replicas.map((replica) => replica.kill())))

const PATIENCE = { timeout: 15_000, interval: 20 }

/** Calls one of the replicas, by its number. */
async function call(replica: number, key: string, path: string, body?: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return fetch(`${replicas[replica % replicas.length]?.url}${path}`, { headers, ...sent })
}

function buy(replica: number, key: string, partnerReference: string, sku: string): Promise<Response> {
  return call(replica, key, '/orders', { partnerReference, sku })
}

describe('three mocks over one database', () => {
  test('buy once what fifty clients send to all of them at once, and answer all of them alike', async () => {
    const key = 'pk_test_fifty_clients'
    const references = Array.from({ length: 5 }, (_, index) => `SHOP:${index}`)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, client) =>
        Promise.all(
          references.map(async (reference, index) =>
            (await buy(client + index, key, reference, 'SCENARIO-AT-ONCE')).text(),
          ),
        ),
      ),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const rows = await query(url, 'select count(*)::int as count from partner_purchase.purchase')
    expect(rows).toEqual([{ count: 5 }])
    const balances = await Promise.all(
      [0, 1, 2].map(async (one) => (await call(one, key, '/balance')).json()),
    )
    expect(balances).toEqual(Array(3).fill(balances[0]))
  })

  test('see a change of the clock at one of them at the next call, and release their delayed answers', async () => {
    const key = 'pk_test_one_clock'
    expect((await buy(0, key, 'SHOP:1', 'SCENARIO-LONG')).status).toBe(200)
    const held = buy(1, key, 'SHOP:2', 'SCENARIO-STALLED')
    await vi.waitFor(async () => expect((await call(2, key, '/orders/SHOP%3A2')).status).toBe(200), PATIENCE)
    const moved = await call(2, key, '/__mock/clock', { key, advanceSeconds: 100 })
    expect(moved.status).toBe(200)
    expect(await (await call(0, key, '/orders/SHOP%3A1')).json()).toEqual({
      data: { order: { status: 'COMPLETED' } },
    })
    expect((await held).status).toBe(200)
  })

  test('reset a key for all of them, and refuse a revoked one at all of them', async () => {
    const key = 'pk_test_revoked_everywhere'
    await buy(0, key, 'SHOP:1', 'SCENARIO-KEY-REVOKED')
    expect((await buy(1, key, 'SHOP:1', 'SCENARIO-AT-ONCE')).status).toBe(401)
    expect((await call(2, key, '/products')).status).toBe(401)
    expect((await call(1, key, '/__mock/reset', { key })).status).toBe(204)
    expect((await buy(2, key, 'SHOP:1', 'SCENARIO-AT-ONCE')).status).toBe(200)
  })

  test('meet a fault that was ordered at any of them, once', async () => {
    const key = 'pk_test_next_everywhere'
    expect((await call(0, key, '/__mock/next', { key, fault: 'unavailable' })).status).toBe(200)
    const bought = await Promise.all(
      Array.from({ length: 12 }, (_, index) => buy(index % 3, key, `SHOP:${index}`, 'SCENARIO-AT-ONCE')),
    )
    expect(bought.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 503])
  })
})

test('mocks and a database that are killed at random moments, with a jumping clock, lose nothing, and buy nothing twice', async () => {
  for await (const round of killingsOverPostgres(4))
    expect(round).toMatchObject({ lost: 0, doubled: 0, misbooked: 0, contradicted: 0, wentBack: 0 })
}, 120_000)

/** As `mktemp -d` makes it: nobody but its owner may enter. */
function closedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a server runs below a folder that only the user of the tests may enter, root or not', async () => {
  const native = join(closedFolder(), 'native')
  cpSync(await packagedNative(), native, { recursive: true, verbatimSymlinks: true })
  const server = await embeddedServer({ native })
  expect(await query(await server.database(), 'select 1 as one')).toEqual([{ one: 1 }])
  await server.close()
}, 120_000)

test('a server that can not start says in one sentence why, and what to do', async () => {
  const native = closedFolder()
  writeFileSync(join(native, 'bin'), '')
  await expect(embeddedServer({ native })).rejects.toThrow(
    /^The tests can't start PostgreSQL: .+\. Run the tests as another user than root, or name a database of yours in DATABASE_URL\.$/,
  )
})
