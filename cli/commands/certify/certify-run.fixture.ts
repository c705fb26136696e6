import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { membersOf } from '../../../certification/runner/process/linux-processes.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MAIN = join(ROOT, 'cli', 'main.ts')
const MARK = 'CERTIFY_TEST_MARK'

/** A certification under way, from the command line, and what can be seen of it from outside. */
export function startCertify(args: readonly string[]) {
  const mark = randomUUID()
  const {
    SERVICE_PARTNER_API_KEY: _,
    GITHUB_ACTIONS: __,
    NODE_COMPILE_CACHE: ___,
    ...inherited
  } = process.env
  // Clients are started as `node`: the one that runs the tests.
  const PATH = `${join(process.execPath, '..')}:${process.env.PATH}`
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: { ...inherited, PATH, NO_COLOR: '1', [MARK]: mark },
  })
  const seen = { stdout: '', stderr: '', mostKiB: 0 }
  child.stdout.on('data', (chunk: Buffer) => (seen.stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => (seen.stderr += chunk))
  const watching = setInterval(() => (seen.mostKiB = Math.max(seen.mostKiB, peakKiB(child.pid))), 100)
  const ended = new Promise<CertifyRun>((resolve) =>
    child.on('close', (code) => {
      clearInterval(watching)
      resolve({ code, ...seen, leftOver: leftOverOf(mark) })
    }),
  )
  return { child, seen, ended }
}

/** What a certification came to. */
export type CertifyRun = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** How much memory the kit had at the most, where that can be told. */
  readonly mostKiB: number
  /** The processes of it that still run. */
  readonly leftOver: readonly number[]
}

/** Runs a certification to its end. */
export function runCertify(args: readonly string[]): Promise<CertifyRun> {
  return startCertify(args).ended
}

/** Everything that a run left in a folder, by name. */
export function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

/** What a service that is listened to was told, and what it is to buy. */
export type Errand = {
  readonly url: string
  readonly key: string
  readonly sku: string
  readonly purchases?: number
}

/** Buys as a service would that was started elsewhere. */
export async function buy({ url, key, sku, purchases = 1 }: Errand): Promise<void> {
  const env = {
    ...process.env,
    SERVICE_BASE_URL: url,
    SERVICE_PARTNER_API_KEY: key,
    SERVICE_SKU: sku,
    SERVICE_PURCHASES: String(purchases),
  }
  const child = spawn(process.execPath, ['examples/javascript-fetch/client.mjs'], {
    cwd: ROOT,
    env,
    stdio: 'ignore',
  })
  await once(child, 'exit')
}

/** Only Linux tells of the processes of others. */
function leftOverOf(mark: string): readonly number[] {
  if (process.platform !== 'linux') return []
  return membersOf({ root: -1, marker: `${MARK}=${mark}`, known: new Map() }).map(({ pid }) => pid)
}

function peakKiB(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
