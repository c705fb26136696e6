import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The root folder of this checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What the tests read from its package.json. */
export const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly exports: Record<string, unknown>
  readonly files: readonly string[]
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  readonly peerDependencies: Record<string, string>
}

/** The environment of a program, without what this Vitest has set for itself. */
export const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:VITEST\w*|TEST|DEV|PROD|SSR|MODE)$/.test(name)),
)

/** Makes a project whose package.json has only `"type": "module"`. */
export function startProject(project: string): void {
  writeFileSync(join(project, 'package.json'), '{"type": "module"}')
}

/** Links packages of this checkout into the node_modules of a project. */
export function linkInto(project: string, names: readonly string[]): void {
  for (const name of names) {
    const place = join(project, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), place, 'junction')
  }
}

/** The package as npm packs it, in a folder: the path of the archive. Built in a copy: another test may be building, too. */
export async function packInto(folder: string): Promise<string> {
  const copy = join(folder, 'checkout')
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.test(path) })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
  // Types are checked for the whole checkout elsewhere. The compiler is done before it would need memory back.
  await run('npm', ['run', '--silent', 'build'], { cwd: copy, env: { ...process.env, GOGC: 'off' } })
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: copy })
  rmSync(copy, { recursive: true, maxRetries: 3 })
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  return join(folder, archive)
}

const NOT_COPIED = /[/\\](?:node_modules|dist|\.git|\.cache)$/

/** The published build in the node_modules of a project, with all that its modules import. */
export async function buildInto(project: string): Promise<void> {
  const home = join(project, 'node_modules', 'partner-purchase-kit')
  startProject(project)
  mkdirSync(home, { recursive: true })
  copyFileSync(join(ROOT, 'package.json'), join(home, 'package.json'))
  const { dependencies, devDependencies, peerDependencies } = MANIFEST
  linkInto(project, Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  // Types are checked for the whole checkout elsewhere.
  const options = ['--noCheck', '--outDir', join(home, 'dist')]
  const args = [compiler, '-p', 'build/tsconfig.json', ...options]
  await run(process.execPath, args, { cwd: ROOT })
}
