import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** What a run of the executable came to. */
export type CliRun = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

type Surroundings = {
  readonly key?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A running executable, of this source. */
export function startCli(args: readonly string[], { key, cwd, env }: Surroundings = {}) {
  // Where to keep what is compiled is for the executable to say, as it is for anyone who starts it.
  const { SERVICE_PARTNER_API_KEY: _, NODE_COMPILE_CACHE: __, ...inherited } = process.env
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...inherited, NO_COLOR: '1', ...env, ...(key !== undefined && { SERVICE_PARTNER_API_KEY: key }) },
    ...(cwd !== undefined && { cwd }),
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk))
  const ended = new Promise<CliRun>((resolve) => child.on('close', (code) => resolve({ code, ...output })))
  return { child, output, ended }
}

/** Runs the executable to its end. */
export function runCli(args: readonly string[], surroundings: Surroundings = {}): Promise<CliRun> {
  return startCli(args, surroundings).ended
}

/** A folder that is gone when the test is over. */
export function temporaryFolder({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * The address of a port at which nobody listens, and nobody will who asks for any free port: it is below those that a
 * system gives away.
 */
export async function deadAddress(): Promise<string> {
  const port = 15_000 + Math.floor(Math.random() * 15_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  return isFree ? `http://127.0.0.1:${port}` : deadAddress()
}
