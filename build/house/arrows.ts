import { posix } from 'node:path'
import { IN_A_BROWSER, ROOMS } from './rooms.ts'
import type { SourceFile } from './source-files.ts'

/** The names that a name with `{a,b}` stands for. */
export function namesOf(name: string): string[] {
  const [, before, choices, after] = /^(.*)\{(.+)\}(.*)$/.exec(name) ?? []
  if (choices === undefined) return [name]
  return choices.split(',').map((choice) => `${before}${choice}${after}`)
}

/** Each room by its name, and what it may import. */
const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(ROOMS).flatMap(([names, allowed]) =>
    namesOf(names).map((room) => [room, allowed.split(' ').filter(Boolean).flatMap(namesOf)] as const),
  ),
)

/** The room of a file, or of a folder: the longest name of the table that holds it. */
function roomOf(path: string): string | undefined {
  for (let name = path; name !== '.'; name = posix.dirname(name)) if (ALLOWED.has(name)) return name
  return undefined
}

/** `folder/*` holds the files of a folder, another name also what is below it. */
function holds(name: string, path: string): boolean {
  if (name.endsWith('/*')) return posix.dirname(path) === posix.dirname(name)
  return path === name || path.startsWith(`${name}/`)
}

const TEST = /\.(?:test|fixture)\./
const TESTING = /\/(?:testing|mutants)\//

function isForTests(to: string, by: string): boolean {
  return TEST.test(to) || (TESTING.test(to) && !TESTING.test(by))
}

/** Why a file of a room may not import another, with what it may; undefined where it may. */
export function refusalOf(path: string, to: string): string | undefined {
  const room = roomOf(path)
  if (room === undefined) return undefined
  if (to.startsWith('node:')) {
    const isInBrowser = IN_A_BROWSER.some((name) => holds(name, path))
    return isInBrowser
      ? `${path} imports ${to}: ${room} runs in a browser, too. Use nothing of Node.`
      : undefined
  }
  const allowed = ALLOWED.get(room) ?? []
  if (allowed.includes(to)) return undefined
  if (isForTests(to, path)) return `${path} imports ${to}: that is for tests alone.`
  if (room === roomOf(posix.dirname(to)) || allowed.some((name) => holds(name, to))) return undefined
  const may = allowed.length === 0 ? 'nothing else of this package' : allowed.join(', ')
  return `${path} imports ${to}: ${room} may import ${may}. Move what you need down, or pass it in. The table is build/house/rooms.ts.`
}

/** Every import of a file that its room may not have. */
export function refusalsIn(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => !TEST.test(path))
  return sources.flatMap(({ path, imports }) => imports.flatMap(({ to }) => refusalOf(path, to) ?? []))
}
