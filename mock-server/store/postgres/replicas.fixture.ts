import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { MockOptions } from '../../sandbox/mock.ts'
import type { PostgresOptions } from './options.ts'

/** A mock in a process of its own. */
export type Replica = {
  readonly url: string
  /** Kills it, so that it can do nothing more. */
  kill(): Promise<void>
}

const SCRIPT = fileURLToPath(new URL('./replica.fixture.ts', import.meta.url))

/** The options of its store, and of the mock. */
export type ReplicaOptions = {
  readonly store?: PostgresOptions
  readonly mock?: Pick<MockOptions, 'partners'>
}

/** Starts a mock over a database. Its URL is passed by the environment, since other users can read arguments. */
export async function startReplica(database: string, options: ReplicaOptions = {}): Promise<Replica> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, DATABASE_URL: database, REPLICA_OPTIONS: JSON.stringify(options) },
    // It says on stderr that its database is away: that is what these tests are about.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return {
    url: await readyUrl(child),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function readyUrl({ stdout }: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of stdout ?? []) {
    said += chunk
    const [, url] = /^ready (\S+)$/m.exec(said) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`A replica ended before it was ready: ${said}`)
}
