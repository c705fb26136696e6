import { exec } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ENVIRONMENT, packInto, ROOT } from './built-package.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const run = promisify(exec)

/** The commands of README.md below a heading. */
function commandsBelow(heading: string): string[] {
  const [, below = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split(`\n## ${heading}\n`)
  return /```\n(.*?)\n```/s.exec(below)?.[1]?.split('\n') ?? []
}

test('in an empty folder, the three commands of README.md certify a client in Python', async (context) => {
  const folder = temporaryFolder(context)
  const archive = await packInto(folder)
  const project = join(folder, 'empty')
  mkdirSync(project)
  const [install = '', copy = '', certify = '', ...others] = commandsBelow('From npm, once it is published')
  expect(others).toEqual([])
  // The archive is installed in place of the name.
  expect(install).toBe('npm install partner-purchase-kit')
  const options = { cwd: project, env: ENVIRONMENT }
  await run(`npm install --no-audit --no-fund ${archive}`, options)
  await run(copy, options)
  const { stdout } = await run(certify, options)
  expect(stdout).toMatch(/^CERTIFIED\n15 of 15 clauses kept/m)
}, 300_000)
