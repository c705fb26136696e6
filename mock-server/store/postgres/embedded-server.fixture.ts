import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { packagedNative, serverFiles, serverProcess } from './server-process.fixture.ts'

/** A PostgreSQL server for tests. */
export type TestServer = {
  /** Of its first database; its user may make others. */
  readonly url: string
  /** Makes a database for one user, and returns its URL. */
  database(): Promise<string>
  /** Stops it as if it had crashed: connections break off, what was not committed is gone, and it has to recover. */
  stopAtOnce(): Promise<void>
  startAgain(): Promise<void>
  close(): Promise<void>
}

/** A free port can be taken by another process before the server has it. */
const ATTEMPTS = 3

const USER = 'postgres'
/** The password, which no text of the store may contain. */
export const PASSWORD = 'Zecret/of the@database'

/** No socket in a folder of the system's, which belongs to another user. */
const LOCAL = ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1']

/**
 * Tests kill processes, never the kernel, which keeps what was written: waiting for the disk would prove nothing. A
 * measurement does wait.
 */
const HASTE = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

type ServerChoices = { isHasty?: boolean; native?: string; parent?: string | undefined }

/**
 * A separate server, from npm, which runs until it is closed. Any user may run it, in any folder: see
 * {@link serverFiles}.
 *
 * @param options `native` is the folder of PostgreSQL, that of the package unless it is given; `parent` is where the
 *   server's own folder is made.
 * @throws {Error} when it can't be started: one sentence that says why, and what to do.
 */
export async function embeddedServer(options: ServerChoices = {}, attempt = 1): Promise<TestServer> {
  try {
    return await startServer(options)
  } catch (error) {
    if (attempt === ATTEMPTS) throw error
    return embeddedServer(options, attempt + 1)
  }
}

async function startServer({ isHasty = true, native, parent }: ServerChoices): Promise<TestServer> {
  const files = serverFiles(native ?? (await packagedNative()), parent === undefined ? undefined : [parent])
  const port = await freePort()
  const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
  try {
    const server = await serverProcess(files, {
      port,
      user: USER,
      password: PASSWORD,
      initdbFlags: isHasty ? ['--no-sync'] : [],
      serverFlags: [...LOCAL, ...(isHasty ? HASTE : [])],
    })
    await server.start()
    return {
      url,
      database: () => newDatabase(url),
      stopAtOnce: () => server.stop('SIGQUIT'),
      startAgain: () => server.start(),
      async close() {
        await server.stop('SIGINT')
        files.remove()
      },
    }
  } catch (error) {
    files.remove()
    throw error
  }
}

let databases = 0

/** Makes another database on the server of a URL. */
export async function newDatabase(url: string): Promise<string> {
  databases += 1
  const name = `store_${process.pid}_${Date.now()}_${databases}`
  await query(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** Runs a statement on a connection of its own. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A free port below those that a system gives away: while a database is away, no other process must get its port. */
export async function freePort(): Promise<number> {
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
