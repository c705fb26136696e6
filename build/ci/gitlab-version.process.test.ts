import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'

const [inputs, jobs] = parseAllDocuments(readFileSync(join(ROOT, 'templates/certify.yml'), 'utf8')).map(
  (one) => one.toJS(),
)
const form = new RegExp(inputs.spec.inputs.version.regex)
const { script } = jobs['$[[ inputs.job ]]']

test.each(['1.2.3', '1.0.0-rc.1', 'latest', './kit-1.2.3.tgz', '/tmp/a b/kit.tgz'])(
  '%s is a version',
  (version) => {
    expect(form.test(version)).toBe(true)
  },
)

test.each([
  'https://evil.example/kit.tgz',
  'git+ssh://evil.example/kit',
  'evil/kit',
  'npm:evil@1',
  'github:evil/kit.tgz',
  '1.2.3\nhttps://evil.example/kit.tgz',
])('%j, which npm would install as the kit, is refused: by its form, and by the job', (version) => {
  expect(form.test(version)).toBe(false)
  const env = { ...process.env, PARTNER_PURCHASE_VERSION: version }
  const { status, stderr } = spawnSync('sh', ['-c', script.join('\n')], { env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('version: found ') })
})
