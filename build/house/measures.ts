import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseArgs } from 'node:util'
import { type Import, ROOT, readSourceFiles, type SourceFile } from './source-files.ts'

export type Measure = { readonly what: string; readonly found: number | undefined; readonly to: number }

/**
 * Services beside the mock, besides the servers that a judge is tested with: the model, and the one that makes histories
 * with a clause relaxed. One that imports another stands on it: it is no implementation of its own.
 */
const OTHER_SERVICES = [
  'contract-tests/judge/testing/relaxed-service.fixture.ts',
  'testing/model/documented-service.fixture.ts',
]

/** What `verify --base-url` loads as soon as it begins. */
const VERIFY = ['cli/main.ts', 'cli/process.ts', 'cli/commands/verify/run.ts']

/** The lists of CONTRIBUTING, each with the title over it: the files that somebody opens, in order. */
const WAYS = [
  ['files to open for a lost purchase', 'A purchase is lost', 18],
  ['files to open for a broken verify', 'A verify is broken', 20],
  ['files to open for a broken certify', 'A certify is broken', 26],
] as const

const SHORT = 25

export function measuresOf(files: readonly SourceFile[]): Measure[] {
  const [tests, sources] = [files.filter(({ isTest }) => isTest), files.filter(({ isTest }) => !isTest)]
  const inHouse = sources.filter(({ path }) => !path.startsWith('examples/'))
  const services = files.filter(
    ({ path, imports }) =>
      OTHER_SERVICES.includes(path) && !imports.some(({ to }) => OTHER_SERVICES.includes(to)),
  )
  const contributing = readFileSync(posix.join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  return [
    { what: 'lines of source', found: linesOf(inHouse), to: 44_000 },
    { what: 'lines of tests, fixtures and mutants', found: linesOf(tests), to: 38_000 },
    { what: 'files of code', found: files.length, to: 1_100 },
    {
      what: `source files under ${SHORT} lines`,
      found: inHouse.filter(({ lines }) => lines < SHORT).length,
      to: 40,
    },
    { what: 'source files with one importer, beside them', found: onlyUsedBeside(inHouse).length, to: 50 },
    { what: 'files in the longest chain of imports', found: longestChain(inHouse).length, to: 24 },
    ...WAYS.map(([what, title, to]) => ({ what, found: stepsOf(contributing, title), to })),
    { what: 'files of the mock that verify --base-url loads', found: mockFilesLoaded(inHouse), to: 0 },
    {
      what: 'lines of biome.json',
      found: readFileSync(posix.join(ROOT, 'biome.json'), 'utf8').split('\n').length - 1,
      to: 250,
    },
    { what: 'services beside the mock, in tests', found: services.length, to: 1 },
  ]
}

export function lineOf({ what, found, to }: Measure): string {
  const mark = found !== undefined && found <= to ? '✓' : ' '
  const shown = found?.toLocaleString('en-GB') ?? 'no list'
  return `${mark} ${what.padEnd(50)}${shown.padStart(8)}  of ${to.toLocaleString('en-GB')}`
}

function linesOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { lines }) => sum + lines, 0)
}

/** The files that one other file imports, and that lies in their own folder. */
export function onlyUsedBeside(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>()
  for (const { path, imports } of files)
    for (const { to } of imports) importers.set(to, (importers.get(to) ?? new Set()).add(path))
  return files.flatMap(({ path }) => {
    const [only, ...others] = importers.get(path) ?? []
    const isBeside = only !== undefined && posix.dirname(only) === posix.dirname(path)
    return isBeside && others.length === 0 ? [path] : []
  })
}

/** The files of the longest way from one file over its imports, types included. No circle is left to run in. */
export function longestChain(files: readonly SourceFile[]): readonly string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const chains = new Map<string, readonly string[]>()
  const chainFrom = (path: string): readonly string[] => {
    const known = chains.get(path)
    if (known !== undefined) return known
    const next = (importsOf.get(path) ?? []).filter(({ to }) => importsOf.has(to))
    const chain = [path, ...longest(next.map(({ to }) => chainFrom(to)))]
    chains.set(path, chain)
    return chain
  }
  return longest(files.map(({ path }) => chainFrom(path)))
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((one, other) => (other.length > one.length ? other : one), [])
}

function mockFilesLoaded(files: readonly SourceFile[]): number {
  const importsOf = new Map(files.map(({ path, imports }): [string, readonly Import[]] => [path, imports]))
  const loaded = new Set(VERIFY)
  for (const path of loaded)
    for (const { to, kind } of importsOf.get(path) ?? []) if (kind === 'value') loaded.add(to)
  return [...loaded].filter((path) => path.startsWith('mock-server/')).length
}

/** How many numbered lines are under a title; undefined where there is none. */
function stepsOf(page: string, title: string): number | undefined {
  const [, section] = page.split(new RegExp(`^#+ ${title}$`, 'm'))
  return section?.split(/^#/m, 1)[0]?.match(/^\d+\. /gm)?.length
}

/** `npm run house`: how big the house is, and how big it is to be. `-- --list` names the files behind some rows. */
function main(): void {
  const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
  const files = readSourceFiles()
  for (const measure of measuresOf(files)) console.log(lineOf(measure))
  if (!values.list) return
  const sources = files.filter(({ isTest, path }) => !isTest && !path.startsWith('examples/'))
  const lists = {
    [`Under ${SHORT} lines`]: sources.flatMap(({ path, lines }) => (lines < SHORT ? `${path} ${lines}` : [])),
    'One importer': onlyUsedBeside(sources),
    Chain: longestChain(sources),
  }
  for (const [title, paths] of Object.entries(lists)) console.log(`\n${title}\n  ${paths.join('\n  ')}`)
}

if (import.meta.main) main()
