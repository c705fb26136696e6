import type { AssumptionReport, CheckReport, ClauseReport, Report } from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import { type Harmless, legible } from '../../contract/text/harmless.ts'
import { lessonRows } from '../text/causes.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from '../text/notes.ts'

/**
 * A report as JUnit XML: a suite for each clause, a case for each check. A broken check is a `<failure>`, with its advice
 * if it has any; of a clause of level should it passes, with the warning as its `<system-out>`, unless that fails the run.
 * A check that was not observed, or is out of reach, is `<skipped>`, and a run without a verdict an `<error>`. Answers
 * of the profile that were observed or confirmed are a suite of their own.
 */
export function toJunit(report: Harmless<Report>): string {
  const suites = [
    ...runSuite(report),
    ...report.clauses.map((clause) => suiteOf(clause, report)),
    ...answerSuite(report.assumptions),
    ...remarkSuite(report.remarks),
  ]
  return junitXml(`partner-purchase ${report.kind}`, suites, report.durationMs)
}

function suiteOf(clause: ClauseReport, report: Report): Suite {
  const { id, section, checks } = clause
  return { name: `${id} (§ ${section})`, cases: checks.map((check) => caseOf(clause, check, report)) }
}

function caseOf(clause: ClauseReport, check: CheckReport, report: Report): Case {
  const { title: name, verdict, durationMs = 0, lesson } = check
  const one = { classname: clause.id, name, durationMs }
  if (verdict === 'kept') return { ...one, result: 'passed' }
  const message = check.message ?? verdict
  if (verdict !== 'broken') return { ...one, result: 'skipped', element: element('skipped', { message }) }
  const advice = lessonRows(lesson, report).map((row) => `${row.label}: ${row.text}`)
  const text = [clause.text, message, ...advice].join('\n')
  if (clause.level === 'must' || failsBy(report)) return failedCase(one, clause.id, message, text)
  return {
    ...one,
    result: 'passed',
    element: element('system-out', {}, `A warning, which fails nothing: ${text}`),
  }
}

function failedCase(one: Omit<Case, 'result'>, type: string, message: string, text: string): Case {
  return { ...one, result: 'failed', element: element('failure', { type, message }, text) }
}

/** Whether the shoulds that are broken fail the run: it is strict, and nothing else fails it. */
function failsBy({ outcome, clauses, assumptions }: Report): boolean {
  const hasBrokenMust = clauses.some(({ level, verdict }) => level === 'must' && verdict === 'broken')
  return outcome === 'broken' && !hasBrokenMust && driftedAnswers(assumptions).length === 0
}

/** The answers that were observed or confirmed before, and were compared with the service: they count as tests. */
function answerSuite(assumptions: readonly AssumptionReport[]): Suite[] {
  const compared = assumptions.filter(
    ({ provenance, verdict }) => provenance !== 'assumed' && verdict !== 'not-observed',
  )
  return compared.length === 0 ? [] : [{ name: ANSWERS, cases: compared.map(answerCase) }]
}

const ANSWERS = 'Answers of the profile that were observed or confirmed'

function answerCase(answer: AssumptionReport): Case {
  const { gap, profileKey, provenance, verdict } = answer
  const one = { classname: gap, name: `${profileKey} is as it was ${provenance}`, durationMs: 0 }
  if (verdict === 'holds') return { ...one, result: 'passed' }
  const message = `Drift from what was ${provenance}: ${answer.message}`
  return failedCase(one, gap, message, `${message}\nThis is no verdict on a clause.`)
}

function runSuite({ message, outcome, durationMs }: Report): Suite[] {
  if (message === null) return []
  const one = { classname: 'run', name: 'the run came to a verdict', durationMs, result: 'error' as const }
  return [{ name: 'run', cases: [{ ...one, element: element('error', { type: outcome, message }) }] }]
}

/** A suite without a case: a remark passes and fails nothing. */
function remarkSuite(remarks: Report['remarks']): Suite[] {
  if (remarks.length === 0) return []
  return [{ name: REMARKS_TITLE, cases: [], said: groupRemarks(remarks).map(remarkText).join('\n') }]
}

type Case = {
  readonly classname: string
  readonly name: string
  readonly durationMs: number
  readonly result: 'passed' | 'failed' | 'skipped' | 'error'
  /** What is said of it; nothing where it simply passed. */
  readonly element?: string
}

/** Cases that belong together; a suite without a case has something to say. */
type Suite = { readonly name: string; readonly cases: readonly Case[]; readonly said?: string }

/** The times of the cases add up, as what reads it expects; `durationMs` is for a suite whose cases have none. */
function junitXml(name: string, suites: readonly Suite[], durationMs: number): string {
  const cases = suites.flatMap((suite) => suite.cases)
  const time = cases.some((one) => one.durationMs > 0) ? timeOf(cases) : seconds(durationMs)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...countsOf(cases), time })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteLines({ name, cases, said }: Suite): string[] {
  return [
    `  <testsuite${attributes({ name, ...countsOf(cases), time: timeOf(cases) })}>`,
    ...cases.flatMap(caseLines),
    ...(said === undefined ? [] : [`    ${element('system-out', {}, said)}`]),
    '  </testsuite>',
  ]
}

function timeOf(cases: readonly Case[]): string {
  return seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0))
}

function caseLines({ classname, name, durationMs, element: said }: Case): string[] {
  const open = `    <testcase${attributes({ classname, name, time: seconds(durationMs) })}`
  return said === undefined ? [`${open}/>`] : [`${open}>`, `      ${said}`, '    </testcase>']
}

function element(name: string, values: Readonly<Record<string, string>>, text?: string): string {
  return `<${name}${attributes(values)}${text === undefined ? '/>' : `>${escaped(text)}</${name}>`}`
}

function countsOf(cases: readonly Case[]) {
  const count = (wanted: Case['result']) => cases.filter(({ result }) => result === wanted).length
  return {
    tests: cases.length,
    failures: count('failed'),
    skipped: count('skipped'),
    errors: count('error'),
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
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
