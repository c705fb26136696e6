import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { reportWith } from '../../contract-tests/report.fixture.ts'
import { temporaryFolder } from '../testing/temporary-folder.fixture.ts'
import { annotations, appendJobSummary } from './github.ts'

test('a broken clause is an error, an unobserved one a warning, a kept one nothing; a remark a notice', () => {
  const report = reportWith({ 'ping-ok': 'broken', 'ip-allowlist': 'not-observed' }, '100% wrong:\nsee')
  const remarks = [{ id: 'exit-code', message: 'It exits with 0.', scenario: 'A' }]
  expect(annotations(harmless({ ...report, remarks }))).toEqual([
    '::error title=ping-ok (§ 2%2C 4)%3A broken::100%25 wrong:%0Asee',
    expect.stringMatching(/^::warning title=ip-allowlist \(§ .+\)%3A not-observed::100%25 wrong:%0Asee$/),
    '::notice title=Remarks%2C counted by no verdict::exit-code: It exits with 0. Seen in A.',
  ])
})

test('what several checks say of different references is one annotation', () => {
  const report = reportWith({ 'ping-ok': 'broken' }, 'wrong')
  const clauses = report.clauses.map((clause) => ({
    ...clause,
    checks: clause.checks.flatMap((check) =>
      ['"SHOP:1"', '"SHOP:2"'].map((text) => ({ ...check, message: text })),
    ),
  }))
  expect(annotations(harmless({ ...report, clauses }))).toEqual([
    '::error title=ping-ok (§ 2%2C 4)%3A broken::"SHOP:1"',
  ])
})

test('a target that can not be reached is one error, in place of a warning for each clause', () => {
  const report = { ...reportWith({}), outcome: 'unreachable' as const, message: 'Nothing answers.' }
  expect(annotations(harmless(report))).toEqual(['::error title=partner-purchase::Nothing answers.'])
})

test('a client that could not begin is one error with its remedy, beside the clauses that it broke', () => {
  const startFailure = {
    message: 'It sent no request.',
    remedy: 'Run it alone.',
    nearMiss: null,
    clientError: null,
    command: 'x',
    scenarios: ['A'],
  }
  const report = reportWith({ 'ping-ok': 'broken', 'key-required': 'not-observed' }, 'wrong')
  expect(annotations(harmless({ ...report, startFailure }))).toEqual([
    '::error title=partner-purchase::It sent no request. Run it alone.',
    '::error title=ping-ok (§ 2%2C 4)%3A broken::wrong',
  ])
})

test('the summary of a job is added to what is there', (context) => {
  const file = join(temporaryFolder(context), 'summary')
  writeFileSync(file, 'before\n')
  const { stderr } = process
  appendJobSummary('# after\n', { env: { GITHUB_STEP_SUMMARY: file }, stderr })
  appendJobSummary('nowhere', { env: {}, stderr })
  expect(readFileSync(file, 'utf8')).toBe('before\n# after\n')
})

test('a summary that can not be written is a warning', (context) => {
  const stderr = new PassThrough()
  appendJobSummary('# x', { env: { GITHUB_STEP_SUMMARY: temporaryFolder(context) }, stderr })
  expect(String(stderr.read())).toMatch(/^::warning::GITHUB_STEP_SUMMARY can't be written: EISDIR.*\n$/)
})
