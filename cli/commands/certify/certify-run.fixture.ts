import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processesWith } from '../../../certification/process-tree.ts'
import { createClient } from '../../../reference-client/public.ts'
import { type CliRun, type Surroundings, startCli as startAlone } from '../../testing/run-cli.fixture.ts'
import { startCli } from '../../testing/run-in-process.fixture.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MARK = 'CERTIFY_TEST_MARK'

/** The result of a certification. */
export type CertifyRun = CliRun & {
  /** Its processes that still run. */
  readonly leftOver: readonly number[]
}

/**
 * Starts a certification in this folder: in this process, or by `startCli` of run-cli.fixture.ts in one of its own.
 * `ended` has the processes of its clients that it left behind.
 */
export function startCertify<Started extends { readonly ended: Promise<CliRun> }>(
  args: readonly string[],
  start: (args: readonly string[], surroundings: Surroundings) => Started,
) {
  const mark = randomUUID()
  // Clients are started as `node`: the one that runs the tests.
  const PATH = `${join(process.execPath, '..')}:${process.env.PATH}`
  const started = start(args, { cwd: ROOT, env: { PATH, GITHUB_ACTIONS: '', [MARK]: mark } })
  const ended = started.ended.then((run): CertifyRun => ({ ...run, leftOver: leftOverOf(mark) }))
  return { ...started, ended }
}

/** A correct client; of those in JavaScript, the one that starts fastest. */
export const GOOD = ['--', 'node', 'examples/node-raw-socket/client.mjs'] as const

/** Runs a certification to its end, in its own process: where the client does something to that. */
export function judgeClient(args: readonly string[]): Promise<CertifyRun> {
  return startCertify(args, startAlone).ended
}

/** Runs a certification to its end, in this process. */
export function runCertify(args: readonly string[]): Promise<CertifyRun> {
  return startCertify(args, startCli).ended
}

/** Everything that a run left in a folder, by name. */
export function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

/** What the command line printed for the service: address, key, and what to buy. */
export type PurchaseTask = {
  readonly url: string
  readonly key: string
  readonly sku: string
  readonly purchases?: number
}

/** Buys like a service that runs elsewhere. */
export async function buy({ url, key, sku, purchases = 1 }: PurchaseTask): Promise<void> {
  const client = createClient({ baseUrl: url, apiKey: key })
  await client.ping()
  await client.products()
  for (let number = 1; number <= purchases; number += 1)
    await client.purchase({ partnerReference: `SHOP:${randomUUID()}`, sku }).catch(() => undefined)
}

/** Only Linux shows the environment of other processes. */
const IS_SHOWN = process.platform === 'linux'

function leftOverOf(mark: string): readonly number[] {
  return IS_SHOWN ? processesWith(`${MARK}=${mark}`) : []
}
