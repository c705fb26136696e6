import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { isCode, isIgnored, watchedPlaces } from './client-files.ts'

const FILES = ['src/client.mjs', 'src/config.json', 'target/client.jar', 'bin/tool', 'client']

/** What is watched of a project, as paths in it. */
function watched(command: readonly string[], paths: readonly string[] | undefined, context: TestContext) {
  const cwd = temporaryFolder(context)
  for (const file of FILES) {
    mkdirSync(join(cwd, file, '..'), { recursive: true })
    writeFileSync(join(cwd, file), '')
  }
  const { files, folders } = watchedPlaces(command, paths, { cwd, env: { PATH: join(cwd, 'bin') } })
  return [...files, ...folders].map((path) => path.replace(cwd, '.'))
}

test.for([
  ['a file, and its folder', ['node', 'src/client.mjs'], ['./src/client.mjs', './src']],
  [
    'every file that it names',
    ['node', 'src/client.mjs', '--config=src/config.json'],
    ['./src/client.mjs', './src/config.json', './src'],
  ],
  ['a program that is named by its path', ['./client'], ['./client', '.']],
  ['a program of the PATH as a file only', ['bin/tool'], ['./bin/tool']],
  ['what was built as a file only', ['java', '-jar', 'target/client.jar'], ['./target/client.jar']],
  ['a folder', ['go', 'run', './src'], ['./src']],
  ['this folder where it names nothing', ['npm', 'start'], ['.']],
] as const)('of a command is watched: %s', ([, command, expected], context) => {
  expect(watched(command, undefined, context)).toEqual(expected)
})

test('only what is named by --watch-path is watched then', (context) => {
  expect(watched(['node', 'src/client.mjs'], ['src/config.json', 'bin'], context)).toEqual([
    './src/config.json',
    './bin',
  ])
  expect(() => watched(['node'], ['none.json'], context)).toThrow(
    '--watch-path none.json: there is no such file',
  )
})

test('what tools and editors write is ignored, and what a client writes is no code', () => {
  const ignored = [
    'node_modules/x/a.js',
    '.git/HEAD',
    'a/target/x',
    'build/x',
    'a/__pycache__/b.pyc',
    '.a.mjs.swp',
    'a.mjs~',
    '4913',
  ]
  expect(ignored.filter((path) => !isIgnored(join('/p', path), '/p'))).toEqual([])
  expect(
    ['a.mjs', 'builder/a.py', '.env', 'a.json'].filter((path) => isIgnored(join('/p', path), '/p')),
  ).toEqual([])
  // Below a folder that is watched, the names above it say nothing.
  expect(isIgnored('/target/p/a.mjs', '/target/p')).toBe(false)
  expect(
    ['state.json', 'orders.db', 'client.log', 'client.mjs', 'Client.java', 'main.rs'].filter(isCode),
  ).toEqual(['client.mjs', 'Client.java', 'main.rs'])
})
