import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { compiledJava } from '../../../certification/mutants/processes/compiled-java.fixture.ts'
import { GOOD_CLIENTS } from '../../../examples/good-clients.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { startCli } from '../../testing/run-cli.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn, judgeClient, runCertify, startCertify } from './certify-run.fixture.ts'

const MOST_KIB = 512 * 1024
const WATCHED_EVERY_MS = 100

/** The most memory that a process had so far. */
function peakKiB(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

test.runIf(process.platform === 'linux')(
  'a client that writes a gigabyte is read to its end, and certify takes no more memory for it',
  async () => {
    const client = ['--', 'node', 'examples/hostile/writes-a-gigabyte.mjs']
    const args = ['certify', '--only', 'SCENARIO-AT-ONCE', '--time-limit', '100', ...client]
    const { child, ended } = startCertify(args, startCli)
    let most = 0
    const watching = setInterval(() => {
      if (child.exitCode === null) most = Math.max(most, peakKiB(child.pid))
    }, WATCHED_EVERY_MS)
    const { code, leftOver } = await ended
    clearInterval(watching)
    expect({ code, leftOver }).toEqual({ code: 4, leftOver: [] })
    expect(most).toBeLessThan(MOST_KIB)
  },
)

const java = compiledJava(GOOD_CLIENTS['java-http-client'])
afterAll(() => java.remove())

describe('is certified over https, without a line of its own for that:', () => {
  test.for([
    ['Python', GOOD_CLIENTS['python-urllib']],
    ['Java', java.command],
    ['curl', GOOD_CLIENTS['shell-curl']],
  ] as const)('a client in %s', { timeout: 300_000 }, async ([, command]) => {
    const { code, stdout } = await judgeClient(['certify', '--tls', '--', ...command])
    expect(stdout).toMatch(/^CERTIFIED$/m)
    expect(code).toBe(0)
  })
})

const CLIENT = ['--', 'node', 'examples/javascript-fetch/client.mjs']
const ANY_KEY = /pk_test_[0-9a-z]{8}/i

test('certify --variants shows on which answers a client depends, exits with 0, and reports it without a verdict', async (context) => {
  const folder = temporaryFolder(context)
  const { code, stdout, stderr, leftOver } = await runCertify([
    'certify',
    '--variants',
    '--report',
    folder,
    ...CLIENT,
  ])
  expect({ code, stderr, leftOver }).toEqual({ code: 0, stderr: '', leftOver: [] })
  const files = filesIn(folder)
  expect(Object.keys(files).sort()).toEqual(['report.html', 'report.json', 'summary.md'])
  for (const text of [stdout, ...Object.values(files)]) expect(text).not.toMatch(ANY_KEY)
  const report = reportIn(folder)
  expect(report).toMatchObject({ kind: 'variants', outcome: 'incomplete', clauses: [], scenarios: null })
  // It reads success by its name, 404 as "not known yet", and compares the price with the balance.
  const depending = report.variants?.filter(({ verdict }) => verdict === 'depends').map(({ id }) => id)
  expect(depending).toEqual(['another-success-state', 'not-found-status-410', 'balance-without-amount'])
  expect(stdout).toContain('NO VERDICT')
  expect(stdout).not.toContain('CERTIFIED')
  expect(stdout).toMatch(/! depends {7}settled-states {12}A purchase that succeeds ends in FULFILLED\./)
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'It depends on settled-states: the profile answers it with states (assumed), and it is read in the status of a summary, at data.order.order and data.order.',
  )
})
