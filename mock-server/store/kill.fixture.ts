import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { audit, buyers, type OpenUrls, watchTime } from './buyers.fixture.ts'
import { embeddedServer, query } from './postgres/embedded-server.fixture.ts'
import { startReplica } from './replica.fixture.ts'
import type { SmallDisk } from './small-disk.fixture.ts'

/** Mocks over one store, and how one of them, or what they store in, is killed and started again. */
type Target = {
  readonly urls: OpenUrls
  readonly clients: number
  /** @returns what was killed. */
  kill(round: number, jumpMs: number): Promise<string>
  close(): Promise<void>
}

const LATEST_MS = 400
const LONGEST_JUMP_MS = 10_000

const randomPause = () => pause(Math.random() * LATEST_MS)

/** Clients who buy, and in each round a kill, with a clock that jumps: then every answered purchase must be there, once. */
async function* killings(rounds: number, { urls, clients, kill, close }: Target) {
  const time = watchTime(urls)
  try {
    for (let round = 0; round < rounds; round += 1) {
      const buying = buyers(urls, clients, `${round}_`)
      while (buying.answered.size === 0) await pause(1)
      await randomPause()
      // Forward, or back.
      const jumpMs = Math.round((Math.random() * 2 - 1) * LONGEST_JUMP_MS)
      const killed = await kill(round, jumpMs)
      // The service continues: what was sent is answered.
      await buying.stop()
      yield {
        killed,
        jumpMs,
        answered: buying.answered.size,
        ...(await audit(urls, buying.answered)),
        contradicted: buying.contradictions.length,
        wentBack: time.wentBack(),
      }
    }
    await time.stop()
  } finally {
    await close()
  }
}

/** A mock over a file. On a disk that can be filled, every third round fills it. */
export async function killingsOverFile(rounds: number, disk?: SmallDisk) {
  const folder = mkdtempSync(join(disk?.folder ?? tmpdir(), 'partner-purchase-kill-'))
  const store = `sqlite:${join(folder, 'orders.sqlite')}`
  let mock = await startReplica(store)
  return killings(rounds, {
    urls: () => [mock.url],
    clients: 6,
    async kill(round, jumpMs) {
      const isFull = disk !== undefined && round % 3 === 2
      if (isFull) await fillForAWhile(disk)
      await mock.kill()
      disk?.free()
      mock = await startReplica(store, jumpMs)
      return isFull ? 'mock on a full disk' : 'mock'
    },
    async close() {
      await mock.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

/** The kill that follows comes while the disk is full, or has room again. */
async function fillForAWhile(disk: SmallDisk): Promise<void> {
  disk.fill()
  await randomPause()
  if (Math.random() < 0.5) return
  disk.free()
  await randomPause()
}

const MOVABLE_CLOCK = `
  create table partner_purchase.clock_shift as select 0::float8 as ms;
  create or replace function partner_purchase.clock_ms() returns float8 language sql volatile as $$
    select extract(epoch from clock_timestamp())::float8 * 1000 + ms from partner_purchase.clock_shift $$`

/** Three mocks over one PostgreSQL. In every other round a mock is killed; in the others the database is, also on a full disk. */
export async function killingsOverPostgres(rounds: number, disk?: SmallDisk) {
  const server = await embeddedServer({ parent: disk?.folder })
  const url = await server.database()
  const replicas = await Promise.all(Array.from({ length: 3 }, () => startReplica(url)))
  await query(url, MOVABLE_CLOCK)
  return killings(rounds, {
    urls: () => replicas.map((replica) => replica.url),
    clients: 30,
    async kill(round, jumpMs) {
      await query(url, 'update partner_purchase.clock_shift set ms = ms + $1', [jumpMs])
      if (round % 2 === 0) {
        const place = Math.floor(Math.random() * replicas.length)
        await replicas[place]?.kill()
        replicas[place] = await startReplica(url)
        return 'mock'
      }
      const full = round % 6 === 5 ? disk : undefined
      full?.fill()
      if (full !== undefined) await randomPause()
      // It may have ended by itself: PostgreSQL does, where it can't write its log.
      await server.stopAtOnce()
      full?.free()
      await server.startAgain()
      return full === undefined ? 'database' : 'database on a full disk'
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.kill()))
      await server.close()
    },
  })
}
