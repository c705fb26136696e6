import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** A step of a job, or of a composite action: as much of it as a runner needs here. */
export type Step = {
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly run?: string
}

/** What expressions read: `inputs.client` is in `inputs`, `steps.run.outputs.report` in `steps`. */
export type Values = Readonly<Record<string, unknown>>

/** Where steps run. */
type Surroundings = {
  /** The folder of the job. */
  readonly cwd: string
  /** `RUNNER_TEMP`. */
  readonly temp: string
  readonly env: NodeJS.ProcessEnv
  readonly values: Values
  /** Called with each step that uses another action. */
  readonly use: (step: Step) => void
}

/** The result of steps, with the code of the one that failed, 0 if none did; and what expressions read after them. */
export type StepsRun = ScriptRun & { readonly summary: string; readonly values: Values }

const FILES = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_ENV', 'GITHUB_PATH'] as const

/** Runs steps as a runner does, until one fails: each script in a file of its own, in bash. */
export async function runSteps(
  all: readonly Step[],
  { cwd, temp, env, values: given, use }: Surroundings,
): Promise<StepsRun> {
  const files = Object.fromEntries(FILES.map((name) => [name, join(temp, name)]))
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  const values = { ...given, steps }
  let [code, log, summary] = [0, '', '']
  for (const step of all) {
    if (step.if !== undefined && !holds(step.if, values)) continue
    if (step.uses !== undefined) use(step)
    if (step.run === undefined) continue
    for (const file of Object.values(files)) writeFileSync(file, '')
    const script = join(temp, 'script.sh')
    writeFileSync(script, filled(step.run, values))
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, values)])
    const stepEnv = { ...env, ...files, ...Object.fromEntries(own) }
    const ran = await runProgram([...BASH, script], { cwd, env: stepEnv })
    code = ran.code
    log += ran.log
    summary += readFileSync(join(temp, 'GITHUB_STEP_SUMMARY'), 'utf8')
    if (step.id !== undefined) steps[step.id] = { outputs: outputsIn(join(temp, 'GITHUB_OUTPUT')) }
    if (code !== 0) break
  }
  return { code, log, summary, values }
}

function outputsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w-]+)=(.*)$/.exec(line) ?? []
      if (name === undefined || value === undefined) throw new Error(`No output of a step: ${line}`)
      return [name, value]
    }),
  )
}

/** A text with the value of each of its expressions. */
export function filled(text: string, values: Values): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => read(expression.trim(), values))
}

const OPERAND = String.raw`('(?:[^']|'')*'|[\w.-]+)`
const COMPARISON = new RegExp(String.raw`^${OPERAND}\s*(==|!=)\s*${OPERAND}$`)

/** Whether a condition holds, which compares two values. As on a runner, it needs no `${{ }}`. */
export function holds(condition: string, values: Values): boolean {
  const [, left, operator, right] = COMPARISON.exec(condition.replace(/^\$\{\{(.*)\}\}$/, '$1').trim()) ?? []
  if (left === undefined || right === undefined)
    throw new Error(`These tests can not read the condition "${condition}".`)
  return (read(left, values) === read(right, values)) === (operator === '==')
}

/** A text in quotes, or a path such as `needs.pack.outputs.version`; of several paths, the first that has a value. */
function read(expression: string, values: Values): string {
  if (expression.startsWith("'")) return expression.slice(1, -1).replaceAll("''", "'")
  for (const path of expression.split('||').map((one) => one.trim())) {
    if (!/^(?:inputs|github|steps|needs|secrets)\.[\w.-]+$/.test(path))
      throw new Error(`These tests can not read the expression "${expression}".`)
    const found = path
      .split('.')
      .reduce<unknown>((value, name) => (value as Values | undefined)?.[name], values)
    if (found !== undefined) return String(found)
  }
  // A runner reads what is not there as an empty text.
  return ''
}
