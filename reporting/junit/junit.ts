import type {
  AssumptionReport,
  CheckReport,
  ClauseReport,
  Lesson,
  Report,
} from '../../contract/report/report.ts'
import { driftedAnswers, type Verdict } from '../../contract/report/verdict.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { lessonRows } from '../text/advice.ts'
import { groupRemarks, REMARKS_TITLE, remarkText } from '../text/remarks.ts'
import { openTies } from '../text/ties.ts'
import { type Case, junitXml, type Suite } from './junit-xml.ts'

/**
 * A report as JUnit XML: a suite for each clause, a case for each check. A broken check is a `<failure>`, with its advice
 * if it has any; of a clause of level should it passes, with the warning as its `<system-out>`, unless that fails the run.
 * A check that was not observed, or is out of reach, is `<skipped>`, and a run without a verdict an `<error>`. Clauses
 * between which the run does not decide fail together, in another suite; answers of the profile that were observed or
 * confirmed are one, too.
 */
export function toJunit(report: Harmless<Report>): string {
  const suites = [
    ...runSuite(report),
    ...report.clauses.map((clause) => suiteOf(clause, report)),
    ...tieSuite(report),
    ...answerSuite(report.assumptions),
    ...remarkSuite(report.remarks),
  ]
  return junitXml({ name: `partner-purchase ${report.kind}`, suites })
}

function suiteOf(clause: ClauseReport, report: Report): Suite {
  const { id, section, checks } = clause
  return { name: `${id} (§ ${section})`, cases: checks.map((check) => caseOf(clause, check, report)) }
}

const SKIPPED: readonly Verdict[] = ['not-observed', 'out-of-reach']

function caseOf(clause: ClauseReport, check: CheckReport, report: Report): Case {
  const { title: name, verdict, durationMs = 0, lesson } = check
  const one = { classname: clause.id, name, durationMs }
  if (verdict === 'kept') return { ...one, result: 'passed', message: null }
  const message = check.message ?? verdict
  if (SKIPPED.includes(verdict)) return { ...one, result: 'skipped', message }
  const text = [clause.text, message, ...lessonLines(lesson, report)].join('\n')
  if (clause.level === 'should' && !failsBy(report))
    return { ...one, result: 'note', message, text: `A warning, which fails nothing: ${text}` }
  return { ...one, result: 'failed', message, text, type: clause.id }
}

/** Whether the shoulds that are broken fail the run: it is strict, and nothing else fails it. */
function failsBy({ outcome, clauses, assumptions }: Report): boolean {
  const hasBrokenMust = clauses.some(({ level, verdict }) => level === 'must' && verdict === 'broken')
  return outcome === 'broken' && !hasBrokenMust && driftedAnswers(assumptions).length === 0
}

/** What more than one clause explains. */
function tieSuite(report: Report): Suite[] {
  const cases = openTies(report).map(([message, clauses]): Case => {
    const text = [message, ...clauses.flatMap(({ checks }) => checks.flatMap((one) => one.message ?? []))]
    const one = {
      classname: clauses.map(({ id }) => id).join(' or '),
      name: 'each of them is kept',
      durationMs: 0,
    }
    return { ...one, result: 'failed', message, text: text.join('\n'), type: 'either' }
  })
  return cases.length === 0 ? [] : [{ name: 'Clauses between which the run does not decide', cases }]
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
  const { gap, profileKey, provenance, verdict, durationMs = 0 } = answer
  const one = { classname: gap, name: `${profileKey} is as it was ${provenance}`, durationMs }
  if (verdict === 'holds') return { ...one, result: 'passed', message: null }
  const message = `Drift from what was ${provenance}: ${answer.message}`
  return { ...one, result: 'failed', message, text: `${message}\nThis is no verdict on a clause.`, type: gap }
}

function lessonLines(lesson: Lesson | null, report: Report): string[] {
  return lesson === null ? [] : lessonRows(lesson, report).map(({ label, text }) => `${label}: ${text}`)
}

function runSuite({ message, outcome, durationMs }: Report): Suite[] {
  if (message === null) return []
  const name = 'the run came to a verdict'
  const cases = [{ classname: 'run', name, durationMs, result: 'error' as const, message, type: outcome }]
  return [{ name: 'run', cases }]
}

/** A suite without a case: a remark passes and fails nothing. */
function remarkSuite(remarks: Report['remarks']): Suite[] {
  if (remarks.length === 0) return []
  return [{ name: REMARKS_TITLE, cases: [], said: groupRemarks(remarks).map(remarkText).join('\n') }]
}
