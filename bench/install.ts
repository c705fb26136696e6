import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './figures.ts'

export const MOST = { packages: 9, megabytes: 18, seconds: 6 }

export type Product = { readonly title: string; readonly spec: string }

export type Install = {
  readonly title: string
  /** How many packages are there then, the product included. */
  readonly packages: number
  /** What their files take of a disk, in MB of 1,000,000 bytes. */
  readonly megabytes: number
  /** Medians: with an empty cache of npm, and with one that has every package. */
  readonly seconds: { readonly emptyCache: number; readonly filledCache: number }
}

/**
 * Installs each product so often, one after another in each round, so that what else the machine does is spread over all of them.
 *
 * @throws {Error} when npm can't install a product.
 */
export function measureInstalls(
  products: readonly Product[],
  { folder, rounds, say }: { folder: string; rounds: number; say: (line: string) => void },
): Install[] {
  const taken = products.map(() => ({ emptyCache: [] as number[], filledCache: [] as number[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { title, spec }] of products.entries()) {
      const cache = join(folder, `cache-${index}-${round}`)
      const emptyCache = installSeconds(spec, emptied(projectOf(folder, index)), cache)
      const filledCache = installSeconds(spec, emptied(projectOf(folder, index)), cache)
      rmSync(cache, { recursive: true, force: true })
      taken[index]?.emptyCache.push(emptyCache)
      taken[index]?.filledCache.push(filledCache)
      say(`${title}: ${emptyCache.toFixed(1)} s, again ${filledCache.toFixed(1)} s`)
    }
  }
  return products.map(({ title }, index) => {
    const modules = join(projectOf(folder, index), 'node_modules')
    const { emptyCache = [], filledCache = [] } = taken[index] ?? {}
    return {
      title,
      packages: packagesIn(modules),
      megabytes: bytesIn(modules) / 1e6,
      seconds: { emptyCache: median(emptyCache), filledCache: median(filledCache) },
    }
  })
}

function projectOf(folder: string, index: number): string {
  return join(folder, `project-${index}`)
}

function emptied(project: string): string {
  rmSync(project, { recursive: true, force: true })
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true}')
  return project
}

function installSeconds(spec: string, project: string, cache: string): number {
  const began = performance.now()
  const install = ['install', spec, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  const { status } = spawnSync('npm', [...install, '--cache', cache], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error(`npm install ${spec} ended with ${status}. Reach the registry, and try again.`)
  return (performance.now() - began) / 1000
}

function packagesIn(modules: string): number {
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  return Object.keys(lock.packages).length
}

/** The blocks of every file and folder: a small file takes a whole one. Windows knows no blocks. */
function bytesIn(path: string): number {
  const { blocks, size } = lstatSync(path)
  const own = blocks === undefined ? size : blocks * 512
  if (!lstatSync(path).isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), own)
}

export function excessOf({ packages, megabytes, seconds }: Install): string[] {
  return [
    ...(packages > MOST.packages ? [`${packages} packages, ${MOST.packages} allowed`] : []),
    ...(megabytes > MOST.megabytes ? [`${megabytes.toFixed(1)} MB, ${MOST.megabytes} allowed`] : []),
    ...(seconds.filledCache > MOST.seconds
      ? [`${seconds.filledCache.toFixed(1)} s, ${MOST.seconds} allowed`]
      : []),
  ]
}
