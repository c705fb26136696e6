import type { CheckReport, ClauseReport, Lesson, Report } from '../contract/report.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from './remarks.ts'

/**
 * A report as JUnit XML: a suite for each clause, a case for each check. A broken check is a `<failure>`, with
 * its lesson where it has one; one that was not observed is `<skipped>`, a run without a verdict an `<error>`.
 */
export function toJunit(report: Report): string {
  const checks = report.clauses.flatMap((clause) => clause.checks)
  const counts = { ...countsOf(checks), time: (report.durationMs / 1000).toFixed(3) }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: `partner-purchase ${report.kind}`, ...counts, errors: errorsOf(report) })}>`,
    ...runError(report),
    ...report.clauses.flatMap((clause) => suiteOf(clause)),
    ...remarkSuite(report.remarks),
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteOf(clause: ClauseReport): string[] {
  const name = `${clause.id} (§ ${clause.section})`
  return [
    `  <testsuite${attributes({ name, ...countsOf(clause.checks), errors: 0 })}>`,
    ...clause.checks.flatMap((check) => caseOf(clause, check)),
    '  </testsuite>',
  ]
}

function caseOf(clause: ClauseReport, { title, verdict, message, lesson }: CheckReport): string[] {
  const open = `    <testcase${attributes({ classname: clause.id, name: title })}`
  if (verdict === 'kept') return [`${open}/>`]
  const text = message ?? verdict
  const body =
    verdict === 'broken'
      ? `<failure${attributes({ type: clause.id, message: text })}>${escaped([clause.text, text, ...lessonLines(lesson)].join('\n'))}</failure>`
      : `<skipped${attributes({ message: text })}/>`
  return [`${open}>`, `      ${body}`, '    </testcase>']
}

function lessonLines(lesson: Lesson | null): string[] {
  if (lesson === null) return []
  return [
    `Consequence: ${lesson.consequence}`,
    `Usual cause: ${lesson.cause}`,
    `Smallest fix: ${lesson.remedy}`,
    `Run it alone: ${lesson.command}`,
  ]
}

function runError({ message, outcome }: Report): string[] {
  if (message === null) return []
  return [
    `  <testsuite${attributes({ name: 'run', tests: 1, failures: 0, skipped: 0, errors: 1 })}>`,
    `    <testcase${attributes({ classname: 'run', name: 'the run came to a verdict' })}>`,
    `      <error${attributes({ type: outcome, message })}/>`,
    '    </testcase>',
    '  </testsuite>',
  ]
}

/** A suite without a case: a remark passes and fails nothing. */
function remarkSuite(remarks: Report['remarks']): string[] {
  if (remarks.length === 0) return []
  const text = groupRemarks(remarks).map(remarkText).join('\n')
  return [
    `  <testsuite${attributes({ name: REMARKS_TITLE, tests: 0, failures: 0, skipped: 0, errors: 0 })}>`,
    `    <system-out>${escaped(text)}</system-out>`,
    '  </testsuite>',
  ]
}

function errorsOf({ message }: Report): number {
  return message === null ? 0 : 1
}

function countsOf(checks: readonly CheckReport[]) {
  const count = (verdict: CheckReport['verdict']) =>
    checks.filter((check) => check.verdict === verdict).length
  return { tests: checks.length, failures: count('broken'), skipped: count('not-observed') }
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
}

// What XML 1.0 does not allow, section 2.2: control characters and lone surrogates have no escape.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

function escaped(text: string): string {
  return text
    .replace(NOT_XML, '\u{fffd}')
    .replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? character)
}
