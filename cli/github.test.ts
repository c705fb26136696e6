import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolveProfile } from '../contract/parse-profile.ts'
import type { Verdict } from '../contract/verdict.ts'
import { buildReport } from '../contract-tests/build-report.ts'
import { CLAUSE_PLAN } from '../contract-tests/plan.ts'
import { annotations, appendJobSummary } from './github.ts'
import { temporaryFolder } from './run-cli.fixture.ts'

const facts = {
  tool: { name: 'kit', version: '1' },
  baseUrl: 'http://127.0.0.1:1',
  mode: 'TEST',
  profile: resolveProfile({}),
  startedAt: 0,
  durationMs: 1,
  purchases: null,
}
const VERDICTS: Record<string, Verdict> = { 'ping-ok': 'broken', 'ip-allowlist': 'not-observed' }

test('a broken clause is an error, an unobserved one a warning, a kept one nothing; a drift is a warning', () => {
  const results = CLAUSE_PLAN.map(({ subject }) => {
    const verdict = VERDICTS[subject.kind === 'clause' ? subject.clause : ''] ?? 'kept'
    return {
      subject,
      verdict,
      message: verdict === 'kept' ? null : '100% wrong:\nsee',
      evidence: [],
      fault: null,
    }
  })
  const drift = [
    { severity: 'drift' as const, sentence: 'GET /ping: a field came' },
    { severity: 'note' as const, sentence: 'not this' },
  ]
  expect(annotations({ ...buildReport(facts, results), drift })).toEqual([
    '::error title=ping-ok (§ 2%2C 4)%3A broken::100%25 wrong:%0Asee',
    expect.stringMatching(/^::warning title=ip-allowlist \(§ .+\)%3A not-observed::100%25 wrong:%0Asee$/),
    '::warning title=The service moved::GET /ping: a field came',
  ])
})

test('the summary of a job is added to what is there', (context) => {
  const file = join(temporaryFolder(context), 'summary')
  writeFileSync(file, 'before\n')
  appendJobSummary({ GITHUB_STEP_SUMMARY: file }, '# after\n')
  appendJobSummary({}, 'nowhere')
  expect(readFileSync(file, 'utf8')).toBe('before\n# after\n')
})
