import type { Project } from './project.ts'

/** One installation of a project, and the Nodes to run it by. */
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

/** What distinguishes one run of a project from its others. */
export function variantOf(versions: Installation['versions'], node: string | null): string {
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return [...packages, ...(node === null ? [] : [`Node ${node}`])].join(', ')
}
