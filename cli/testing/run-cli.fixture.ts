import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The executable of this source. */
export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The result of a run of the executable. */
export type CliRun = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** The key, the folder and the environment of a run. */
export type Surroundings = {
  readonly key?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** An environment in which it does not show that a script of npm runs the tests. */
export function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_')))
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The words of a run that leaves no report in this project, unless a folder is named for it. */
export function keepingClean(args: readonly string[], cwd = ROOT): readonly string[] {
  const [command = '', ...rest] = args
  const isWriting = command === 'verify' || command === 'certify'
  const isHere = resolve(cwd) === resolve(ROOT) && !args.some((word) => /^--(no-)?report\b/.test(word))
  return isWriting && isHere ? [command, '--no-report', ...rest] : args
}

/** A running executable of this source. */
export function startCli(args: readonly string[], { key, cwd, env }: Surroundings = {}) {
  const { SERVICE_PARTNER_API_KEY: _, ...inherited } = withoutNpm(process.env)
  const child = spawn(process.execPath, [MAIN, ...keepingClean(args, cwd)], {
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
