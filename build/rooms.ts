import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

/**
 * Every room, and what it may import besides itself: whole rooms, or single files. A file belongs to the longest name that
 * holds it, so a row for one file is an exception to the row of its folder. A folder without a row is for development: it
 * may import everything, and no room may import it.
 */
export const ROOMS: Readonly<Record<string, string>> = {
  'contract/wire': '',
  'contract/text': 'contract/wire',
  'contract/profile': 'contract/{text,wire}',
  'contract/reference': 'contract/{profile,text,wire}',
  'contract/scenario': 'contract/{reference,profile,text,wire}',
  'contract/report': 'contract/{scenario,reference,profile,text,wire}',
  'contract/clock.ts': '',

  fixtures: 'contract',
  'reference-client': 'contract',

  'reporting/text': 'contract',
  'reporting/{junit,markdown}': 'contract reporting/text',
  'reporting/markup': 'contract reporting/text',
  'reporting/html': 'contract reporting/{markup,text}',

  openapi: 'contract fixtures',

  'dashboard/state': 'contract reporting/text',
  dashboard: 'contract reporting dashboard/state',

  'mock-server/message': '',
  'mock-server/guards': 'contract fixtures',
  'mock-server/journal': 'contract mock-server/{guards,message}',
  'mock-server/store': 'contract',
  'mock-server/sandbox': 'contract fixtures mock-server/{store,journal,guards,message}',
  'mock-server/operations':
    'contract mock-server/{sandbox,store,message} mock-server/{answers,faults,near-miss,refusals}.ts',
  'mock-server/http': '',
  'mock-server/admin': 'contract fixtures openapi mock-server/{http,sandbox,store,journal,guards,message}',
  'mock-server/tls': 'contract fixtures mock-server/http',
  'mock-server':
    'contract fixtures mock-server/{admin,http,operations,sandbox,store,journal,guards,message,tls}',
  'mock-server/testing': 'contract fixtures mock-server',

  testing: 'contract fixtures mock-server reference-client',

  'contract-tests/http': 'contract',
  'contract-tests/target': 'contract contract-tests/http',
  'contract-tests/checks':
    'contract reference-client contract-tests/target contract-tests/{answers,costs,follow,order,service,shop,unknown-keys}.ts',
  'contract-tests/discovery': 'contract contract-tests/{target,http}',
  'contract-tests': 'contract fixtures contract-tests/{checks,target,http}',

  'certification/rules': 'contract certification/*',
  'certification/report': 'contract certification/*',
  'certification/report/scenario-report.ts': 'contract fixtures certification',
  'certification/{options,plan,preflight,sandbox}.ts': 'contract fixtures mock-server certification',
  'certification/mutants':
    'contract fixtures mock-server examples examples/good-clients.fixture.ts certification/*',
  certification: 'contract certification/{report,rules}',

  'cli/public.ts': 'certification mock-server reference-client testing',
  'cli/io.ts': 'contract',
  'cli/terminal': 'contract reporting/text cli/io.ts',
  'cli/files': 'contract fixtures reporting cli/{terminal,io.ts}',
  'cli/target': 'contract fixtures contract-tests cli/{terminal,io.ts}',
  'cli/mock': 'contract fixtures mock-server certification reporting/text cli/{files,terminal,io.ts}',
  'cli/commands':
    'contract fixtures reference-client openapi reporting mock-server contract-tests certification cli/{files,mock,target,terminal,io.ts}',
  cli: 'contract cli',
}

/** Rooms that run in a browser, too: they use nothing of Node. */
const IN_A_BROWSER: readonly string[] = ['dashboard', 'reference-client']

/** The names that a name with `{a,b}` stands for. */
export function namesOf(name: string): string[] {
  const [, before, choices, after] = /^(.*)\{(.+)\}(.*)$/.exec(name) ?? []
  if (choices === undefined) return [name]
  return choices.split(',').map((choice) => `${before}${choice}${after}`)
}

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
  return `${path} imports ${to}: ${room} may import ${may}. Move what you need down, or pass it in. The table is build/rooms.ts.`
}

export function refusalsIn(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => !TEST.test(path))
  return sources.flatMap(({ path, imports }) => imports.flatMap(({ to }) => refusalOf(path, to) ?? []))
}
