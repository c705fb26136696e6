import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { embeddedServer, newDatabase, query } from '../mock-server/postgres/embedded-server.fixture.ts'
import { startReplica } from '../mock-server/postgres/replicas.fixture.ts'

/**
 * Purchases a second over HTTP with the store in PostgreSQL, beside what the same database does with as many
 * connections for equivalent statements alone: one that inserts an order and updates its balance in a transaction, and
 * one that inserts an order and nothing else. By pgbench where it is on the PATH, else by a loop of the driver.
 */

const CONNECTIONS = 10
const CLIENTS = 100
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
/** No guest has money for more. */
const PURCHASES_PER_KEY = 150

const TABLES = `
  create schema bench;
  create table bench.balance (name bytea primary key, debited bigint not null) with (fillfactor = 50);
  insert into bench.balance select sha256(convert_to(n::text, 'UTF8')), 0 from generate_series(1, ${CLIENTS}) n;
  create table bench.name (number integer primary key, name bytea not null);
  insert into bench.name select n, sha256(convert_to(n::text, 'UTF8')) from generate_series(1, ${CLIENTS}) n;
  create table bench.purchase (like partner_purchase.purchase including all)`

const INSERT = `insert into bench.purchase
  (world, reference_digest, reference, sku, price, placed_at, course, releases_at, revokes_key)
  select name, sha256(uuid_send(gen_random_uuid())), 'SHOP:1001', 'SCENARIO-AT-ONCE', 2500,
    extract(epoch from clock_timestamp()) * 1000, '{"processing":[],"settles":"success"}', null, false
  from bench.name where number =`
const UPDATE = `update bench.balance set debited = debited + 2500
  where name = (select name from bench.name where number =`

const SCRIPTS = {
  'order and balance': ['begin;', `${INSERT} :world;`, `${UPDATE} :world);`, 'commit;'],
  'insert alone': [`${INSERT} :world;`],
}
type Variant = keyof typeof SCRIPTS

const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-postgres-'))
const given = process.env.DATABASE_URL
const server = given === undefined ? await embeddedServer({ isHasty: false }) : undefined
const url =
  given === undefined ? await (server as NonNullable<typeof server>).database() : await newDatabase(given)
const replica = await startReplica(url, CONNECTIONS)
await query(url, TABLES)

const isThere = await run('pgbench', ['--version']).then(
  () => true,
  () => false,
)
const alone = isThere ? byPgbench : byDriver
const results = new Map<string, number[]>()
const note = (name: string, rate: number) => results.set(name, [...(results.get(name) ?? []), rate])

// Round 0 warms everybody up. The rounds take turns, so that whatever else the machine does befalls all of them.
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const variant of Object.keys(SCRIPTS) as Variant[]) {
    const rate = await alone(variant)
    if (round > 0) note(variant, rate)
  }
  const rate = await overHttp(round)
  if (round > 0) note('purchases over HTTP', rate)
}
await replica.kill()
await server?.close()
rmSync(folder, { recursive: true, force: true })

const http = median(results.get('purchases over HTTP') ?? [])
console.log(
  `PostgreSQL, ${CONNECTIONS} connections, ${CLIENTS} HTTP clients, ${isThere ? 'pgbench -M prepared' : 'a loop of pg'}, median of ${ROUNDS} × ${SECONDS} s, load ${loadavg()[0]?.toFixed(1)}:`,
)
for (const [name, rates] of results) {
  const ratio =
    name === 'purchases over HTTP' ? '' : `  over HTTP: ${(http / median(rates)).toFixed(2)} of it`
  console.log(`  ${name.padEnd(20)}${median(rates).toFixed(0).padStart(7)} /s${ratio}`)
}

async function byPgbench(variant: Variant): Promise<number> {
  const file = join(folder, `${variant.replaceAll(' ', '-')}.sql`)
  writeFileSync(
    file,
    [`\\set world random(1, ${CLIENTS})`, ...SCRIPTS[variant]].join('\n').replace(/\n +/g, ' '),
  )
  const { hostname, port, username, password, pathname } = new URL(url)
  const said = await run(
    'pgbench',
    ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-T', String(SECONDS), '-f', file],
    {
      PGHOST: hostname,
      PGPORT: port || '5432',
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
      PGDATABASE: pathname.slice(1),
    },
  )
  return Number(/tps = ([\d.]+)/.exec(said)?.[1])
}

async function byDriver(variant: Variant): Promise<number> {
  const statements = SCRIPTS[variant].map((text, place) => ({
    name: `${variant} ${place}`,
    text: text.replace(':world', '$1').replace(';', ''),
    takesWorld: text.includes(':world'),
  }))
  return counted(CONNECTIONS, async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return {
      once: async () => {
        const world = 1 + Math.floor(Math.random() * CLIENTS)
        for (const { name, text, takesWorld } of statements)
          await client.query({ name, text, values: takesWorld ? [world] : [] })
      },
      end: () => client.end(),
    }
  })
}

async function overHttp(round: number): Promise<number> {
  return counted(CLIENTS, async (client) => {
    const { send, end } = await openConversation(replica.url)
    let bought = 0
    return {
      once: () => {
        const key = `pk_test_bench_${round}_${client}_${Math.floor(bought++ / PURCHASES_PER_KEY)}`
        return send(key, JSON.stringify({ partnerReference: `SHOP:${bought}`, sku: 'SCENARIO-AT-ONCE' }))
      },
      end,
    }
  })
}

/** A connection that asks and hears, and does no more: what it costs is taken from those who are measured. */
async function openConversation(base: string) {
  const { hostname, port, host } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  await once(socket, 'connect')
  let heard = ''
  let settle: ((problem?: Error) => void) | undefined
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1')
    const head = heard.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(heard)?.[1])
    if (head < 0 || heard.length < head + 4 + length) return
    const isServed = heard.startsWith('HTTP/1.1 200')
    settle?.(isServed ? undefined : new Error(`A purchase had ${heard.slice(9, 12)}.`))
    heard = ''
  })
  socket.on('error', (error) => settle?.(error))
  return {
    send: (key: string, body: string) =>
      new Promise<void>((resolve, reject) => {
        settle = (problem) => (problem === undefined ? resolve() : reject(problem))
        socket.write(
          `POST /orders HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        )
      }),
    end: async () => void socket.destroy(),
  }
}

type Worker = { once(): Promise<void>; end(): Promise<void> }

/** How often a second some workers get something done, each again and again. */
async function counted(workers: number, open: (number: number) => Promise<Worker>): Promise<number> {
  const all = await Promise.all(Array.from({ length: workers }, (_, number) => open(number)))
  const began = performance.now()
  const ends = began + SECONDS * 1000
  let done = 0
  await Promise.all(
    all.map(async (worker) => {
      while (performance.now() < ends) {
        await worker.once()
        done += 1
      }
    }),
  )
  const took = performance.now() - began
  await Promise.all(all.map((worker) => worker.end()))
  return (done / took) * 1000
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let [said, complained] = ['', '']
    child.stdout.on('data', (chunk) => (said += chunk))
    child.stderr.on('data', (chunk) => (complained += chunk))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${command} ended with ${code}: ${complained}`)),
    )
  })
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
