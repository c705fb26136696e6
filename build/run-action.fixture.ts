import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { TestContext } from 'vitest'
import { parse } from 'yaml'
import { ENVIRONMENT, ROOT } from '../cli/testing/built-package.fixture.ts'
import { withoutNpm } from '../cli/testing/run-cli.fixture.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { filled, runSteps, type Step } from './runner.fixture.ts'

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

/** Runs the steps of action.yml as a runner does, with its environment. */
export async function runAction(
  context: Pick<TestContext, 'onTestFinished'>,
  given: Readonly<Record<string, string>>,
  { env = {}, path = [], temp = temporaryFolder(context) }: Job = {},
): Promise<ActionRun> {
  const workspace = temporaryFolder(context)
  const used: string[] = []
  const ran = await runSteps(ACTION.runs.steps, {
    cwd: workspace,
    temp,
    env: {
      ...MACHINE,
      PATH: [...path, dirname(process.execPath), process.env.PATH].join(delimiter),
      GITHUB_ACTIONS: 'true',
      CI: 'true',
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: temp,
      ...env,
    },
    values: { inputs: inputsOf(given), github: { action_path: ROOT } },
    use: ({ uses = '' }) => used.push(uses),
  })
  const { code, log, summary, values } = ran
  const outputs = Object.entries(ACTION.outputs).map(([name, { value }]) => [name, filled(value, values)])
  return { code, log, summary, used, outputs: Object.fromEntries(outputs), workspace }
}

/** The inputs, with the defaults of those that the caller leaves out. */
function inputsOf(given: Readonly<Record<string, string>>): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => ACTION.inputs[name] === undefined)
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join()}.`)
  const defaults = Object.entries(ACTION.inputs).map(([name, input]) => [name, input.default ?? ''])
  return { ...Object.fromEntries(defaults), ...given }
}

/** The folder of a report, as the kit gets it by default. */
export const REPORT = '--report=partner-purchase-report'

/**
 * Installs a kit that writes down its arguments, and ends with KIT_EXIT. It fails for the version 9.9.9, and for a command
 * that would run scripts of packages, or take the name of a package for an option.
 */
export const NPM = `#!/usr/bin/env bash
flags=" $* "
while [[ "$1" != --prefix ]]; do shift; done
bin="$2/node_modules/.bin"
package="\${@: -1}"
[[ "$flags" == *" --ignore-scripts "* && "$flags" == *" -- $package "* ]] || { echo "npm error unsafe:$flags"; exit 1; }
[[ "$package" == *@9.9.9 ]] && { echo 'npm error 404 Not Found'; exit 1; }
mkdir -p "$bin"
echo "$package" > "$RUNNER_TEMP/package"
printf '%s\\n' '#!/usr/bin/env bash' 'printf "%s\\0" "$@" > "$RUNNER_TEMP/arguments"' 'exit "$KIT_EXIT"' > "$bin/partner-purchase"
chmod +x "$bin/partner-purchase"
`

/** A Node that is new enough, and starts at once. */
const NODE = `#!/bin/sh
if [ "$1" = --print ]; then echo 1.2.3; fi
`

type StubRun = ActionRun & {
  /** What the kit was called with; undefined if it was not called. */
  readonly called: readonly string[] | undefined
  /** What npm was to install. */
  readonly installed: string | undefined
}

/** A folder with these programs. */
export function programs(context: TestContext, scripts: Record<string, string>): string {
  const bin = temporaryFolder(context)
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(bin, name), script, { mode: 0o755 })
  return bin
}

/** Runs the action with a kit that only writes down how it was called. */
export async function runStub(
  context: TestContext,
  inputs: Record<string, string>,
  exit = 0,
): Promise<StubRun> {
  const bin = programs(context, { npm: NPM, node: NODE })
  const temp = temporaryFolder(context)
  const run = await runAction(context, inputs, {
    path: [bin],
    temp,
    env: { KIT_EXIT: String(exit) },
  })
  const read = (name: string) => {
    const file = join(temp, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  return { ...run, called: read('arguments')?.split('\0').slice(0, -1), installed: read('package')?.trim() }
}
