import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openStore } from '../open-store.ts'
import { serve } from '../serve.ts'

/** Starts a mock in a process of its own. The environment names its store: other users could read arguments. */
export async function startReplica(url: string) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { ...process.env, STORE_URL: url },
    // It reports outages on stderr, which these tests cause.
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

/** In its own process, this module serves a mock until it is killed. */
if (import.meta.main) {
  const { STORE_URL = '' } = process.env
  const { url } = await serve({ store: await openStore(STORE_URL) })
  process.stdout.write(`ready ${url}\n`)
}
