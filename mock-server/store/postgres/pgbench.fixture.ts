import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { startReplica } from '../replica.fixture.ts'
import { embeddedServer, PASSWORD, query } from './embedded-server.fixture.ts'

const CLIENTS = 100
const ROUNDS = 3

const ORDER = `insert into partner_purchase.purchase values (
  sha256(('key ' || :key)::bytea), sha256(gen_random_uuid()::text::bytea), '\\x0053', '\\x0043', 2500,
  1767268800000, '{"processing":[],"settles":"success"}', null, false);`

const DEBIT = `update partner_purchase.sandbox set debited = debited + 2500
  where name = sha256(('key ' || :key)::bytea)`

/**
 * What pgbench does for an order: its insert with the debit that belongs to it, in one statement, as a mock does; the same as a
 * transaction of several; and the insert alone, which no balance and no lock slow down.
 */
const SCRIPTS = {
  equivalent: `\\set key random(1, :keys)\nwith paid as (${DEBIT})\n${ORDER}`,
  transaction: `\\set key random(1, :keys)
begin;
select debited from partner_purchase.sandbox where name = sha256(('key ' || :key)::bytea) for update;
${ORDER}
${DEBIT};
commit;`,
  insert: `\\set key random(1, :keys)\n${ORDER}`,
}

/** A purchase with a random key, and a reference of its own. */
function purchase(keys: number) {
  return (request: autocannon.Request): autocannon.Request => ({
    ...request,
    headers: {
      authorization: `Bearer pk_test_bench_${Math.floor(Math.random() * keys)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ partnerReference: crypto.randomUUID(), sku: 'SCENARIO-AT-ONCE' }),
  })
}

/** Orders a second over HTTP, of clients that buy with random keys. */
async function ordersPerSecond(urls: readonly string[], keys: number, seconds: number): Promise<number> {
  const loads = urls.map((url) =>
    autocannon({
      url,
      connections: CLIENTS / urls.length,
      duration: seconds,
      requests: [{ method: 'POST', path: '/orders', setupRequest: purchase(keys) }],
    }),
  )
  // A key whose money is spent is refused, which costs no insert.
  const counts = (await Promise.all(loads)).map((result) => result['2xx'] / result.duration)
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Transactions a second of pgbench, with as many connections as the pool of a mock. */
async function pgbench(url: string, script: string, keys: number, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  const { hostname, port, username, pathname } = new URL(url)
  const place = ['-h', hostname, '-p', port, '-U', username]
  const size = ['-c', '10', '-j', '2', '-T', String(seconds), '-D', `keys=${keys}`]
  const args = [...place, '-n', '-M', 'prepared', ...size, '-f', file, pathname.slice(1)]
  const env = { ...process.env, PGPASSWORD: PASSWORD }
  const { stdout } = await promisify(execFile)('pgbench', args, { env }).finally(() =>
    rmSync(folder, { recursive: true }),
  )
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

/** `node mock-server/store/postgres/pgbench.fixture.ts 10 2000 1`: seconds of each part, keys, mocks. Needs pgbench, and a quiet machine. */
if (import.meta.main) {
  const [seconds = 10, keys = 2_000, mocks = 1] = process.argv.slice(2).map(Number)
  const server = await embeddedServer({ isHasty: false })
  const url = await server.database()
  const replicas = [await startReplica(url)]
  while (replicas.length < mocks) replicas.push(await startReplica(url))
  const urls = replicas.map((replica) => replica.url)
  await query(
    url,
    `insert into partner_purchase.sandbox (name, clock_time, sandbox_time, speed)
     select sha256(('key ' || nth)::bytea), 0, 0, 1 from generate_series(1, ${keys}) as nth`,
  )
  await ordersPerSecond(urls, keys, 2)
  // One after another, several times: the speed of a machine changes.
  for (let round = 0; round < ROUNDS; round += 1) {
    const orders = await ordersPerSecond(urls, keys, seconds)
    const round: Record<string, string> = { orders: orders.toFixed(0) }
    for (const [name, script] of Object.entries(SCRIPTS)) {
      const perSecond = await pgbench(url, script, keys, seconds)
      round[name] = `${perSecond.toFixed(0)}, the mock has ${(orders / perSecond).toFixed(2)} times as many`
    }
    console.table(round)
  }
  await Promise.all(replicas.map((replica) => replica.kill()))
  await server.close()
}
