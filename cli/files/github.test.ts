import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { reportWith } from '../../contract-tests/report.fixture.ts'
import { NOT_CERTIFIED } from '../../reporting/html/sample-certifications.fixture.ts'
import { BROKEN } from '../../reporting/html/sample-reports.fixture.ts'
import { temporaryFolder } from '../testing/temporary-folder.fixture.ts'
import { annotations, appendJobSummary, informWorkflow } from './github.ts'

test.each([
  ['certify', NOT_CERTIFIED],
  ['verify', BROKEN],
] as const)('a broken %s is one annotation for each clause, and the rest together', async (name, report) => {
  const lines = annotations(harmless(report))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    `../../reporting/expected/${name}-annotations.txt`,
  )
  const broken = report.clauses.filter(({ level, verdict }) => level === 'must' && verdict === 'broken')
  expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(broken.length)
})

test('at most ten errors are shown, and what stops nobody is one line each for warnings, unseen clauses and remarks', () => {
  const report = reportWith({}, '100% wrong:\nsee')
  const clauses = report.clauses.map((clause, index) => ({
    ...clause,
    verdict: index < 12 ? ('broken' as const) : ('not-observed' as const),
  }))
  const remarks = [{ id: 'exit-code', message: 'It exits with 0.', scenario: 'A' }]
  const lines = annotations(harmless({ ...report, clauses, remarks }))
  expect(lines).toHaveLength(12)
  expect(lines[10]).toMatch(/^::warning title=4 clauses not observed::.*%0A/)
  expect(lines[11]).toBe(
    '::notice title=Remarks%2C which change no verdict::exit-code: It exits with 0. Seen in A.',
  )
})

test('a target that can not be reached is one error, in place of a warning for each clause', () => {
  const report = { ...reportWith({}), outcome: 'unreachable' as const, message: 'Nothing answers.' }
  expect(annotations(harmless(report))).toEqual(['::error title=partner-purchase::Nothing answers.'])
})

test('what fails a run without a broken clause is an error, too', () => {
  const unseen = { ...reportWith({ 'ping-ok': 'not-observed' }, 'unseen'), outcome: 'incomplete' as const }
  expect(annotations(harmless(unseen))).toEqual(['::error title=1 clause not observed::ping-ok: unseen'])
  const message = 'The entry for ping-ok has expired.'
  const expired = { ...reportWith({}), outcome: 'broken' as const, message }
  expect(annotations(harmless(expired))).toEqual([`::error title=partner-purchase::${message}`])
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

test('the summary of a job links to the artifacts of its run, where GitHub says which that is', (context) => {
  const file = join(temporaryFolder(context), 'summary')
  const run = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '42' }
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const io = {
    ...{ stdout, stderr, cwd: '.' },
    env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file, ...run },
  }
  informWorkflow(BROKEN, io)
  expect(readFileSync(file, 'utf8')).toContain(
    '[The whole report](https://github.com/acme/shop/actions/runs/42#artifacts)',
  )
  informWorkflow(BROKEN, { ...io, env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file } })
  expect(readFileSync(file, 'utf8')).toContain('The whole report is in `report.html`.')
})

test('a summary that can not be written is a warning', (context) => {
  const stderr = new PassThrough()
  appendJobSummary('# x', { env: { GITHUB_STEP_SUMMARY: temporaryFolder(context) }, stderr })
  expect(String(stderr.read())).toMatch(/^::warning::GITHUB_STEP_SUMMARY can't be written: EISDIR.*\n$/)
})
