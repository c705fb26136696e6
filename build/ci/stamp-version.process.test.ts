import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'

test('an argument is refused with the usage, and no file is written', () => {
  const changelog = join(ROOT, 'CHANGELOG.md')
  const before = readFileSync(changelog, 'utf8')
  const script = join(ROOT, 'build/ci/stamp-version.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, '--help'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'expected no argument, found --help. Usage: node build/ci/stamp-version.ts\n',
  })
  expect(readFileSync(changelog, 'utf8')).toBe(before)
})
