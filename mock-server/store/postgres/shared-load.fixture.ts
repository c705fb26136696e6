import { setTimeout as pause } from 'node:timers/promises'
import { ORDINARY_CARDS } from '../../../fixtures/catalogue.ts'
import { ORDINARY_PARTNER, type Partner } from '../../../fixtures/partners.ts'
import { type Audit, audit, call } from '../buyers.fixture.ts'
import { type Replica, startReplica } from '../replica.fixture.ts'
import { embeddedServer, query } from './embedded-server.fixture.ts'

/** How a company's mock is loaded. */
export type SharedLoad = {
  readonly mocks: number
  readonly quietKeys: number
  /** How many times the traffic of a quiet key the busy one has. */
  readonly busyShare: number
  readonly clients: number
  readonly seconds: number
  /** So often one of the mocks is killed, and started again. */
  readonly killEverySeconds: number
  /** It lasts until there were as many, on a machine that takes long to start one. */
  readonly leastKills?: number
  readonly journalBytes: number
  /** Whether the database waits for the disk, as for a measurement. */
  readonly isDurable?: boolean
}

/** What came of it. */
export type SharedRun = Audit & {
  readonly kills: number
  /** Calls that were answered, of which half are purchases. */
  readonly answered: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Calls of quiet keys that were answered, and those of them that the journal does not have. */
  readonly quiet: number
  readonly quietMissing: number
  /** Quiet keys of which anything was dropped by a bound. */
  readonly quietDropped: number
  readonly busyKept: number
  readonly busyDropped: number
  /** Megabytes of the journal on the disk, and the same once it is written again as a whole. */
  readonly journalMB: number
  readonly compactMB: number
}

const BUSY: Partner = { ...ORDINARY_PARTNER, id: 'busy', key: 'pk_test_busy', openingBalance: 1e12 }
/** The cheapest: the balance of a quiet key lasts for more than ten minutes. */
const SKU = ORDINARY_CARDS.toSorted((one, other) => one.price - other.price)[0]?.sku

/** Loads several mocks over one database, with keys of which one calls far more than the others. */
export async function sharedLoad(load: SharedLoad): Promise<SharedRun> {
  const server = await embeddedServer({ isHasty: load.isDurable !== true })
  const url = await server.database()
  const options = { store: { journal: { bytes: load.journalBytes } }, mock: { partners: [BUSY] } }
  const replicas: Replica[] = []
  for (let mock = 0; mock < load.mocks; mock += 1) replicas.push(await startReplica(url, options))
  const [answered, latencies] = [new Map<string, string>(), [] as number[]]
  const quiet = new Map<string, number>()
  let [isOver, kills, count] = [false, 0, 0]
  const callUntilAnswered = async (key: string, path: string, body?: string): Promise<void> => {
    let answer: string | undefined
    while (answer === undefined) {
      const began = performance.now()
      answer = await call(() => replicas.map((replica) => replica.url), key, path, body)
      if (answer !== undefined) latencies.push(performance.now() - began)
    }
    count += 1
    if (key !== BUSY.key) quiet.set(key, (quiet.get(key) ?? 0) + 1)
  }
  const client = async (number: number) => {
    for (let index = 0; !isOver; index += 1) {
      const turn = Math.random() * (load.quietKeys + load.busyShare)
      const key = turn < load.busyShare ? BUSY.key : `pk_test_quiet_${Math.floor(turn - load.busyShare)}`
      const partnerReference = `SHOP:${number}-${index}`
      await callUntilAnswered(key, '/orders', JSON.stringify({ partnerReference, sku: SKU }))
      answered.set(`${key} ${partnerReference}`, '')
      await callUntilAnswered(key, `/orders/${encodeURIComponent(partnerReference)}`)
    }
  }
  const began = performance.now()
  try {
    const clients = Array.from({ length: load.clients }, (_, number) => client(number))
    const until = began + load.seconds * 1000
    const isDone = () => performance.now() >= until && kills >= (load.leastKills ?? 0)
    while (!isDone()) {
      await Promise.race([
        pause(Math.max(1_000, Math.min(load.killEverySeconds * 1000, until - performance.now()))),
        ...clients,
      ])
      if (isDone()) break
      const place = kills % replicas.length
      await replicas[place]?.kill()
      replicas[place] = await startReplica(url, options)
      kills += 1
    }
    isOver = true
    await Promise.all(clients)
    const seconds = (performance.now() - began) / 1000
    // The mocks write what they have within a quarter of a second.
    await pause(2_000)
    const journal = await journalOf(url, quiet)
    latencies.sort((one, other) => one - other)
    return {
      kills,
      answered: count,
      perSecond: Math.round(count / seconds),
      p50Ms: at(latencies, 0.5),
      p99Ms: at(latencies, 0.99),
      ...(await audit(url, { answered })),
      ...journal,
    }
  } finally {
    isOver = true
    await Promise.all(replicas.map((replica) => replica.kill()))
    await server.close()
  }
}

async function journalOf(url: string, quiet: ReadonlyMap<string, number>) {
  const rows = await query(
    url,
    `select partner, count(*)::int as count from partner_purchase.exchange where document::json #>> '{delivery,outcome}' = 'delivered' group by partner`,
  )
  const kept = new Map(rows.map(({ partner, count }) => [String(partner), Number(count)]))
  const dropped = await query(url, 'select partner, count::int from partner_purchase.dropped')
  let quietMissing = 0
  for (const [key, count] of quiet) quietMissing += Math.max(0, count - (kept.get(await guestOf(key)) ?? 0))
  const sizeOf = async () => {
    const [row] = await query(
      url,
      `select pg_total_relation_size('partner_purchase.exchange')::float8 as bytes`,
    )
    return Math.round(Number(row?.bytes) / 1e5) / 10
  }
  const journalMB = await sizeOf()
  await query(url, 'vacuum full partner_purchase.exchange')
  return {
    quiet: [...quiet.values()].reduce((sum, count) => sum + count, 0),
    quietMissing,
    quietDropped: dropped.filter(({ partner }) => partner !== BUSY.id).length,
    busyKept: kept.get(BUSY.id) ?? 0,
    busyDropped: Number(dropped.find(({ partner }) => partner === BUSY.id)?.count ?? 0),
    journalMB,
    compactMB: await sizeOf(),
  }
}

async function guestOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return `guest-${Buffer.from(digest).toString('hex').slice(0, 12)}`
}

function at(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
}

/** `node mock-server/store/postgres/shared-load.fixture.ts 600` loads two mocks for as many seconds; a second number is that of the quiet keys. */
if (import.meta.main) {
  const [seconds = 600, quietKeys = 2_000, mocks = 2] = process.argv.slice(2).map(Number)
  const run = await sharedLoad({
    mocks,
    quietKeys,
    busyShare: 100,
    clients: 32,
    seconds,
    killEverySeconds: 60,
    journalBytes: 4_000_000_000,
    isDurable: true,
  })
  console.table(run)
}
