import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Audit, audit, auditByCalls, buyers, watchTime } from './buyers.fixture.ts'
import { embeddedServer, query, type TestServer } from './postgres/embedded-server.fixture.ts'
import { type Replica, startReplica } from './replica.fixture.ts'
import type { SmallDisk } from './small-disk.fixture.ts'

/** The result of one kill under load. */
export type Round = Audit & {
  readonly killed: 'mock' | 'mock on a full disk' | 'database' | 'database on a full disk'
  /** How far the clock was moved. */
  readonly jumpMs: number
  /** Purchases that were answered, so far. */
  readonly answered: number
  /** Requests of this round whose outcome their clients did not learn at once. */
  readonly unknown: number
  readonly contradicted: number
  /** How often a mock returned an earlier time of a key than one had returned before. */
  readonly wentBack: number
}

type Choices = {
  /** Where the store is kept, if it is to be killed on a full disk, too: in every third of its rounds. */
  readonly disk?: SmallDisk | undefined
}

const LATEST_MS = 400
const LONGEST_JUMP_MS = 10_000

/** Forward, or back. */
const randomJump = () => Math.round((Math.random() * 2 - 1) * LONGEST_JUMP_MS)
const randomPause = () => pause(Math.random() * LATEST_MS)

const FILE_CLIENTS = 6

/**
 * A mock over a file, and clients who buy. In each round it is killed at a random moment, and started again on the same file with
 * the machine's clock put forward or back. After each, every answered purchase must be there, once, with its charge.
 */
export async function* killingsOverFile(rounds: number, { disk }: Choices = {}): AsyncGenerator<Round> {
  const folder = mkdtempSync(join(disk?.folder ?? tmpdir(), 'partner-purchase-kill-'))
  const store = `sqlite:${join(folder, 'orders.sqlite')}`
  let mock = await startReplica(store)
  const urls = () => [mock.url]
  const time = watchTime(urls)
  try {
    for (let round = 0; round < rounds; round += 1) {
      const clients = buyers(urls, FILE_CLIENTS, `${round}_`)
      while (clients.answered.size === 0) await pause(1)
      await randomPause()
      const isFull = disk !== undefined && round % 3 === 2
      if (isFull) await fillForAWhile(disk)
      await mock.kill()
      disk?.free()
      const jumpMs = randomJump()
      mock = await startReplica(store, jumpMs)
      await clients.stop()
      yield {
        killed: isFull ? 'mock on a full disk' : 'mock',
        jumpMs,
        answered: clients.answered.size,
        unknown: clients.unknown(),
        ...(await auditByCalls(mock.url, clients)),
        contradicted: clients.contradictions.length,
        wentBack: time.wentBack(),
      }
    }
    await time.stop()
  } finally {
    await mock.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The kill that follows comes while the disk is full, or has room again. */
async function fillForAWhile(disk: SmallDisk): Promise<void> {
  disk.fill()
  await randomPause()
  if (Math.random() < 0.5) return
  disk.free()
  await randomPause()
}

const MOCKS = 3
const CLIENTS = 30

/** The clock of the database, and what it is moved by. */
const MOVABLE_CLOCK = `
  create table partner_purchase.clock_shift as select 0::float8 as ms;
  create or replace function partner_purchase.clock_ms() returns float8 language sql volatile as $$
    select extract(epoch from clock_timestamp())::float8 * 1000 + ms from partner_purchase.clock_shift $$`

/**
 * Mocks over one PostgreSQL, and clients who buy. In each round the database's clock is put forward or back; in
 * every other round a mock is killed at a random moment, and started again; in the others the database is.
 */
export async function* killingsOverPostgres(rounds: number, { disk }: Choices = {}): AsyncGenerator<Round> {
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
      const jumpMs = randomJump()
      await randomPause()
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
  if (disk !== undefined) await randomPause()
  await server.stopAtOnce()
  disk?.free()
  await server.startAgain()
}
