import type { AssumptionReport, ClauseReport, Report, ScenarioReport } from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import { type Harmless, legible } from '../../contract/text/harmless.ts'
import { causesOf, lessonRows } from '../text/causes.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from '../text/notes.ts'
import { isWarning } from '../text/said.ts'

/**
 * Renders a report as JUnit XML. The suite `clauses` has a case for each clause; a certification also has a suite
 * `scenarios` with a case for each scenario.
 *
 * A broken clause is a `<failure>` with its cause and its fix. A broken should passes, with the warning as its
 * `<system-out>`, unless it fails the run. A clause that was not observed is `<skipped>`, and a run without a verdict
 * is an `<error>`.
 */
export function toJunit(report: Harmless<Report>): string {
  const { kind, clauses, scenarios, assumptions, remarks, durationMs } = report
  const suites: Suite[] = [
    ...runSuite(report),
    { name: 'clauses', cases: clauses.map((clause) => clauseCase(clause, report)) },
    ...(scenarios === null
      ? []
      : [{ name: 'scenarios', cases: scenarios.map((one) => scenarioCase(one, report)) }]),
    ...answerSuite(assumptions),
    ...(remarks.length === 0
      ? []
      : [{ name: REMARKS_TITLE, cases: [], said: groupRemarks(remarks).map(remarkText).join('\n') }]),
  ]
  return junitXml(`partner-purchase ${kind}`, inWallTime(suites, durationMs))
}

type Case = {
  readonly classname: string
  readonly name: string
  /** The weight of this case when the run's time is shared out. */
  readonly weight: number
  readonly result: 'passed' | 'failed' | 'skipped' | 'error'
  /** The element inside the case; undefined if it simply passed. */
  readonly element?: string
}

/** A suite of cases. One without cases only has a text. */
type Suite = { readonly name: string; readonly cases: readonly Case[]; readonly said?: string }

function clauseCase(clause: ClauseReport, report: Report): Case {
  const { id, verdict, excused, checks } = clause
  // The scenarios of a client already account for the time of its checks.
  const one = { classname: 'clauses', name: id, weight: report.kind === 'verify' ? checks.length : 0 }
  if (verdict === 'kept') return { ...one, result: 'passed' }
  const [first] = causesOf(clause)
  const message = first?.message ?? clause.needs ?? verdict.replaceAll('-', ' ')
  if (verdict !== 'broken') return { ...one, result: 'skipped', element: element('skipped', { message }) }
  const advice = lessonRows(first?.lesson ?? null, report).map(({ label, text }) => `${label}: ${text}`)
  const text = [clause.text, message, ...advice].join('\n')
  if (excused !== null)
    return { ...one, result: 'skipped', element: element('skipped', { message: `Excused: ${excused}` }) }
  if (isWarning(clause) && !failsByWarnings(report))
    return {
      ...one,
      result: 'passed',
      element: element('system-out', {}, `A warning, which does not fail the run: ${text}`),
    }
  return { ...one, result: 'failed', element: element('failure', { type: id, message }, text) }
}

/** True if broken shoulds fail the run: the run is strict, and nothing else fails it. */
function failsByWarnings({ outcome, clauses, assumptions }: Report): boolean {
  const hasBrokenMust = clauses.some(({ level, verdict }) => level === 'must' && verdict === 'broken')
  return outcome === 'broken' && !hasBrokenMust && driftedAnswers(assumptions).length === 0
}

/** A scenario fails for the clauses that it breaks. The other suite explains them. */
function scenarioCase({ sku, outcome, clauses, durationMs }: ScenarioReport, report: Report): Case {
  const one = { classname: 'scenarios', name: sku, weight: durationMs }
  const failing = report.clauses.filter(({ id, level }) => clauses[id] === 'broken' && level === 'must')
  const message = failing.length === 0 ? outcome : `breaks ${failing.map(({ id }) => id).join(', ')}`
  if (outcome === 'kept') return { ...one, result: 'passed' }
  if (outcome === 'incomplete')
    return { ...one, result: 'skipped', element: element('skipped', { message: 'not completed' }) }
  return { ...one, result: 'failed', element: element('failure', { type: 'scenario', message }) }
}

/** Assumptions that were observed or confirmed before, and were compared with the service. They count as tests. */
function answerSuite(assumptions: readonly AssumptionReport[]): Suite[] {
  const compared = assumptions.filter(
    ({ provenance, verdict }) => provenance !== 'assumed' && verdict !== 'not-observed',
  )
  return compared.length === 0 ? [] : [{ name: 'answers of the profile', cases: compared.map(answerCase) }]
}

function answerCase({ gap, profileKey, provenance, verdict, message }: AssumptionReport): Case {
  const one = { classname: gap, name: `${profileKey} is as it was ${provenance}`, weight: 0 }
  if (verdict === 'holds') return { ...one, result: 'passed' }
  const text = `It differs from what was ${provenance}: ${message}`
  return { ...one, result: 'failed', element: element('failure', { type: gap, message: text }) }
}

function runSuite({ message, outcome }: Report): Suite[] {
  if (message === null) return []
  const one = { classname: 'run', name: 'the run came to a verdict', weight: 0, result: 'error' as const }
  return [{ name: 'run', cases: [{ ...one, element: element('error', { type: outcome, message }) }] }]
}

type Timed<Kind> = Kind & { readonly milliseconds: number }
type TimedSuite = Timed<Omit<Suite, 'cases'> & { readonly cases: readonly Timed<Case>[] }>

/** Scenarios run at the same time, so each case gets a share of the run's time, and all shares add up to it. */
function inWallTime(suites: readonly Suite[], durationMs: number): readonly TimedSuite[] {
  const all = sum(suites.flatMap(({ cases }) => cases.map(({ weight }) => weight)))
  let before = 0
  const share = ({ weight }: Case) => {
    const from = before
    before += weight
    return all === 0 ? 0 : Math.round((durationMs * before) / all) - Math.round((durationMs * from) / all)
  }
  return suites.map((suite) => {
    const cases = suite.cases.map((one) => ({ ...one, milliseconds: share(one) }))
    return { ...suite, cases, milliseconds: sum(cases.map(({ milliseconds }) => milliseconds)) }
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function junitXml(name: string, suites: readonly TimedSuite[]): string {
  const time = seconds(sum(suites.map(({ milliseconds }) => milliseconds)))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...countsOf(suites.flatMap(({ cases }) => cases)), time })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteLines({ name, cases, said, milliseconds }: TimedSuite): string[] {
  return [
    `  <testsuite${attributes({ name, ...countsOf(cases), time: seconds(milliseconds) })}>`,
    ...cases.flatMap(caseLines),
    ...(said === undefined ? [] : [`    ${element('system-out', {}, said)}`]),
    '  </testsuite>',
  ]
}

function caseLines({ classname, name, milliseconds, element: said }: Timed<Case>): string[] {
  const open = `    <testcase${attributes({ classname, name, time: seconds(milliseconds) })}`
  return said === undefined ? [`${open}/>`] : [`${open}>`, `      ${said}`, '    </testcase>']
}

function element(name: string, values: Readonly<Record<string, string>>, text?: string): string {
  return `<${name}${attributes(values)}${text === undefined ? '/>' : `>${escaped(text)}</${name}>`}`
}

function countsOf(cases: readonly Case[]) {
  const count = (wanted: Case['result']) => cases.filter(({ result }) => result === wanted).length
  return { tests: cases.length, failures: count('failed'), skipped: count('skipped'), errors: count('error') }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
}

// XML 1.0 (section 2.2) excludes control characters and lone surrogates, and has no escape for them.
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
