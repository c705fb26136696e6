import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** The folder of the consumers: each folder in it is one project. */
export const CONSUMERS = fileURLToPath(new URL('.', import.meta.url))

const EXACT = z.string().regex(/^(npm:.+@)?\d+\.\d+\.\d+$/, 'an exact version')

const manifestSchema = z.looseObject({
  description: z.string(),
  scripts: z.looseObject({
    /** Fails, by its exit code, where the project fails. */
    test: z.string(),
    /** Fails where a runtime of another maker can't run on this machine: then the project is not run. */
    available: z.string().optional(),
  }),
  devDependencies: z.record(z.string(), EXACT).default({}),
  /** The versions to try, by package; those of `node` are runtimes. Default: what `devDependencies` and this process have. */
  matrix: z.record(z.string(), z.array(EXACT).min(1)).default({}),
})

/** A small project that uses the kit as its users do. */
export type Project = {
  readonly name: string
  readonly folder: string
  readonly manifest: z.infer<typeof manifestSchema>
}

/**
 * The projects of a folder, in the order of their names.
 *
 * @throws {z.ZodError} for a package.json that is no consumer's.
 */
export function projectsIn(folder: string): Project[] {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')))
  return names.sort().map((name) => {
    const file = join(folder, name, 'package.json')
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { name, folder: join(folder, name), manifest }
  })
}

export type Installation = {
  readonly project: Project
  /** The versions that this installation has instead of those of its `devDependencies`, by package. */
  readonly versions: Readonly<Record<string, string>>
  /** Versions of Node; null is the Node of this process. */
  readonly nodes: readonly (string | null)[]
}

/**
 * The projects with some names, or all of them.
 *
 * @throws {Error} for a name that no project has.
 */
export function chosen(projects: readonly Project[], names: readonly string[]): readonly Project[] {
  const known = projects.map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(`There is no consumer "${unknown}": choose from ${known.join(', ')}.`)
  return projects.filter(({ name }) => names.length === 0 || names.includes(name))
}

/** Every combination of the versions in the matrix of a project. Nodes share an installation. */
export function installationsOf(project: Project): Installation[] {
  const { node, ...packages } = project.manifest.matrix
  let combinations: Record<string, string>[] = [{}]
  for (const [name, versions] of Object.entries(packages))
    combinations = combinations.flatMap((before) =>
      versions.map((version) => ({ ...before, [name]: version })),
    )
  return combinations.map((versions) => ({ project, versions, nodes: node ?? [null] }))
}

export function variantOf(versions: Installation['versions'], node: string | null): string {
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return [...packages, ...(node === null ? [] : [`Node ${node}`])].join(', ')
}

export type Result = {
  readonly name: string
  /** What distinguishes it from other runs of the project. */
  readonly variant: string
  readonly milliseconds: number
  readonly verdict: 'passed' | 'failed' | 'not run'
  /** What a failed one has printed; why one was not run. */
  readonly detail: string
}

const MARKS: Readonly<Record<Result['verdict'], string>> = { passed: '✓', failed: '✗', 'not run': '–' }

export function lineOf({ name, variant, milliseconds, verdict, detail }: Result): string {
  const seconds = (milliseconds / 1000).toFixed(1).padStart(6)
  const said = verdict === 'not run' ? `not run: ${detail}` : [verdict, ...measuredIn(detail)].join(': ')
  return `${MARKS[verdict]} ${name.padEnd(15)} ${variant.padEnd(24)} ${seconds} s  ${said}`
}

/** What a project has measured: the rest of a line of its output that begins with `measured: `. */
function measuredIn(output: string): string[] {
  return /^measured: (?<what>.*)$/m.exec(output)?.slice(1) ?? []
}

/** What follows the lines: what failed ones have printed, and the count of each verdict. */
export function closingOf(results: readonly Result[]): string {
  const failed = results.filter(({ verdict }) => verdict === 'failed')
  const outputs = failed.map(
    ({ name, variant, detail }) => `\n${`── ${name} ${variant}`.trim()}\n${readable(detail)}\n`,
  )
  const counts = Object.keys(MARKS).flatMap((verdict) => {
    const count = results.filter((result) => result.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${verdict}`]
  })
  return `${outputs.join('')}\n${counts.join(', ')}\n`
}

/** A line of a bundle may have thousands of characters, and Node prints the one that threw. */
const MOST_CHARACTERS = 300

function readable(output: string): string {
  const lines = output.trim().split('\n')
  return lines
    .map((line) => (line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line))
    .join('\n')
}

/** 0 where every run passed, 1 where one failed, 4 where one was not run: the same as the kit's own. */
export function exitCodeOf(results: readonly Result[]): number {
  const verdicts = new Set(results.map(({ verdict }) => verdict))
  if (verdicts.has('failed')) return 1
  return verdicts.has('not run') || verdicts.size === 0 ? 4 : 0
}
