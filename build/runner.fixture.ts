import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A step of a job, or of a composite action: as much of it as is read here. */
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

type StepsRun = {
  /** The exit code of the step that failed; 0 if none did. */
  readonly code: number
  /** What the scripts printed. */
  readonly log: string
  /** What they added to the summary of the job. */
  readonly summary: string
  /** What expressions read after the steps. */
  readonly values: Values
}

const FILES = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_ENV', 'GITHUB_PATH'] as const

/** Runs steps as a runner does, until one fails: each script in bash, from a file of its own. */
export async function runSteps(all: readonly Step[], surroundings: Surroundings): Promise<StepsRun> {
  const { cwd, temp, env, use } = surroundings
  const files = Object.fromEntries(FILES.map((name) => [name, join(temp, name)]))
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  const values = { ...surroundings.values, steps }
  let [code, log, summary] = [0, '', '']
  for (const step of all) {
    if (step.if !== undefined && !holds(step.if, values)) continue
    if (step.uses !== undefined) use(step)
    if (step.run === undefined) continue
    for (const file of Object.values(files)) writeFileSync(file, '')
    const script = join(temp, 'script.sh')
    writeFileSync(script, filled(step.run, values))
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, values)])
    const ran = await runScript(script, cwd, { ...env, ...files, ...Object.fromEntries(own) })
    code = ran.code
    log += ran.log
    summary += readFileSync(join(temp, 'GITHUB_STEP_SUMMARY'), 'utf8')
    if (step.id !== undefined) steps[step.id] = { outputs: outputsIn(join(temp, 'GITHUB_OUTPUT')) }
    if (code !== 0) break
  }
  return { code, log, summary, values }
}

/** Runs a script with the options that a runner gives to bash. */
function runScript(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; log: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], { cwd, env })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, log }))
  })
}

function outputsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
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
  return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, path: string) => valueAt(path, values))
}

function holds(condition: string, values: Values): boolean {
  const [, path, text] = /^\$\{\{ (\S+) != '(\w*)' \}\}$/.exec(condition) ?? []
  if (path === undefined) throw new Error(`These tests can't read the condition "${condition}".`)
  return valueAt(path, values) !== text
}

/** A runner reads what is not there as an empty text. */
function valueAt(path: string, values: Values): string {
  if (!/^(?:inputs|github|steps)\.[\w.-]+$/.test(path))
    throw new Error(`These tests can't read the expression "${path}".`)
  const childOf = (parent: unknown, name: string) => (parent as Values | undefined)?.[name]
  return String(path.split('.').reduce<unknown>(childOf, values) ?? '')
}
