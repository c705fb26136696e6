import { describe, expect, test } from 'vitest'
import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { DRIFTED, OUT_OF_REACH } from '../html/sample-reports.fixture.ts'
import { toJunit } from '../junit/junit.ts'
import { toMarkdown } from '../markdown/markdown.ts'
import { clauseTally, verdictSentence } from './verdict-words.ts'

const run = (outcome: Report['outcome'], ...verdicts: Report['clauses'][number]['verdict'][]) => ({
  outcome,
  clauses: verdicts.map((verdict, index) => ({ id: `clause-${index + 1}`, level: 'must' as const, verdict })),
})

describe('the verdict in one line', () => {
  test('counts the clauses within reach, and names the others', () => {
    expect(clauseTally(run('kept', 'kept', 'kept'))).toBe('2 of 2 clauses kept, 0 broken, 0 not observed')
    expect(clauseTally(run('kept', 'kept', 'out-of-reach'))).toBe(
      '1 of 1 within reach; 1 out of reach: clause-2',
    )
    expect(clauseTally(run('broken', 'kept', 'broken', 'not-observed', 'out-of-reach'))).toBe(
      '1 of 3 within reach kept, 1 broken, 1 not observed; 1 out of reach: clause-4',
    )
  })

  test('says that every clause within reach is kept, even if something else failed the run', () => {
    expect(clauseTally(run('broken', 'kept', 'out-of-reach'))).toBe(
      '1 of 1 within reach kept, 0 broken, 0 not observed; 1 out of reach: clause-2',
    )
  })

  test('names the drifted assumptions', () => {
    expect(verdictSentence(DRIFTED)).toBe(
      'differs from what was observed: lookup-operation; differs from what was confirmed: key-transport; 16 of 16 clauses kept, 0 broken, 0 not observed',
    )
  })
})

describe('a clause that is out of reach', () => {
  test('is skipped in JUnit, with what it needs', () => {
    const xml = toJunit(harmless(OUT_OF_REACH))
    expect(xml).toContain('<skipped message="It needs a second key."/>')
    expect(xml).toMatch(/<testsuites [^>]*failures="0" skipped="1"/)
  })

  test('is named in Markdown, in the line of the verdict and in its own', () => {
    const text = toMarkdown(harmless(OUT_OF_REACH))
    expect(text).toContain('**15 of 15 within reach; 1 out of reach: ip-allowlist.**')
    expect(text).toContain('- ➖ out of reach: `ip-allowlist`. It needs a second key.')
  })
})

describe('a confirmed or observed assumption that differs', () => {
  test('fails its own case in JUnit, and one that holds passes', () => {
    const xml = toJunit(harmless(DRIFTED))
    expect(xml).toMatch(/<testsuites [^>]*failures="2" skipped="0"/)
    expect(xml).toContain(
      '<testcase classname="key-transport" name="auth is as it was confirmed" time="0.000">',
    )
    expect(xml).toContain(
      '<failure type="key-transport" message="It differs from what was confirmed: It was not accepted."/>',
    )
    expect(xml).toContain(
      '<testcase classname="money-format" name="money is as it was confirmed" time="0.000"/>',
    )
  })

  test('is marked in Markdown', () => {
    expect(toMarkdown(harmless(DRIFTED))).toContain(
      '- ❌ `auth` differs from what was confirmed: It was not accepted.',
    )
  })
})
