import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { audit, buyers, type OpenUrls } from './buyers.fixture.ts'
import { embeddedServer, newDatabase } from './embedded-server.fixture.ts'
import { startReplica } from './replica.fixture.ts'

/** Mocks over one store, and how one of them, or the database, is killed and restarted. */
type Target = {
  readonly urls: OpenUrls
  readonly clients: number
  kill(round: number): Promise<void>
  close(): Promise<void>
}

const LATEST_MS = 400

/** What each round must report. */
export const NOTHING_LOST = { lost: 0, doubled: 0, misbooked: 0, contradicted: 0 }

/** In each round clients buy, something is killed, and then every answered purchase is looked up. */
async function* killings(rounds: number, { urls, clients, kill, close }: Target) {
  try {
    for (let round = 0; round < rounds; round += 1) {
      const buying = buyers(urls, clients, `${round}_`)
      while (buying.answered.size === 0) await pause(1)
      await pause(Math.random() * LATEST_MS)
      await kill(round)
      // The clients repeat what was not answered.
      await buying.stop()
      const { lost, doubled, misbooked } = await audit(urls, buying.answered)
      yield {
        answered: buying.answered.size,
        ...{ lost, doubled, misbooked },
        contradicted: buying.contradictions.length,
      }
    }
  } finally {
    await close()
  }
}

/** Kills a mock over a file. */
export async function killingsOverFile(rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-kill-'))
  const store = `sqlite:${join(folder, 'orders.sqlite')}`
  let mock = await startReplica(store)
  return killings(rounds, {
    urls: () => [mock.url],
    clients: 6,
    async kill() {
      await mock.kill()
      mock = await startReplica(store)
    },
    async close() {
      await mock.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

/** Kills one of two mocks over one PostgreSQL, and in every third round PostgreSQL itself. */
export async function killingsOverPostgres(rounds: number) {
  const server = await embeddedServer()
  const url = await newDatabase(server.url)
  const mocks = [await startReplica(url), await startReplica(url)]
  return killings(rounds, {
    urls: () => mocks.map((mock) => mock.url),
    clients: 20,
    async kill(round) {
      if (round % 3 === 2) {
        await server.crash()
        return server.start()
      }
      await mocks[round % 2]?.kill()
      mocks[round % 2] = await startReplica(url)
    },
    async close() {
      await Promise.all(mocks.map((mock) => mock.kill()))
      await server.close()
    },
  })
}
