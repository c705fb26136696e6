import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** This folder. Its packages are no dependencies of the kit: they are installed by `npm run test:full`. */
export const CHECKERS = fileURLToPath(new URL('.', import.meta.url))

/** `require` for the packages of this folder. */
export const requireChecker = createRequire(join(CHECKERS, 'package.json'))

/**
 * The script of a checker, for Node to run.
 *
 * @throws {Error} when the package is not installed, or has no such command.
 *
 * @example
 * execFile(process.execPath, [checkerScript('@redocly/cli', 'redocly'), 'lint', file])
 */
export function checkerScript(packageName: string, command: string): string {
  const folder = join(CHECKERS, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const script: unknown = typeof bin === 'string' ? bin : bin?.[command]
  if (typeof script !== 'string') throw new Error(`${packageName} has no command "${command}".`)
  return join(folder, script)
}
