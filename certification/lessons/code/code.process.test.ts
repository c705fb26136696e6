import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isFull } from '../../../contract/testing/sample.fixture.ts'
import { IN_CURL, IN_JAVA, IN_JAVASCRIPT, IN_PYTHON, IN_RUST, type Program } from './programs.fixture.ts'
import { CODE, type Language } from './snippets.ts'

const folder = mkdtempSync(join(tmpdir(), 'code-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ENV = {
  SERVICE_BASE_URL: 'http://mock',
  SERVICE_PARTNER_API_KEY: 'pk_test_me',
  SERVICE_PURCHASES: '2',
  SERVICE_ORDER_LABEL: 'a1',
}

const LANGUAGES = Object.keys(CODE) as Language[]

const PROGRAMS: { readonly [Name in Language]?: Program } = {
  python: IN_PYTHON,
  javascript: IN_JAVASCRIPT,
  java: IN_JAVA,
  curl: IN_CURL,
  rust: IN_RUST,
}

/** A compiler takes seconds: these are tried by the full test. */
const COMPILED: readonly string[] = ['java', 'rust']

const isInstalled = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

describe.each(Object.entries(PROGRAMS))('%s', (name, { file, program, args, needs, write }) => {
  const isTried =
    (isFull || !COMPILED.includes(name)) && needs.every(([word, ...rest]) => isInstalled(word, rest))
  test.skipIf(!isTried)('each piece of code does what its advice says', { timeout: 60_000 }, () => {
    const path = join(folder, file)
    writeFileSync(path, write(CODE[name as Language]))
    const { stdout, stderr } = spawnSync(program, [...args, path], {
      env: { ...process.env, ...ENV },
      encoding: 'utf8',
      cwd: folder,
    })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/ok\s*$/)
  })
})

test('what no program checks is known, and only that', () => {
  const unchecked: readonly Language[] = ['php', 'go', 'csharp', 'ruby']
  expect(LANGUAGES.filter((name) => PROGRAMS[name] === undefined)).toEqual(unchecked)
})

test.each(LANGUAGES)('the code in %s is at most three lines, none of them long', (name) => {
  for (const text of Object.values(CODE[name])) {
    const lines = text.split('\n')
    expect(lines.length).toBeLessThanOrEqual(3)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(102)
  }
})
