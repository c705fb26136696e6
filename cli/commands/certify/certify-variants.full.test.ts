import { expect, test } from 'vitest'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn, runCertify } from './certify-run.fixture.ts'

const GOOD = ['--', 'node', 'examples/javascript-fetch/client.mjs']
const ANY_KEY = /pk_test_[0-9a-z]{8}/i

test('certify --variants shows on which answers a client depends, exits with 0, and reports it without a verdict', async (context) => {
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
