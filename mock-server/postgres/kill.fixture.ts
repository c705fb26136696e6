import { audit, crowd } from './crowd.fixture.ts'
import { embeddedServer, type TestServer } from './embedded-server.fixture.ts'
import { type Replica, startReplica } from './replicas.fixture.ts'

/** What became of one killing under load. */
export type Round = {
  readonly killed: 'mock' | 'database'
  readonly afterMs: number
  /** Purchases that clients were told of, so far. */
  readonly answered: number
  /** Requests of this round whose outcome their clients did not learn at once. */
  readonly unknown: number
  readonly lost: number
  readonly doubled: number
  readonly misbooked: number
  readonly contradicted: number
}

const REPLICAS = 3
const CLIENTS = 30
const LATEST_MS = 400

/**
 * Three mocks over one PostgreSQL, and clients who buy: in every other round a mock is killed at a random moment, and
 * started again; in the others the database is. After each, whatever a client was told must be there, once, with its
 * money.
 */
export async function* killings(rounds: number): AsyncGenerator<Round> {
  const server = await embeddedServer()
  const url = await server.database()
  const replicas = await Promise.all(Array.from({ length: REPLICAS }, () => startReplica(url)))
  const clients = crowd(() => replicas.map((replica) => replica.url), CLIENTS)
  try {
    for (let round = 0; round < rounds; round += 1) {
      const unknownBefore = clients.unknown()
      const answeredBefore = clients.answered.size
      const afterMs = Math.floor(Math.random() * LATEST_MS)
      await pause(afterMs)
      const killed = round % 2 === 0 ? 'mock' : 'database'
      if (killed === 'mock') await replaceOne(replicas, url)
      else await cutOff(server)
      // It goes on: clients are told of more.
      const enough = Math.max(clients.answered.size, answeredBefore) + 2 * CLIENTS
      while (clients.answered.size < enough) await pause(10)
      const told = new Map(clients.answered)
      yield {
        killed,
        afterMs,
        answered: told.size,
        unknown: clients.unknown() - unknownBefore,
        ...(await audit(url, { answered: told })),
        contradicted: clients.contradictions.length,
      }
    }
    await clients.stop()
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

async function cutOff(server: TestServer): Promise<void> {
  await server.stopAtOnce()
  await server.startAgain()
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** `node mock-server/postgres/kill.fixture.ts 50` prints a table of as many rounds. */
if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 50)
  const table: Round[] = []
  for await (const round of killings(rounds)) table.push(round)
  console.table(table)
  const bad = table.filter(
    ({ lost, doubled, misbooked, contradicted }) => lost + doubled + misbooked + contradicted > 0,
  )
  console.log(`${table.length} killings, ${bad.length} of them with something lost, doubled or misbooked.`)
  process.exitCode = bad.length === 0 ? 0 : 1
}
