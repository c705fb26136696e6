import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { parseProfile } from '../../../contract/profile/parse-profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import { ROOT } from '../../testing/built-package.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

test('init writes a commented profile, which is the default one, and a workflow', async (context) => {
  const cwd = temporaryFolder(context)
  expect(await runCli(['init'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  const text = readFileSync(join(cwd, 'partner-purchase.profile.json'), 'utf8')
  expect(text).toContain('// lookup: path and method of the lookup')
  expect(parseProfile(text, 'profile')).toEqual(DEFAULT_PROFILE)
  const workflow = readFileSync(join(cwd, '.github/workflows/partner-purchase.yml'), 'utf8')
  expect(Object.keys(parse(workflow))).toEqual(['name', 'on', 'permissions', 'jobs'])
  // The profile is read by every command of the folder.
  expect((await runCli(['openapi'], { cwd })).code).toBe(0)
})

test.each([
  ['javascript', 'javascript-fetch', 'client.mjs'],
  ['python', 'python-urllib', 'client.py'],
  ['java', 'java-http-client', 'Client.java'],
])(
  'init --client %s writes the certified client of the examples, and how it is certified',
  async (language, example, file) => {
    const cwd = mkdtempSync(join(tmpdir(), 'partner-purchase-init-'))
    onTestFinished(() => rmSync(cwd, { recursive: true }))
    const { stdout } = await runCli(['init', '--ci', 'gitlab', '--client', language], { cwd })
    const written = readFileSync(join(cwd, 'partner-purchase-client', file), 'utf8')
    expect(written).toBe(readFileSync(join(ROOT, 'examples', example, file), 'utf8'))
    expect(stdout).toMatch(/Next: npx partner-purchase-kit certify .* partner-purchase-client\//)
    const jobs = parse(readFileSync(join(cwd, 'partner-purchase.gitlab-ci.yml'), 'utf8'))
    expect(Object.keys(jobs)).toEqual(['partner-purchase-client', 'partner-purchase-service'])
  },
)

test('init overwrites nothing that has other content, and writes nothing then', async (context) => {
  const cwd = temporaryFolder(context)
  writeFileSync(join(cwd, 'partner-purchase.profile.json'), '{}')
  const { code, stderr } = await runCli(['init'], { cwd })
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('add --force') })
  expect((await runCli(['init', '--force'], { cwd })).code).toBe(0)
  expect((await runCli(['init'], { cwd })).code).toBe(0)
})
