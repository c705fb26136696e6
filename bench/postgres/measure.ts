import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contestant, MOCK } from '../contestants.ts'
import { BENCH_KEY, OPENING_BALANCE } from '../operations.ts'
import { onAllCores } from '../pinning.ts'
import { takeTurns } from '../rounds.ts'
import { startServer } from '../server-process.ts'
import type { Tools } from '../throughput.ts'
import { inOwnDatabase, runIn } from './database-server.ts'
import { environmentOf, hasPgbench, transactionsPerSecond } from './pgbench.ts'
import { KEYS, purchasesPerSecond } from './purchases.ts'
import { SCRIPT_NAMES, SCRIPTS, type ScriptName, TABLES } from './statements.ts'

/** Purchases over HTTP with the store in PostgreSQL, and what pgbench does alone on that database; a second, by round. */
export type PostgresRates = {
  readonly seconds: number
  readonly connections: number
  readonly clients: number
  readonly overHttp: readonly number[]
  /** Null where there is no pgbench. */
  readonly pgbench: readonly { readonly name: ScriptName; readonly rates: readonly number[] }[] | null
}

/** As many as the store's pool has unless it is told otherwise. */
const CONNECTIONS = 10
const OVER_HTTP = 'purchases over HTTP'

type Extent = { readonly rounds: number; readonly seconds: number }

/**
 * The mock and pgbench in turns, on one database and as many connections. Neither is kept on a core: the database, the
 * mock and whoever asks share the whole machine, as they would.
 */
export function measurePostgres(
  extent: Extent,
  tools: Pick<Tools, 'scratch' | 'say'>,
): Promise<PostgresRates> {
  return onAllCores(() => inOwnDatabase((url) => measureIn(url, extent, tools)))
}

async function measureIn(
  url: string,
  { rounds, seconds }: Extent,
  { scratch, say }: Pick<Tools, 'scratch' | 'say'>,
): Promise<PostgresRates> {
  const folder = scratch.newFolder()
  const mock = await startServer(mockOver(url, folder), scratch, { side: 'any', env: environmentOf(url) })
  try {
    await runIn(url, TABLES)
    const scripts = (await hasPgbench()) ? SCRIPT_NAMES : []
    const plan = { url, folder, connections: CONNECTIONS, seconds }
    // One round more than is counted: the first warms everybody up.
    const samples = await takeTurns([OVER_HTTP, ...scripts] as const, rounds + 1, (turn, round) => {
      say(`postgres: round ${round} of ${rounds}, ${turn}`)
      return turn === OVER_HTTP
        ? purchasesPerSecond(mock.port, seconds)
        : transactionsPerSecond(SCRIPTS[turn], plan)
    })
    const ratesOf = (turn: typeof OVER_HTTP | ScriptName) => samples.get(turn)?.slice(1) ?? []
    const pgbench = scripts.map((name) => ({ name, rates: ratesOf(name) }))
    return {
      seconds,
      connections: CONNECTIONS,
      clients: KEYS.length,
      overHttp: ratesOf(OVER_HTTP),
      pgbench: scripts.length === 0 ? null : pgbench,
    }
  } finally {
    await mock.stop()
  }
}

/** The mock with its store in a database, and a partner for each world that buys. */
function mockOver(url: string, folder: string): Contestant {
  const partners = join(folder, 'partners.json')
  const keys = [BENCH_KEY, ...KEYS]
  const list = keys.map((key, index) => ({ id: `bench-${index}`, key, openingBalance: OPENING_BALANCE }))
  writeFileSync(partners, JSON.stringify({ partners: list }))
  const store = new URL(url)
  store.password = ''
  return {
    ...MOCK,
    title: 'this mock, PostgreSQL',
    command: (scratch, port) => [...MOCK.command({ ...scratch, partners }, port), ...['--store', store.href]],
  }
}
