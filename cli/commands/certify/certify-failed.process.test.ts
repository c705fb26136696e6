import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn, GOOD, runCertify } from './certify-run.fixture.ts'

const NEVER_POLLS = ['--', 'node', 'examples/broken/run.mjs', 'never-polls']

test('--bail ends at the first broken must; --failed runs the rest, until nothing remains', async (context) => {
  const report = join(temporaryFolder(context), 'report')
  const run = (...args: readonly string[]) => runCertify(['certify', '--report', report, ...args])

  const early = await run('--failed', ...GOOD)
  expect(early).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('journal.jsonl: there is no such file'),
  })

  // One at a time, and the longest first: it is broken before the others begin.
  const only = ['--only', 'AT-ONCE,PROCESSING,WITHDRAWN', '--jobs', '1']
  const first = await run('--bail', ...only, ...NEVER_POLLS)
  expect({ code: first.code, leftOver: first.leftOver }, first.stdout).toEqual({ code: 1, leftOver: [] })
  expect(first.stdout).toContain('The run ended at the first broken must: 1 of 3 scenarios had ended')
  expect(first.stdout).toContain('Remaining: 3 scenarios not kept, 2 of them since they did not end: ')
  expect(first.stdout).toContain(
    `Next: partner-purchase certify --failed --report ${report} ${NEVER_POLLS.join(' ')}\n`,
  )

  const renamed = await run('--failed', '--scenarios', 'no-such-file.json', ...GOOD)
  expect(renamed.code).toBe(2)

  const second = await run('--failed', ...GOOD)
  expect({ code: second.code, leftOver: second.leftOver }, second.stdout).toEqual({ code: 0, leftOver: [] })
  expect(second.stdout).toContain(
    `3 of 38, those that the run in ${report} did not keep: this can't become a certificate`,
  )
  for (const sku of ['AT-ONCE', 'PROCESSING', 'WITHDRAWN'])
    expect(second.stdout).toContain(`✓ SCENARIO-${sku} `)
  expect(second.stdout).toContain('\nNO CERTIFICATE')
  const next = `Next: partner-purchase certify --report ${report} ${GOOD.join(' ')}\n`
  expect(second.stdout).toContain(`Nothing of these remains.\n${next}`)

  const files = filesIn(report)
  const third = await run('--failed', ...GOOD)
  expect({ code: third.code, files: filesIn(report) }).toEqual({ code: 0, files })
  expect(third.stdout).toMatch(/^Nothing remains: /)
  expect(third.stdout).toContain(next)
})

test('--failed refuses a run of other scenarios, naming one that is missing here', async (context) => {
  const report = temporaryFolder(context)
  const args = ['certify', '--report', report]
  const own = ['--scenarios', 'docs/scenarios.example.json', '--only']
  const { skus } = { skus: JSON.parse(readFileSync('docs/scenarios.example.json', 'utf8')) }
  const [{ sku }] = skus.scenarios ?? skus
  await runCertify([...args, ...own, sku, '--', 'node', '--eval', ''])
  const { code, stderr } = await runCertify([...args, '--failed', ...GOOD])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(`has ${sku}, and this one has no such scenario`),
  })
})
