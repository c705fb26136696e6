import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { JournalBounds } from '../../contract/wire/dropped.ts'
import { openStore } from '../open-store.ts'
import type { MockOptions } from '../sandbox/mock.ts'
import { serve } from '../serve.ts'

/** A mock in a process of its own. */
export type Replica = {
  readonly url: string
  /** Kills it, so that it can do nothing more. */
  kill(): Promise<void>
}

/** The options of its store, and of the mock. */
type ReplicaOptions = {
  readonly store?: { readonly journal: Partial<JournalBounds> }
  readonly mock?: Pick<MockOptions, 'partners'>
  /** How far the clock of its machine is ahead; behind, where it is negative. */
  readonly aheadMs?: number
}

/** Starts a mock over the store of a URL, which is passed by the environment, since other users can read arguments. */
export async function startReplica(url: string, options: ReplicaOptions = {}): Promise<Replica> {
  const clock = `data:text/javascript,${encodeURIComponent(clockAhead(options.aheadMs ?? 0))}`
  const child = spawn(process.execPath, ['--import', clock, fileURLToPath(import.meta.url)], {
    env: { ...process.env, STORE_URL: url, REPLICA_OPTIONS: JSON.stringify(options) },
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

/** What a process reads of the clock of its machine, when it starts: from then on its own clock goes. */
function clockAhead(aheadMs: number): string {
  return `Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ${aheadMs} })`
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

/** In its own process: says where it listens, and serves until it is killed. */
if (import.meta.main) {
  const { STORE_URL = '', REPLICA_OPTIONS = '{}' } = process.env
  const options: ReplicaOptions = JSON.parse(REPLICA_OPTIONS)
  const { url } = await serve({ store: await openStore(STORE_URL, options.store), ...options.mock })
  process.stdout.write(`ready ${url}\n`)
}
