import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const FILE = fileURLToPath(new URL('./node-test.fixture.ts', import.meta.url))

/** What `node --test` prints for the file that declares the suite, as TAP. */
function printedByNode(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const args = ['--test', '--test-reporter=tap', FILE]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (_, stdout) => resolve(stdout))
  })
}

/** The numbers of its last lines, such as `# pass 52`. */
function countedIn(printed: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...printed.matchAll(/^# (\w+) (\d+)$/gm)].map(([, what, count]) => [what, Number(count)]),
  )
}

/** The tests of its clauses that are lines of one kind: `ok` or `not ok`, with what follows the name. */
function testsIn(printed: string, line: RegExp): readonly string[] {
  return [...printed.matchAll(line)].map(([, name = '']) => name)
}

const NOBODY = 'served with a TEST key that was given to nobody # SKIP This mock takes every TEST key'

test('in node:test, what is kept passes, what is broken fails, and what was not observed is skipped with its reason', async () => {
  const printed = await printedByNode({ BALANCE: 'gone' })
  expect(testsIn(printed, /^ +not ok \d+ - (.*)$/gm)).toEqual(['GET /balance is served'])
  expect(printed).toContain('GET /balance was expected to be served (any 2xx); GET /balance answered 404.')
  const skipped = testsIn(printed, /^ +ok \d+ - (.* # SKIP .*)$/gm)
  expect(skipped).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`no read is ${NOBODY}`),
      expect.stringContaining(`no purchase is ${NOBODY}`),
    ]),
  )
  const { tests = 0, ...counted } = countedIn(printed)
  expect(tests).toBeGreaterThan(50)
  expect(counted).toMatchObject({
    pass: tests - 1 - skipped.length,
    fail: 1,
    cancelled: 0,
    skipped: skipped.length,
    todo: 0,
  })
})
