import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../../contract/parse-profile.ts'
import { buildReport } from '../build-report.ts'
import { CLAUSE_PLAN } from '../plan.ts'
import type { CheckResult } from '../result.ts'
import { toJunit } from './junit.ts'
import { toMarkdown } from './markdown.ts'

const NASTY = 'found <b>"x" & \u0000\ud800 | `y`\nnext line'

const results: readonly CheckResult[] = CLAUSE_PLAN.map(({ subject }, index) => ({
  subject,
  verdict: index === 0 ? 'broken' : index === 1 ? 'not-observed' : 'kept',
  message: index < 2 ? NASTY : null,
  evidence: [],
  fault: null,
}))

const facts = {
  tool: { name: 'kit', version: '1' },
  baseUrl: 'http://127.0.0.1:1',
  mode: 'TEST',
  profile: resolveProfile({}),
  startedAt: 0,
  durationMs: 1500,
  purchases: null,
}
const report = buildReport(facts, results)

describe('JUnit', () => {
  const xml = toJunit(report)

  test('has a case for each check, a failure for the broken one, a skip for the unseen one', () => {
    expect(xml.match(/<testcase /g)).toHaveLength(CLAUSE_PLAN.length)
    expect(xml.match(/<failure /g)).toHaveLength(1)
    expect(xml.match(/<skipped /g)).toHaveLength(1)
    expect(xml).toMatch(/<testsuites [^>]*tests="\d+" failures="1" skipped="1" time="1.500" errors="0">/)
  })

  test('holds no character that XML does not allow, and escapes the others', () => {
    expect(xml).not.toContain('\u0000')
    expect(xml.isWellFormed()).toBe(true)
    expect(xml).toContain('message="found &lt;b&gt;&quot;x&quot; &amp; \ufffd\ufffd | `y`&#10;next line"')
  })

  test('tells a run without a verdict as an error', () => {
    const ended = buildReport(facts, [], { outcome: 'unreachable', message: 'nothing answers' })
    expect(toJunit(ended)).toContain('<error type="unreachable" message="nothing answers"/>')
  })
})

describe('Markdown', () => {
  const text = toMarkdown(report)

  test('opens with the outcome, and gives each clause a row', () => {
    expect(text).toMatch(/^# Partner Purchase API: broken\n/)
    expect(text.match(/^\| (?:✅|❌|⚪)/gm)).toHaveLength(report.clauses.length)
  })

  test('shows what a target said as text, not as markup', () => {
    expect(text).toContain('found \\<b\\>"x" & \ufffd\ufffd \\| \\`y\\` next line')
  })
})
