import { spawn } from 'node:child_process'

/** The result of a script: its exit code, and both of its streams as one text. */
export type ScriptRun = { readonly code: number; readonly log: string }

/** bash as runners start it for a script. */
export const BASH = ['bash', '--noprofile', '--norc', '-eo', 'pipefail'] as const

/** Runs a program to its end. */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<ScriptRun> {
  const child = spawn(program, args, { cwd, env })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, log }))
  })
}
