import { describe, expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import {
  CERTIFIED,
  CROWDED,
  INCOMPLETE_CERTIFICATION,
  NOT_BEGUN,
  NOT_CERTIFIED,
} from '../html/sample-certificates.fixture.ts'
import { withClause } from '../html/sample-reports.fixture.ts'
import { toJunit } from '../junit/junit.ts'
import { toMarkdown } from '../markdown/markdown.ts'

test.each([
  ['certified', CERTIFIED],
  ['not certified', NOT_CERTIFIED],
  ['incomplete', INCOMPLETE_CERTIFICATION],
])('the summary of a certification says "%s"', (word, report) => {
  expect(toMarkdown(harmless(report))).toMatch(new RegExp(`^# Partner Purchase API: ${word}\n`))
})

describe('JUnit', () => {
  const xml = toJunit(harmless(NOT_CERTIFIED))

  test('has a suite for each clause, with a case for each scenario', () => {
    expect(xml.match(/<testsuite /g)).toHaveLength(15)
    expect(xml.match(/<testcase classname="waits-poll-after"/g)).toHaveLength(6)
    expect(xml).toContain('<testsuites name="partner-purchase certify" tests="90" failures="3" skipped="1"')
  })

  test('each case has the time of its scenario', () => {
    expect(xml.match(/<testcase /g)).toHaveLength(90)
    expect(xml.match(/<testcase [^>]* time="\d+\.\d{3}"/g)).toHaveLength(90)
  })

  test('a should that is broken in every scenario passes with a warning, and fails where the run is strict', () => {
    const report = withClause(CERTIFIED, 'stable-reference', ({ checks }) => ({
      verdict: 'broken',
      checks: checks.map((check) => ({ ...check, verdict: 'broken', message: 'random' })),
    }))
    const warned = toJunit(harmless(report))
    expect(warned).toMatch(/<testsuites [^>]* failures="0" skipped="0" errors="0"/)
    const outputs = warned.match(/<system-out>A warning, which fails nothing: .*&#10;random<\/system-out>/g)
    expect(outputs).toHaveLength(5)
    const strict = toJunit(harmless({ ...report, outcome: 'broken', message: 'It is strict.' }))
    expect(strict.match(/<failure type="stable-reference"/g)).toHaveLength(5)
  })

  test('a failure carries its advice', () => {
    expect(xml).toMatch(
      /&#10;Consequence: The card .*&#10;Usual cause: .*&#10;Smallest fix: Make .*&#10;Run it alone: .* --only SCENARIO-LOST-AFTER -- /,
    )
  })
})

describe('the summary', () => {
  const text = toMarkdown(harmless(NOT_CERTIFIED))

  test('gives the advice for a broken clause, and shows the request that broke it', () => {
    expect(text).toMatch(/## waits-poll-after[^#]*- Smallest fix: \*\*Before each poll/)
    expect(text).toMatch(/```text\n[^`]*← allowed from t\+3\.23 \(waits-poll-after\)\n[^`]*```/)
  })

  test('has a row for each scenario', () => {
    expect(text).toContain(
      '| ❌ broken | `SCENARIO-LOST-AFTER` | connection lost after the order is recorded | exited with 0 |',
    )
  })

  test('stays short for any number of requests, and contains no key', () => {
    const crowded = toMarkdown(harmless(CROWDED))
    expect(crowded).toContain('… 184 more, in report.html\n… 1834 more requests are left out\n')
    expect(crowded.length).toBeLessThan(20_000)
    expect(crowded).not.toMatch(/abcdefgh|\p{Bidi_Control}/u)
  })
})

test('a client that could not begin: the summary says why, and what to do, before anything else', () => {
  const text = toMarkdown(harmless(NOT_BEGUN))
  const order = [
    'No scenario got past GET /ping: 401, because no key is sent.',
    '- Near miss: Where it belongs is an assumption.',
    '- It wrote:\n\n  ```\n  Error:',
    '- Smallest fix: **Send the key as `Authorization: Bearer {key}`.**',
    '- Run it again: `partner-purchase certify --only SCENARIO-AT-ONCE -- ./my-client`',
    '| | clause |',
  ].map((part) => text.indexOf(part))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(text.match(/No scenario got past/g)).toHaveLength(1)
})

test('the most expensive mistake comes first in the summary, and the JSON order stays in JUnit', () => {
  const report = { ...NOT_CERTIFIED, clauses: NOT_CERTIFIED.clauses.toReversed() }
  const first = /^## (\S+)/m.exec(toMarkdown(harmless(report)))
  expect(first?.[1]).toBe('timeout-is-not-failure')
  const [suite] = /<testsuite name="[^"]+"/.exec(toJunit(harmless(report))) ?? []
  expect(suite).toBe('<testsuite name="documented-operations-only (§ 4)"')
})

test('the summary says what was not tried', () => {
  expect(toMarkdown(harmless({ ...CERTIFIED, notTried: ['crash-and-restart'] }))).toMatch(
    / not observed\.\*\* Not tried: a crash in the middle of a purchase \(--restart\)\.\n/,
  )
})
