import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './places.ts'
import { namesOf, ROOMS, refusalOf, refusalsIn } from './rooms.ts'
import { importsIn, readSourceFiles } from './source-files.ts'

test('every room imports only what its row in rooms.ts allows', () => {
  expect(refusalsIn(readSourceFiles())).toEqual([])
})

test.for([
  ['an import that goes up', 'mock-server/store/order.ts', 'mock-server/http/listen.ts'],
  ['another part', 'contract/wire/money.ts', 'cli/io.ts'],
  ['a room beside it', 'contract-tests/target/target.ts', 'contract-tests/checks/reads.ts'],
  ['a folder for development', 'cli/mock/banner.ts', 'build/bench.ts'],
  ['a fixture', 'cli/commands/verify/run.ts', 'cli/commands/verify/hostile-target.fixture.ts'],
  ['Node on a page', 'dashboard/api.ts', 'node:fs'],
] as const)('%s is refused', ([, path, to]) => {
  expect(refusalOf(path, to)).toContain(`${path} imports ${to}: `)
})

test('the message says what the room may import', () => {
  expect(refusalOf('contract/text/harmless.ts', 'contract/profile/profile.ts')).toBe(
    'contract/text/harmless.ts imports contract/profile/profile.ts: contract/text may import contract/wire. Move what you need down, or pass it in. The table is build/rooms.ts.',
  )
})

test.for([
  ['its own room', 'mock-server/http/listen.ts', 'mock-server/http/listen.ts'],
  ['a room below', 'mock-server/admin/keys.ts', 'mock-server/store/sqlite-driver.ts'],
  ['a module of Node', 'mock-server/http/listen.ts', 'node:net'],
  [
    'everything, in a folder for development',
    'build/bench.ts',
    'mock-server/store/embedded-server.fixture.ts',
  ],
] as const)('%s may be imported', ([, path, to]) => {
  expect(refusalOf(path, to)).toBeUndefined()
})

test('each name of the table is a folder or a file', () => {
  const names = Object.entries(ROOMS)
    .flatMap(([room, allowed]) => [room, ...allowed.split(' ')])
    .flatMap(namesOf)
  const missing = names.filter((name) => !existsSync(join(ROOT, name.replace(/\*$/, ''))))
  expect(missing).toEqual([])
})

test('every file that is published belongs to a row', () => {
  const config = JSON.parse(readFileSync(join(ROOT, 'build/tsconfig.json'), 'utf8'))
  const published = readSourceFiles().filter(({ path }) => {
    const isForTests = /\.(?:test|fixture)\.|\/testing\//.test(path)
    return !isForTests && config.include.includes(`../${path.split('/')[0]}`)
  })
  expect(published.length).toBeGreaterThan(100)
  // No row allows it.
  const withoutRow = published.filter(({ path }) => refusalOf(path, 'build/bench.ts') === undefined)
  expect(withoutRow).toEqual([])
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
