import { setTimeout as pause } from 'node:timers/promises'
import { type SmallDisk, smallDisk } from '../sqlite/small-disk.fixture.ts'
import { audit, buyers } from './buyers.fixture.ts'
import { embeddedServer, query, type TestServer } from './embedded-server.fixture.ts'
import { type Replica, startReplica } from './replicas.fixture.ts'
import { watchTime } from './watch-time.fixture.ts'

/** The result of one kill under load. */
export type Round = {
  readonly killed: 'mock' | 'database' | 'database on a full disk'
  /** How far the database's clock was moved before. */
  readonly jumpMs: number
  /** Purchases that were answered, so far. */
  readonly answered: number
  /** Requests of this round whose outcome their clients did not learn at once. */
  readonly unknown: number
  readonly lost: number
  readonly doubled: number
  readonly misbooked: number
  readonly contradicted: number
  /** How often a mock returned an earlier time of a key than one had returned before. */
  readonly wentBack: number
}

const MOCKS = 3
const CLIENTS = 30
const LATEST_MS = 400
const LONGEST_JUMP_MS = 10_000

/** The clock of the database, and what it is moved by. */
const MOVABLE_CLOCK = `
  create table partner_purchase.clock_shift as select 0::float8 as ms;
  create or replace function partner_purchase.clock_ms() returns float8 language sql volatile as $$
    select extract(epoch from clock_timestamp())::float8 * 1000 + ms from partner_purchase.clock_shift $$`

/**
 * Mocks over one PostgreSQL, and clients who buy. In each round the database's clock is put forward or back; in
 * every other round a mock is killed at a random moment, and started again; in the others the database is. After each,
 * every answered purchase must be there, once, with its charge.
 *
 * @param disk where the database is kept, if it is to be killed on a full disk, too: in every third of its rounds.
 */
export async function* killings(
  rounds: number,
  { disk }: { disk?: SmallDisk | undefined } = {},
): AsyncGenerator<Round> {
  const server = await embeddedServer({ parent: disk?.folder })
  const url = await server.database()
  const replicas = await Promise.all(Array.from({ length: MOCKS }, () => startReplica(url)))
  await query(url, MOVABLE_CLOCK)
  const urls = () => replicas.map((replica) => replica.url)
  const [clients, time] = [buyers(urls, CLIENTS), watchTime(urls)]
  try {
    for (let round = 0; round < rounds; round += 1) {
      const unknownBefore = clients.unknown()
      const answeredBefore = clients.answered.size
      const jumpMs = Math.round((Math.random() * 2 - 1) * LONGEST_JUMP_MS)
      await pause(Math.random() * LATEST_MS)
      await query(url, 'update partner_purchase.clock_shift set ms = ms + $1', [jumpMs])
      const killed =
        round % 2 === 0 ? 'mock' : round % 6 === 5 && disk ? 'database on a full disk' : 'database'
      if (killed === 'mock') await replaceOne(replicas, url)
      else await cutOff(server, killed === 'database' ? undefined : disk)
      // The service continues: clients get more answers.
      const enough = Math.max(clients.answered.size, answeredBefore) + 2 * CLIENTS
      while (clients.answered.size < enough) await pause(10)
      const answeredOrders = new Map(clients.answered)
      yield {
        killed,
        jumpMs,
        answered: answeredOrders.size,
        unknown: clients.unknown() - unknownBefore,
        ...(await audit(url, { answered: answeredOrders })),
        contradicted: clients.contradictions.length,
        wentBack: time.wentBack(),
      }
    }
    await Promise.all([clients.stop(), time.stop()])
  } finally {
    await Promise.all(replicas.map((replica) => replica.kill()))
    await server.close()
  }
}

async function replaceOne(replicas: Replica[], url: string): Promise<void> {
  const place = Math.floor(Math.random() * replicas.length)
  await replicas[place]?.kill()
  replicas[place] = await startReplica(url)
}

/** It may have ended by itself on a full disk: PostgreSQL does, where it can't write its log. */
async function cutOff(server: TestServer, disk: SmallDisk | undefined): Promise<void> {
  disk?.fill()
  if (disk !== undefined) await pause(Math.random() * LATEST_MS)
  await server.stopAtOnce()
  disk?.free()
  await server.startAgain()
}

/** `node mock-server/store/postgres/kill.fixture.ts 50` prints a table of as many rounds. */
if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 50)
  const table: Round[] = []
  const disk = smallDisk(512)
  if (disk === undefined) console.log('No disk can be filled here: that takes root on Linux.')
  try {
    for await (const round of killings(rounds, { disk })) table.push(round)
  } finally {
    disk?.remove()
  }
  console.table(table)
  const bad = table.filter(
    ({ lost, doubled, misbooked, contradicted, wentBack }) =>
      lost + doubled + misbooked + contradicted + wentBack > 0,
  )
  console.log(
    `${table.length} killings, ${bad.length} of them with something lost, doubled, misbooked or put back.`,
  )
  process.exitCode = bad.length === 0 ? 0 : 1
}
