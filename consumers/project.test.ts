import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CONSUMERS, projectsIn } from './project.ts'

const PROJECTS = projectsIn(CONSUMERS)
const PAGE = readFileSync(join(CONSUMERS, 'README.md'), 'utf8')

/** A project in a folder of its own, with a package.json. */
function folderWith(manifest: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'one'))
  writeFileSync(join(folder, 'one', 'package.json'), JSON.stringify(manifest))
  return folder
}

test.each(PROJECTS)('$name has a page of ten lines at most', ({ folder }) => {
  const lines = readFileSync(join(folder, 'README.md'), 'utf8').split('\n')
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10)
})

test.each(PROJECTS)('$name is in the table, with each version that is tried', ({ name, manifest }) => {
  const row = PAGE.split('\n').find((line) => line.includes(`](${name}/README.md)`))
  const { '@types/node': _, typescript: __, ...tools } = manifest.devDependencies
  const tried = Object.values({ ...tools, ...manifest.matrix }).flat()
  for (const version of tried) expect(row).toContain(version)
})

test('each published part is used by a consumer', () => {
  const { exports } = JSON.parse(readFileSync(join(CONSUMERS, '..', 'package.json'), 'utf8'))
  const sources = globSync('*/*.{js,ts,cts}', { cwd: CONSUMERS })
  const code = sources.map((file) => readFileSync(join(CONSUMERS, file), 'utf8')).join('')
  const parts = Object.keys(exports).map((part) => `'partner-purchase-kit${part.slice(1)}'`)
  expect(parts.filter((part) => !code.includes(part))).toEqual([])
})

test('a version that is a range is refused', () => {
  const folder = folderWith({
    description: 'One',
    scripts: { test: 'jest' },
    devDependencies: { jest: '^30.5.2' },
  })
  expect(() => projectsIn(folder)).toThrow('an exact version')
})

test('a project without a script to run is refused', () => {
  expect(() => projectsIn(folderWith({ description: 'One', scripts: {} }))).toThrow('test')
})
