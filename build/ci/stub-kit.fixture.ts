import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'
import { type ActionRun, runAction } from './run-action.fixture.ts'

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
