import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a connection to a database goes by, in the environment: an argument could be read by everybody. */
export function environmentOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
  }
}

/** Whether there is a pgbench on the PATH. */
export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version'], {}).then(
    () => true,
    () => false,
  )
}

/** How pgbench is to go about it. */
export type PgbenchPlan = {
  readonly url: string
  /** An empty one, or one that it may write into. */
  readonly folder: string
  readonly connections: number
  readonly seconds: number
}

/**
 * Has pgbench run a script as often as it can, its statements prepared.
 *
 * @returns transactions per second.
 * @throws {Error} when it ends with anything but 0.
 */
export async function transactionsPerSecond(script: string, plan: PgbenchPlan): Promise<number> {
  const file = join(plan.folder, 'script.sql')
  writeFileSync(file, script)
  // It counts in whole seconds.
  const seconds = Math.max(1, Math.round(plan.seconds))
  const how = ['-n', '-M', 'prepared', '-j', '2', '-c', String(plan.connections), '-T', String(seconds)]
  const said = await run('pgbench', [...how, '-f', file], environmentOf(plan.url))
  return Number(/tps = ([\d.]+)/.exec(said)?.[1])
}

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, complained] = ['', '']
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (complained += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return said
  throw new Error(`${command} ended with ${code}: ${complained.trim()}`)
}
