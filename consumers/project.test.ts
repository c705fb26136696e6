import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CONSUMERS, chosen, installationsOf, type Project, projectsIn, variantOf } from './project.ts'

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
  expect(parts.filter((part) => !part.includes('.json') && !code.includes(part))).toEqual([])
})

test.for([
  [
    'a version that is a range',
    { scripts: { test: 'jest' }, devDependencies: { jest: '^30.5.2' } },
    'an exact version',
  ],
  ['a project without a script to run', { scripts: {} }, 'test'],
] as const)('%s is refused', ([, manifest, said]) => {
  expect(() => projectsIn(folderWith({ description: 'One', ...manifest }))).toThrow(said)
})

function project(name: string, matrix: Record<string, string[]> = {}): Project {
  const manifest = { description: name, scripts: { test: 'node --test' }, devDependencies: {}, matrix }
  return { name, folder: `/consumers/${name}`, manifest }
}

test.for<[what: string, matrix: Record<string, string[]>, installed: string[], nodes: (string | null)[]]>([
  ['without a matrix, one, run by the Node of this process', {}, [''], [null]],
  [
    'each version of a package, which all Nodes share',
    { msw: ['2.10.0', '3.0.5'], node: ['22.18.0', '26.10.0'] },
    ['2.10.0', '3.0.5'],
    ['22.18.0', '26.10.0'],
  ],
  [
    'the versions of two packages, combined',
    { msw: ['2.10.0', '3.0.5'], typescript: ['5.9.3', '7.0.2'] },
    ['2.10.0 5.9.3', '2.10.0 7.0.2', '3.0.5 5.9.3', '3.0.5 7.0.2'],
    [null],
  ],
])('what is installed of a project: %s', ([, matrix, installed, nodes]) => {
  const installations = installationsOf(project('msw', matrix))
  expect(installations.map(({ versions }) => Object.values(versions).join(' '))).toEqual(installed)
  for (const one of installations) expect(one.nodes).toEqual(nodes)
})

test('a run is named by what distinguishes it', () => {
  expect(variantOf({ msw: '3.0.5' }, '26.10.0')).toBe('msw 3.0.5, Node 26.10.0')
  expect(variantOf({}, null)).toBe('')
})

test('projects are chosen by name, and all without one', () => {
  const projects = [project('bun'), project('jest'), project('msw')]
  expect(chosen(projects, []).map(({ name }) => name)).toEqual(['bun', 'jest', 'msw'])
  expect(chosen(projects, ['msw', 'bun']).map(({ name }) => name)).toEqual(['bun', 'msw'])
  expect(() => chosen(projects, ['mocha'])).toThrow(
    'There is no consumer "mocha": choose from bun, jest, msw.',
  )
})
