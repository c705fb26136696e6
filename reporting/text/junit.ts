import type {
  AssumptionReport,
  CheckReport,
  ClauseReport,
  Lesson,
  Report,
} from '../../contract/report/report.ts'
import { type Harmless, legible } from '../../contract/text/harmless.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from './remarks.ts'

/**
 * A report as JUnit XML: a suite for each clause, a case for each check. A broken check is a `<failure>`, with
 * its advice if it has any; a check that was not observed, or is out of reach, is `<skipped>`, and a run without a
 * verdict an `<error>`. Answers of the profile that were observed or confirmed are another suite.
 */
export function toJunit(report: Harmless<Report>): string {
  const answers = sureAnswers(report.assumptions)
  const verdicts = [...report.clauses.flatMap((clause) => clause.checks), ...answers]
  const counts = { ...countsOf(verdicts), time: (report.durationMs / 1000).toFixed(3) }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: `partner-purchase ${report.kind}`, ...counts, errors: errorsOf(report) })}>`,
    ...runError(report),
    ...report.clauses.flatMap((clause) => suiteOf(clause)),
    ...answerSuite(answers),
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

type SureAnswer = AssumptionReport & { readonly verdict: 'holds' | 'differs' }

/** The answers that were observed or confirmed before, and were compared with the service: they count as tests. */
function sureAnswers(assumptions: readonly AssumptionReport[]): readonly SureAnswer[] {
  return assumptions.filter(
    (one): one is SureAnswer => one.provenance !== 'assumed' && one.verdict !== 'not-observed',
  )
}

function answerSuite(answers: readonly SureAnswer[]): string[] {
  if (answers.length === 0) return []
  return [
    `  <testsuite${attributes({ name: ANSWERS, ...countsOf(answers), errors: 0 })}>`,
    ...answers.flatMap(answerCase),
    '  </testsuite>',
  ]
}

const ANSWERS = 'Answers of the profile that were observed or confirmed'

function answerCase({ gap, profileKey, provenance, verdict, message }: SureAnswer): string[] {
  const open = `    <testcase${attributes({ classname: gap, name: `${profileKey} is as it was ${provenance}` })}`
  if (verdict === 'holds') return [`${open}/>`]
  const text = `Drift from what was ${provenance}: ${message}`
  return [
    `${open}>`,
    `      <failure${attributes({ type: gap, message: text })}>${escaped(`${text}\nThis is not a verdict on a clause.`)}</failure>`,
    '    </testcase>',
  ]
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

const FAILED: readonly string[] = ['broken', 'differs']
const SKIPPED: readonly string[] = ['not-observed', 'out-of-reach']

function countsOf(cases: readonly { readonly verdict: string }[]) {
  const count = (verdicts: readonly string[]) =>
    cases.filter(({ verdict }) => verdicts.includes(verdict)).length
  return { tests: cases.length, failures: count(FAILED), skipped: count(SKIPPED) }
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
}

// Not allowed in XML 1.0, section 2.2: control characters and lone surrogates have no escape.
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
  return legible(text)
    .replace(NOT_XML, '\u{fffd}')
    .replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? character)
}
