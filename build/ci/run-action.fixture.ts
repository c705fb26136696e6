import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { TestContext } from 'vitest'
import { parse } from 'yaml'
import { ENVIRONMENT, ROOT } from '../../cli/testing/built-package.fixture.ts'
import { withoutNpm } from '../../cli/testing/run-cli.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'
import { BASH, runProgram } from './shell.fixture.ts'

/** A step of a composite action. */
type Step = {
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
  readonly run?: string
}

/** As much of action.yml as a runner reads. */
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

/** The action of this checkout. */
export const ACTION: Action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'))

/** The result of a run of the action. */
export type ActionRun = {
  /** Of the step that failed; 0 if none did. */
  readonly code: number
  readonly outputs: Readonly<Record<string, string>>
  readonly log: string
  /** What was added to the summary of the job. */
  readonly summary: string
  /** The other actions that it used. */
  readonly used: readonly string[]
  /** The folder of the job, `GITHUB_WORKSPACE`. */
  readonly workspace: string
}

/** A job that the action is a step of. */
export type Job = {
  /** The environment of the step, such as its key. */
  readonly env?: Readonly<Record<string, string>>
  /** Folders that come first on the PATH. */
  readonly path?: readonly string[]
  /** `RUNNER_TEMP`. Steps of one job share it; a folder of its own by default. */
  readonly temp?: string
}

/** The environment of the machine that runs a job, without what npm and this Vitest have set. */
const MACHINE = withoutNpm(ENVIRONMENT)

const FILES = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_ENV', 'GITHUB_PATH'] as const

/** Runs the steps of action.yml as a runner does: each script in a file of its own, in bash, with the runner's environment. */
export async function runAction(
  context: Pick<TestContext, 'onTestFinished'>,
  given: Readonly<Record<string, string>>,
  { env = {}, path = [], temp = temporaryFolder(context) }: Job = {},
): Promise<ActionRun> {
  const workspace = temporaryFolder(context)
  const files = Object.fromEntries(FILES.map((name) => [name, join(temp, name)]))
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  const contexts: Contexts = {
    inputs: inputsOf(given),
    github: { action_path: ROOT },
    steps,
  }
  const surroundings = {
    ...MACHINE,
    PATH: [...path, dirname(process.execPath), process.env.PATH].join(delimiter),
    GITHUB_ACTIONS: 'true',
    CI: 'true',
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
    ...files,
    ...env,
  }
  const result = { code: 0, log: '', summary: '', used: [] as string[] }
  for (const { id, if: condition, uses, env: own = {}, run: script } of ACTION.runs.steps) {
    if (condition !== undefined && !holds(condition, contexts)) continue
    if (uses !== undefined) result.used.push(uses)
    if (script === undefined) continue
    for (const file of Object.values(files)) writeFileSync(file, '')
    const settings = Object.entries(own).map(([name, value]) => [name, interpolate(value, contexts)])
    const file = join(temp, `${id}.sh`)
    writeFileSync(file, interpolate(script, contexts))
    const stepEnv = { ...surroundings, ...Object.fromEntries(settings) }
    const step = await runProgram([...BASH, file], { cwd: workspace, env: stepEnv })
    result.log += step.log
    result.summary += readFileSync(join(temp, 'GITHUB_STEP_SUMMARY'), 'utf8')
    if (id !== undefined) steps[id] = { outputs: outputsIn(join(temp, 'GITHUB_OUTPUT')) }
    result.code = step.code
    if (step.code !== 0) break
  }
  const outputs = Object.entries(ACTION.outputs).map(([name, { value }]) => [
    name,
    interpolate(value, contexts),
  ])
  return { ...result, outputs: Object.fromEntries(outputs), workspace }
}

/** The inputs, with the defaults of those that the caller leaves out. */
function inputsOf(given: Readonly<Record<string, string>>): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => ACTION.inputs[name] === undefined)
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join()}.`)
  const defaults = Object.entries(ACTION.inputs).map(([name, input]) => [name, input.default ?? ''])
  return { ...Object.fromEntries(defaults), ...given }
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

/** What the expressions of an action read: `inputs.client` is in `inputs`, `steps.run.outputs.report` in `steps`. */
type Contexts = {
  readonly inputs: Readonly<Record<string, string>>
  readonly github: Readonly<Record<string, string>>
  readonly steps: Readonly<Record<string, { readonly outputs: Readonly<Record<string, string>> }>>
}

const EXPRESSION = /\$\{\{(.*?)\}\}/g
const OPERAND = String.raw`('(?:[^']|'')*'|[\w.-]+)`
const COMPARISON = new RegExp(String.raw`^${OPERAND}\s*(==|!=)\s*${OPERAND}$`)

/** The text of a setting, with the value of each of its expressions. */
function interpolate(text: string, contexts: Contexts): string {
  return text.replaceAll(EXPRESSION, (_, expression: string) => String(evaluate(expression.trim(), contexts)))
}

/** Whether the condition of a step holds. As on a runner, a condition needs no `${{ }}`. */
function holds(condition: string, contexts: Contexts): boolean {
  return evaluate(condition.replace(/^\$\{\{(.*)\}\}$/, '$1').trim(), contexts) === true
}

/** Of the language of expressions, what action.yml uses: a value, and two values compared. */
function evaluate(expression: string, contexts: Contexts): string | boolean {
  const [, left, operator, right] = COMPARISON.exec(expression) ?? []
  if (left === undefined || right === undefined) return read(expression, contexts)
  return (read(left, contexts) === read(right, contexts)) === (operator === '==')
}

function read(operand: string, contexts: Contexts): string {
  if (operand.startsWith("'")) return operand.slice(1, -1).replaceAll("''", "'")
  let value: unknown = contexts
  for (const name of operand.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  // A runner reads what is not there as an empty text; an expression of another form would be a mistake here.
  if (value === undefined && /^(?:inputs|github|steps)\.[\w.-]+$/.test(operand)) return ''
  if (typeof value !== 'string') throw new Error(`This evaluator can not read the expression "${operand}".`)
  return value
}
