import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineOf, longestChain, measuresOf, onlyUsedBeside } from './measures.ts'
import { importsIn, ROOT, readSourceFiles, type SourceFile } from './source-files.ts'

/** Files by what they import. */
function files(imports: Readonly<Record<string, readonly string[]>>): SourceFile[] {
  return Object.entries(imports).map(([path, ofPath]) => ({
    path,
    lines: 100,
    isTest: false,
    imports: ofPath.map((to) => ({ to, kind: 'value' })),
  }))
}

test('the table has every row of this checkout, and says which is as it is to be', () => {
  const measures = measuresOf(readSourceFiles())
  expect(measures).toHaveLength(12)
  expect(measures.filter(({ found }) => found !== undefined && !Number.isInteger(found))).toEqual([])
  expect(measures.find(({ what }) => what === 'lines of source')?.found).toBeGreaterThan(10_000)
  expect(lineOf({ what: 'files of code', found: 1_101, to: 1_100 })).toMatch(
    /^ {2}files of code +1,101 {2}of 1,100$/,
  )
  expect(lineOf({ what: 'files of code', found: 1_100, to: 1_100 })).toMatch(/^✓ files/)
  expect(lineOf({ what: 'files to open', found: undefined, to: 18 })).toMatch(/^ {2}files to open +no list/)
})

test('an import is found in each of its forms', () => {
  const text = `import { a } from '../b.ts'
import type { C } from './c.ts'
import {
  type D,
  e,
} from 'node:fs'
export { f } from '../../f/f.ts'
import './side.ts'
 * import { no } from './comment.ts'
const { serve } = await import('../serve.ts')
import * as z from 'zod'
`
  expect(importsIn('cli/mock/a.ts', text)).toEqual([
    { to: 'cli/b.ts', kind: 'value' },
    { to: 'cli/mock/c.ts', kind: 'type' },
    { to: 'node:fs', kind: 'value' },
    { to: 'f/f.ts', kind: 'value' },
    { to: 'cli/mock/side.ts', kind: 'value' },
    { to: 'cli/serve.ts', kind: 'dynamic' },
  ])
})

test('a file with one importer is counted where both are in one folder', () => {
  const all = files({
    'a/one.ts': ['a/two.ts', 'b/three.ts', 'a/four.ts'],
    'a/two.ts': ['a/four.ts'],
    'b/three.ts': [],
    'a/four.ts': [],
  })
  expect(onlyUsedBeside(all)).toEqual(['a/two.ts'])
})

test('a chain is as long as the most files that one import leads through', () => {
  const all = files({ 'a.ts': ['c.ts', 'b.ts'], 'b.ts': ['c.ts', 'node:fs'], 'c.ts': [] })
  expect(longestChain(all)).toEqual(['a.ts', 'b.ts', 'c.ts'])
})

const STEP = /^\d+\. `(?<file>[^`]+)` `(?<name>\w+)`: \S/
const STEPS = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  .split(/^(?=## )/m)
  .filter((section) => section.startsWith('## The way of '))
  .flatMap((section) => section.split('\n'))
  .filter((line) => /^\d+\. /.test(line))

test.for(STEPS)('CONTRIBUTING leads to what is there: %s', (line) => {
  const { file = '', name = '' } = STEP.exec(line)?.groups ?? {}
  const text = readFileSync(join(ROOT, file), 'utf8')
  expect(text).toMatch(
    new RegExp(`^export (?:async )?(?:const|function|class|type|interface) ${name}\\b`, 'm'),
  )
})
