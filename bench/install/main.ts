import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from '../machine.ts'
import { inRunFolder } from '../run-folder.ts'
import { PEER_VERSIONS } from '../servers/peers.ts'
import { measureInstalls, type Product } from './measure.ts'
import { excessOf, installSection, withInstallSection } from './section.ts'

/** `npm run bench:install`: what an install of the packed kit takes, next to others. It fails if the kit is over a bound. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = join(ROOT, 'docs', 'performance.md')
const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, rounds: { type: 'string', default: '3' } },
})
const npm = (...args: string[]) =>
  execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' })

const machine = describeMachine()
const [kit, ...others] = await inRunFolder(async (folder) => {
  npm('pack', '--silent', '--ignore-scripts', '--pack-destination', folder)
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const products: Product[] = [
    { title: 'this kit', spec: join(folder, archive) },
    ...Object.entries({ ...PEER_VERSIONS, msw: devDependencies.msw }).map(([name, version]) => ({
      title: `${name} ${version}`,
      spec: `${name}@${version}`,
    })),
  ]
  return measureInstalls(products, { folder, rounds: Number(values.rounds), say: console.error })
})
if (kit === undefined) throw new Error('Nothing was measured.')

const section = installSection([kit, ...others], machine, npm('--version').trim())
if (values.write) writeFileSync(PAGE, withInstallSection(readFileSync(PAGE, 'utf8'), section))
else console.log(section)
for (const excess of excessOf(kit)) {
  console.error(`This kit is over a bound: ${excess}.`)
  process.exitCode = 1
}
