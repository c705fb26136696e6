import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENVIRONMENT, packInto, ROOT } from '../../cli/testing/built-package.fixture.ts'
import { withoutNpm } from '../../cli/testing/run-cli.fixture.ts'
import { temporaryFolder } from '../../cli/testing/temporary-folder.fixture.ts'

const FOLDER = import.meta.dirname

type Manifest = {
  readonly devDependencies?: Readonly<Record<string, string>>
  /** The versions of one package to try, besides the rest of `devDependencies`. */
  readonly matrix?: Readonly<Record<string, readonly string[]>>
}

type Project = { readonly folder: string; readonly manifest: Manifest }

const PROJECTS: readonly Project[] = globSync('*/package.json', { cwd: FOLDER })
  .toSorted()
  .map((file) => ({
    folder: join(FOLDER, dirname(file)),
    manifest: JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
  }))

const ROWS = PROJECTS.flatMap((project) => {
  const [[name, versions] = []] = Object.entries(project.manifest.matrix ?? {})
  const title = basename(project.folder)
  if (name === undefined || versions === undefined) return [{ title, project, tried: {} }]
  return versions.map((version) => ({
    title: `${title}, ${name} ${version}`,
    project,
    tried: { [name]: version },
  }))
})

let tarball: string
const home = temporaryFolder({ onTestFinished: afterAll })
beforeAll(async () => {
  tarball = await packInto(home)
})

test.for(ROWS)(
  '$title: a project that installs the packed kit passes its own tests',
  // An old compiler checks four configurations, with every declaration.
  { timeout: 600_000 },
  async (row, context) => {
    const { project, tried } = row
    const copy = temporaryFolder(context)
    cpSync(project.folder, copy, { recursive: true })
    copyFileSync(tarball, join(copy, 'kit.tgz'))
    const devDependencies = {
      ...project.manifest.devDependencies,
      ...tried,
      'partner-purchase-kit': 'file:kit.tgz',
    }
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...project.manifest, devDependencies }))
    const npm = (...args: readonly string[]) =>
      promisify(execFile)('npm', args, { cwd: copy, env: withoutNpm(ENVIRONMENT) }).catch(
        ({ stdout, stderr }) => {
          throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`)
        },
      )
    await npm('install', '--no-audit', '--no-fund', '--loglevel', 'error')
    await npm('test')
  },
)

test('each published part is used by a project', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const sources = globSync('*/*.{js,ts,cts}', { cwd: FOLDER })
  const code = sources.map((file) => readFileSync(join(FOLDER, file), 'utf8')).join('')
  const parts = Object.keys(exports).map((part) => `'partner-purchase-kit${part.slice(1)}'`)
  expect(parts.filter((part) => !part.includes('.json') && !code.includes(part))).toEqual([])
})
