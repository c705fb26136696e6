import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REMEDY, type ServerFiles } from './server-files.fixture.ts'

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
