import { describe, expect, test } from 'vitest'
import { reportSchema } from '../../../contract/report/report.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn, runCertify, startCertify } from './certify-run.fixture.ts'

const GOOD = ['--', 'node', 'examples/javascript-fetch/client.mjs']
const LONG = { timeout: 120_000 }
const ANY_KEY = /pk_test_[0-9a-z]{8}/i

describe.concurrent('certify --variants', () => {
  test(
    'tells on which answers a client depends, exits with 0, and reports it without a verdict',
    LONG,
    async (context) => {
      const folder = temporaryFolder(context)
      const { code, stdout, stderr, leftOver } = await runCertify([
        'certify',
        '--variants',
        '--report',
        folder,
        ...GOOD,
      ])
      expect({ code, stderr, leftOver }).toEqual({ code: 0, stderr: '', leftOver: [] })
      const files = filesIn(folder)
      expect(Object.keys(files).sort()).toEqual(['report.html', 'report.json', 'summary.md'])
      for (const text of [stdout, ...Object.values(files)]) expect(text).not.toMatch(ANY_KEY)
      const report = reportSchema.parse(JSON.parse(files['report.json'] ?? ''))
      expect(report).toMatchObject({ kind: 'variants', outcome: 'incomplete', clauses: [], scenarios: null })
      // It reads success by its name, 404 as what is not known yet, and compares the price with the balance.
      const depending = report.variants?.filter(({ verdict }) => verdict === 'depends').map(({ id }) => id)
      expect(depending).toEqual(['another-success-state', 'not-found-status-410', 'balance-without-amount'])
      expect(stdout).toContain('NO VERDICT')
      expect(stdout).not.toContain('CERTIFIED')
      expect(stdout).toMatch(/! depends {7}settled-states {12}A purchase that succeeds ends in FULFILLED\./)
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
        'It depends on settled-states: the profile answers that by states (assumed), and it is read in the status of a summary, at data.order.order and data.order.',
      )
    },
  )

  test(
    'that is interrupted exits with 130, leaves no client behind, and says what it did not see',
    LONG,
    async (context) => {
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
      const { child, seen, ended } = startCertify(args)
      while (!seen.stdout.includes('Verdict'))
        await new Promise((resolve) => child.stdout.once('data', resolve))
      child.kill('SIGINT')
      const { code, leftOver } = await ended
      expect({ code, leftOver }).toEqual({ code: 130, leftOver: [] })
      const report = reportSchema.parse(JSON.parse(filesIn(folder)['report.json'] ?? ''))
      expect(report.message).toContain('The run was interrupted')
      expect(new Set(report.variants?.map(({ verdict }) => verdict))).toEqual(new Set(['not-observed']))
    },
  )

  test.for([
    ['a scenario', ['--only', 'SCENARIO-AT-ONCE'], '--only'],
    ['a service that is listened to', ['--listen'], '--listen'],
    ['scenarios of your own', ['--scenarios', 'docs/scenarios.example.json'], '--scenarios'],
    ['a strict verdict', ['--strict'], '--strict'],
  ] as const)('refuses %s beside it, and exits with 2', LONG, async ([, args, named]) => {
    const command = named === '--listen' ? [] : GOOD
    const { code, stderr } = await runCertify(['certify', '--variants', ...args, ...command])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`found ${named} beside it`) })
  })

  test('refuses a command that is not there, and exits with 2', LONG, async () => {
    const { code, stderr } = await runCertify(['certify', '--variants', '--', './no-such-client'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`can't be started`) })
  })
})
