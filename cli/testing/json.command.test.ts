import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { type Report, reportSchema } from '../../contract/report/report.ts'
import { serve } from '../../mock-server/serve.ts'
import { runCertify } from '../commands/certify/certify-run.fixture.ts'
import { runCli } from './run-in-process.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'
import { waitlessClock } from './waitless-clock.fixture.ts'

const CLIENT = ['--', 'node', 'examples/broken/run.mjs', 'never-polls']
const AT_ONCE = ['--only', 'SCENARIO-AT-ONCE']

function parsed(stdout: string): Report {
  return reportSchema.parse(JSON.parse(stdout))
}

async function mockUrl(context: TestContext): Promise<string> {
  const mock = await serve()
  context.onTestFinished(() => mock.close())
  return mock.url
}

describe.concurrent('with --json, the report alone is on standard output, and the rest on standard error:', () => {
  test('verify, also in GitHub Actions', async () => {
    const args = ['verify', '--max-purchases', '0', '--json']
    const { code, stdout, stderr } = await runCli(args, { env: { GITHUB_ACTIONS: 'true' } })
    expect([code, parsed(stdout).outcome]).toEqual([4, 'incomplete'])
    expect(stderr).toContain('INCOMPLETE')
    expect(stderr).not.toContain('Proposed baseline')
    expect(stderr).toContain('::error')
  })

  test('certify, and judge of its recording, also in GitHub Actions', async (context) => {
    const folder = temporaryFolder(context)
    const { code, stdout, stderr } = await runCertify([
      'certify',
      '--json',
      '--report',
      folder,
      ...AT_ONCE,
      ...CLIENT,
    ])
    expect([code, parsed(stdout).kind]).toEqual([0, 'certify'])
    expect(stderr).toMatch(/✓ SCENARIO-AT-ONCE[\s\S]*NO CERTIFICATE[\s\S]*Report: /)
    const env = { GITHUB_ACTIONS: 'true' }
    const judged = await runCli(['judge', join(folder, 'journal.jsonl'), '--json'], { env })
    const { decision, ...report } = parsed(judged.stdout)
    expect(report).toEqual(parsed(stdout))
    expect(decision?.issue).toBe('no')
    expect(judged.stderr).toContain('::warning')
  })

  test('discover, which prints its evidence', async (context) => {
    const url = await mockUrl(context)
    const args = ['discover', '--base-url', url, '--json']
    const key = 'pk_test_json_discovery'
    const { code, stdout, stderr } = await runCli(args, {
      key,
      cwd: temporaryFolder(context),
      clock: waitlessClock(),
    })
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ schema: 'partner-purchase/discovery@1', baseUrl: url }),
    ])
    expect(stderr).toContain('requests were sent')
    expect(stdout + stderr).not.toContain(key)
  })
})
