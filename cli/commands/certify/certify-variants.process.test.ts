import { describe, expect, test } from 'vitest'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { startCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { GOOD, runCertify, startCertify } from './certify-run.fixture.ts'

describe.concurrent('certify --variants', () => {
  test('that is interrupted exits with 130, leaves no client behind, and says what it did not see', async (context) => {
    const folder = temporaryFolder(context)
    const args = [
      'certify',
      '--variants',
      '--jobs',
      '2',
      '--report',
      folder,
      '--',
      'node',
      'examples/hostile/hangs.mjs',
    ]
    const { child, output, ended } = startCertify(args, startCli)
    while (!output.stdout.includes('Verdict'))
      await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGINT')
    const { code, leftOver } = await ended
    expect({ code, leftOver }).toEqual({ code: 130, leftOver: [] })
    const report = reportIn(folder)
    expect(report.message).toContain('The run was interrupted')
    expect(new Set(report.variants?.map(({ verdict }) => verdict))).toEqual(new Set(['not-observed']))
  })

  test.for([
    ['a scenario', ['--only', 'SCENARIO-AT-ONCE'], '--only'],
    ['a service that is listened to', ['--listen'], '--listen'],
    ['scenarios of your own', ['--scenarios', 'docs/scenarios.example.json'], '--scenarios'],
    ['a strict verdict', ['--strict'], '--strict'],
  ] as const)('refuses %s beside it, and exits with 2', async ([, args, named]) => {
    const command = named === '--listen' ? [] : GOOD
    const { code, stderr } = await runCertify(['certify', '--variants', ...args, ...command])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`found ${named} beside it`) })
  })

  test('refuses a command that is not there, and exits with 2', async () => {
    const { code, stderr } = await runCertify(['certify', '--variants', '--', './no-such-client'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`can't be started`) })
  })
})
