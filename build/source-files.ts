import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { ROOT } from './places.ts'

export type Import = {
  readonly to: string
  /** A `dynamic` one loads the file when it is called, a `type` never. */
  readonly kind: 'value' | 'type' | 'dynamic'
}

export type SourceFile = {
  readonly path: string
  readonly imports: readonly Import[]
}

const STATIC = /^(?:import|export)\b(?<type> type\b)?(?:[^'"`;]*?\bfrom)?\s*'(?<to>(?:\.|node:)[^']*)'/gm
const DYNAMIC = /\bimport\(\s*'(?<to>\.[^']+)'/g

/** Every file of code in this checkout that Git knows or would take. */
export function readSourceFiles(): SourceFile[] {
  const kinds = ['*.ts', '*.cts', '*.js', '*.mjs', ':!examples/consumers/*/**']
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...kinds]
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return listed
    .trimEnd()
    .split('\n')
    .flatMap((path) => readFile(path) ?? [])
}

function readFile(path: string): SourceFile | undefined {
  let text: string
  try {
    text = readFileSync(posix.join(ROOT, path), 'utf8')
  } catch {
    // Deleted, and Git was not told.
    return undefined
  }
  return { path, imports: importsIn(path, text) }
}

export function importsIn(path: string, text: string): Import[] {
  const from = (to = '') => (to.startsWith('.') ? posix.join(posix.dirname(path), to) : to)
  const found: Import[] = []
  for (const { groups } of text.matchAll(STATIC))
    found.push({ to: from(groups?.to), kind: groups?.type === undefined ? 'value' : 'type' })
  for (const { groups } of text.matchAll(DYNAMIC)) found.push({ to: from(groups?.to), kind: 'dynamic' })
  return found
}
