import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../cli/testing/built-package.fixture.ts'
import { publishedTypes } from './prune-types.ts'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** A plain word, or a text in double quotes in which neither sh nor cmd.exe replaces anything. */
const WORD = String.raw`(?:[\w./:=@-]+|"[^"$%!^\\\x60]*")`
const COMMAND = String.raw`(?![\w]+=)${WORD}(?: ${WORD})*`
const PORTABLE = new RegExp(`^${COMMAND}(?: && ${COMMAND})*$`)

test('the scripts of npm mean the same to sh and to cmd.exe', () => {
  const others = Object.entries(scripts).filter(([, line]) => !PORTABLE.test(line))
  expect(others).toEqual([])
  for (const line of ['rm -rf dist; tsc', "node -e 'x'", 'CI=1 vitest', 'echo $HOME', 'a | b', 'ls *.ts'])
    expect(line).not.toMatch(PORTABLE)
})

type Locked = {
  readonly dev?: true
  readonly devOptional?: true
  readonly optional?: true
  readonly peer?: true
}

test('an install of the package brings no more packages than it may', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  // The first is the package itself, which is installed, too.
  const packages: [string, Locked][] = Object.entries(lock.packages)
  const installed = packages.filter(
    ([, { dev, devOptional, optional, peer }]) => !(dev || devOptional || optional || peer),
  )
  const names = installed.map(([path]) => path.replace('node_modules/', ''))
  expect(names).toContain('hono')
  expect(names.length).toBeLessThanOrEqual(9)
})

const FILES: Readonly<Record<string, string>> = {
  'client/public.d.ts': "export { type A, make } from './make.js'\nexport type { B } from '../wire/b.ts'\n",
  'client/make.d.ts': "export declare const make: () => import('../wire/deep/c.js').C\n",
  'wire/b.d.ts': "import type * as z from 'zod'\nimport './make.js'\n",
  'wire/make.d.ts': '',
  'wire/deep/c.d.ts': 'export type C = 1\n',
  'cli/run.d.ts': "import '../wire/b.js'\n",
}
const read = (file: string) => {
  const text = FILES[file.replaceAll('\\', '/')]
  if (text === undefined) throw new Error(`no ${file}`)
  return text
}

test('what an entry imports is published with it, at any depth, and nothing else', () => {
  const expected = Object.keys(FILES).filter((file) => file !== 'cli/run.d.ts')
  expect([...publishedTypes(['client/public.d.ts'], read)].sort()).toEqual(
    expected.map((file) => join(file)).sort(),
  )
})

test('an import that leads nowhere ends the build', () => {
  expect(() => publishedTypes(['a.d.ts'], () => read('b.d.ts'))).toThrow('no b.d.ts')
})
