import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The licences of the packages that some modules belong to, each under the name of its package.
 *
 * @throws {Error} for a package without a licence: it may not be redistributed.
 */
export function licencesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((path) => packageFolder(path) ?? []))
  return [...folders].sort().map(licenceOf).join('\n\n')
}

function packageFolder(path: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll('\\', '/'))?.[0]
}

function licenceOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:\.|$)/i.test(name))
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Package
  if (file !== undefined) return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  // Some packages name the MIT licence without its text.
  if (license !== 'MIT' || typeof author !== 'string')
    throw new Error(`${name} comes without a licence: leave it out of the bundle.`)
  const text = readFileSync(OWN_LICENCE, 'utf8').replace(/^Copyright .*$/m, `Copyright (c) ${author}`)
  return `${name} ${version}\n\n${text.trim()}\n`
}

/** The text of the MIT licence. */
const OWN_LICENCE = new URL('../LICENSE', import.meta.url)

type Package = {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: unknown
}
