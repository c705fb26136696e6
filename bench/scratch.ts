import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contestant } from './contestants.ts'
import { BENCH_KEY, OPENING_BALANCE } from './operations.ts'

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))

/** A folder of one run, outside the repository. */
export type Scratch = {
  readonly folder: string
  /** A copy of the built package, so that a build in the meantime doesn't change what is measured. */
  readonly build: string
  /** The partners file of the mock. */
  readonly partners: string
  /** Copies of what the competitors are told: some of them write into it. */
  readonly competitors: string
  /** The path of a file of an installed package. */
  installed(path: string): string
  /** Makes an empty folder, which goes with the run's. */
  newFolder(): string
  /** Gives competitors back the files that they began with. */
  restore(): void
  remove(): void
}

/** Makes the folder of a run, with a copy of what `npm run build` made. */
export function makeScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-bench-'))
  const build = join(folder, 'build')
  const partners = join(folder, 'partners.json')
  const competitors = join(folder, 'competitors')
  mkdirSync(build)
  cpSync(join(REPOSITORY, 'dist'), join(build, 'dist'), { recursive: true })
  cpSync(join(REPOSITORY, 'package.json'), join(build, 'package.json'))
  symlinkSync(join(REPOSITORY, 'node_modules'), join(build, 'node_modules'))
  const partner = { id: 'bench', key: BENCH_KEY, openingBalance: OPENING_BALANCE }
  writeFileSync(partners, JSON.stringify({ partners: [partner] }))
  const restore = () => cpSync(join(REPOSITORY, 'bench/competitors'), competitors, { recursive: true })
  restore()
  return {
    folder,
    build,
    partners,
    competitors,
    installed: (path) => join(folder, 'node_modules', path),
    newFolder: () => mkdtempSync(join(folder, 'own-')),
    restore,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Installs what the mock is compared with: exact versions, into the folder of the run alone.
 *
 * @throws {Error} when npm could not.
 */
export function installCompetitors({ folder }: Scratch, contestants: readonly Contestant[]): void {
  const packages = contestants.flatMap((contestant) => contestant.package ?? [])
  const dependencies = Object.fromEntries(packages.map(({ name, version }) => [name, version]))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  const { status } = spawnSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0)
    throw new Error(
      `npm install of ${packages.map(({ name }) => name).join(', ')} ended with ${status}. Reach the registry, or measure with --without-competitors.`,
    )
}
