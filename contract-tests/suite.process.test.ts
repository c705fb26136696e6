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

/** The counts in the last lines of the output, such as `# pass 52`. */
function countedIn(printed: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...printed.matchAll(/^# (\w+) (\d+)$/gm)].map(([, what, count]) => [what, Number(count)]),
  )
}

/** The names of the tests on lines of one kind, `ok` or `not ok`. */
function testsIn(printed: string, line: RegExp): readonly string[] {
  return [...printed.matchAll(line)].map(([, name = '']) => name)
}

const NOT_ALLOWED = 'from an address that is not allowed'

test('in node:test, a kept check passes, a broken one fails, and one that was not observed is skipped with its reason', async () => {
  const printed = await printedByNode({ BALANCE: 'gone' })
  expect(testsIn(printed, /^ +not ok \d+ - (.*)$/gm)).toEqual(['GET /balance is served'])
  expect(printed).toContain('Expected the balance to be served; GET /balance answered 404.')
  const skipped = testsIn(printed, /^ +ok \d+ - (.* # SKIP .*)$/gm)
  expect(skipped).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`no read is served ${NOT_ALLOWED} # SKIP It needs a TEST key`),
      expect.stringContaining(`no purchase is served or charged ${NOT_ALLOWED}`),
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
