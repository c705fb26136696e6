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
  }),
  devDependencies: z.record(z.string(), EXACT).default({}),
  /** The versions to try, by package; those of `node` are runtimes. Default: what `devDependencies` and this process have. */
  matrix: z.record(z.string(), z.array(EXACT).min(1)).default({}),
})

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
