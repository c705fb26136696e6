import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import { quotation } from '../../contract/reference/quotation.ts'
import type { ClauseReport, Lesson, Report, ScenarioReport } from '../../contract/report/report.ts'
import { listed } from '../../contract/text/listed.ts'
import { sectionSign } from '../../reporting/markup/phrasing.ts'
import { lessonRows } from '../../reporting/text/advice.ts'
import { type Cause, causesOf } from '../../reporting/text/causes.ts'
import { counted } from '../../reporting/text/counted.ts'
import { scenarioOf } from '../../reporting/text/parts-of-report.ts'
import { adviceLines, INDENT, indented } from '../terminal/labelled.ts'
import { type Paint, wrapIndented } from '../terminal/terminal.ts'
import { timelineText } from './render-timeline.ts'

const MOST_CAUSES = 3
const MOST_PLACES = 3

/** A broken clause: the reference's words, each cause with its scenarios and its advice, and where the first shows. */
export function brokenLines(clause: ClauseReport, report: Report, paint: Paint, width: number): string[] {
  const { id, level, section } = clause
  const mark = level === 'must' ? paint('red', '✗') : paint('yellow', '!')
  const weight = level === 'must' ? level : 'should: a warning'
  const [first, ...others] = causesOf(clause)
  const more = others.length + 1 - MOST_CAUSES
  return [
    `${mark} ${paint('bold', id)}  ${weight}, ${sectionSign(section)}`,
    ...(first === undefined ? [] : causeLines(first, report, width)),
    ...wordsOf(id).flatMap((words) => indented(words, width).map((line) => paint('dim', line))),
    ...(first === undefined ? [] : firstCause(first, id, report, paint, width)),
    ...others.slice(0, MOST_CAUSES - 1).flatMap((cause) => otherCause(cause, report, paint, width)),
    ...(more > 0 ? ['', ...indented(`And ${counted(more, 'cause')} more: see the report.`, width)] : []),
  ]
}

/** A report may be from another version: a clause that this one does not know is not quoted. */
function wordsOf(id: string): string[] {
  // It is one of the keys, by the line itself.
  return Object.hasOwn(CLIENT_CLAUSES, id) ? [quotation(id as ClientClauseId)] : []
}

function causeLines({ message, checks }: Cause, report: Report, width: number): string[] {
  const skus = checks.flatMap((check) => scenarioOf(check, report)?.sku ?? [])
  const places = skus.length < 2 ? '' : ` In ${listed(skus, MOST_PLACES)}.`
  return indented(`${message}${places}`, width)
}

/** The timeline that shows the first cause, and its advice. */
function firstCause(
  { checks: [check], lesson }: Cause,
  clause: string,
  report: Report,
  paint: Paint,
  width: number,
): string[] {
  const scenario = check && scenarioOf(check, report)
  return [
    ...(scenario === undefined ? [] : ['', ...timelineOf(scenario, clause, paint, width), '']),
    ...lessonLines(lesson, report, paint, width),
  ]
}

function otherCause(cause: Cause, report: Report, paint: Paint, width: number): string[] {
  return ['', ...causeLines(cause, report, width), ...lessonLines(cause.lesson, report, paint, width)]
}

function timelineOf(scenario: ScenarioReport, clause: string, paint: Paint, width: number): string[] {
  const title = `In ${scenario.sku}: ${scenario.story}`
  return [
    ...wrapIndented(title, INDENT, width, (line) => paint('dim', line)),
    ...timelineText(scenario, clause, paint, width - INDENT).map((line) => ' '.repeat(INDENT) + line),
  ]
}

function lessonLines(lesson: Lesson | null, report: Report, paint: Paint, width: number): string[] {
  return lesson === null ? [] : adviceLines(lessonRows(lesson, report), paint, width)
}
