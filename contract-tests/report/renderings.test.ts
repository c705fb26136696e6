import { describe, expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { toJunit } from '../../reporting/junit/junit.ts'
import { toMarkdown } from '../../reporting/markdown/markdown.ts'
import { reportWith } from './report.fixture.ts'

const NASTY = 'found <b>"x" & \u0000\ud800 | `y`\nnext line'
const report = reportWith({ 'order-two-fields': 'broken', 'ip-allowlist': 'not-observed' }, NASTY)

describe('JUnit', () => {
  const xml = toJunit(harmless(report))

  test('has a case for each check, a failure for the broken one, a skip for the unseen one', () => {
    expect(xml.match(/<testcase /g)).toHaveLength(report.clauses.flatMap(({ checks }) => checks).length)
    expect(xml.match(/<failure /g)).toHaveLength(1)
    expect(xml.match(/<skipped /g)).toHaveLength(2)
    expect(xml).toMatch(/<testsuites [^>]*tests="\d+" failures="1" skipped="2" errors="0" time="1.500">/)
  })

  test('holds no character that XML does not allow, and escapes the others', () => {
    expect(xml).not.toContain('\u0000')
    expect(xml.isWellFormed()).toBe(true)
    expect(xml).toContain('message="found &lt;b&gt;&quot;x&quot; &amp; \\u0000\\ud800 | `y`&#10;next line"')
  })

  test('reports a run without a verdict as an error', () => {
    const ended = { ...reportWith({}), outcome: 'unreachable' as const, message: 'nothing answers' }
    expect(toJunit(harmless(ended))).toContain('<error type="unreachable" message="nothing answers"/>')
  })
})

describe('Markdown', () => {
  const text = toMarkdown(harmless(report))

  test('opens with the outcome, and gives each clause a row', () => {
    expect(text).toMatch(/^# Partner Purchase API: broken\n/)
    expect(text.match(/^\| (?:✅|❌|⚪)/gm)).toHaveLength(report.clauses.length)
  })

  test('shows what a target said as text, not as markup', () => {
    expect(text).toContain('found \\<b\\>"x" & \\\\u0000\\\\ud800 \\| \\`y\\` next line')
  })
})
