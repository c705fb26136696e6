import type { Judgement } from '../../certification/judge-journal.ts'
import { CLIENT_CLAUSES, type ClientClauseId } from '../../contract/reference/client-clauses.ts'
import { quotation } from '../../contract/reference/statements.ts'
import type { ClauseReport, Lesson, Report, ScenarioReport } from '../../contract/report/report.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { counted, listed } from '../../contract/text/listed.ts'
import { sectionSign } from '../../reporting/markup/phrasing.ts'
import { type AdviceRow, lessonRows, startFailureRows } from '../../reporting/text/advice.ts'
import { isWarning } from '../../reporting/text/blame.ts'
import { type Cause, causesOf } from '../../reporting/text/causes.ts'
import { closingLines, excerptOf, timelineLine } from '../../reporting/text/timeline-lines.ts'
import { unseenGroups, unseenMessages } from '../../reporting/text/unseen.ts'
import { scenarioOf } from '../../reporting/text/verdict-words.ts'
import { adviceLines, INDENT, indented, remarkLines, sinceLines } from '../terminal/report-lines.ts'
import { fold, type Paint, printable, wrap, wrapBeside, wrapIndented } from '../terminal/terminal.ts'
import { type Conclusion, conclusionOf } from './conclusion.ts'
import { timeLine } from './render-outcomes.ts'

const MOST_REASONS = 2
const REASON_INDENT = 2

/** A judgement whose report can be shown. */
type Shown = Judgement & { readonly report: Harmless<Report> }

/** A certification as a terminal shows it: what is broken and how to fix it, what was not observed, and the verdict. */
export function renderCertification(judgement: Shown, paint: Paint, width: number, jobs?: number): string {
  const { report } = judgement
  const conclusion = conclusionOf(judgement)
  const { clauses, startFailure } = report
  const broken = clauses
    .filter((clause) => clause.verdict === 'broken' && !(startFailure !== undefined && isWarning(clause)))
    .toSorted((one, other) => one.level.localeCompare(other.level))
  return [
    ...broken.flatMap((clause) => ['', ...brokenLines(clause, report, paint, width)]),
    ...(startFailure === undefined
      ? unseenLines(judgement, paint, width)
      : startFailureLines(startFailure, report, paint, width)),
    ...remarkLines(report, paint, width),
    ...sinceLines(report.since, paint, width),
    '',
    verdictLine(conclusion, paint),
    ...conclusion.sentences.flatMap((text) => wrap(text, width)),
    fold(timeLine(report, jobs), width),
  ].join('\n')
}

function verdictLine({ title, because, style }: Conclusion, paint: Paint): string {
  const why = because === null ? '' : `  ${paint(style, because)}`
  return `${paint(['bold', style], title)}${why}`
}

function unseenLines({ report, isWhole }: Shown, paint: Paint, width: number): string[] {
  const unseen = report.clauses.filter(({ verdict }) => verdict === 'not-observed')
  const [first, ...others] = unseen
  if (first === undefined) return []
  const groups = isWhole ? unseenGroups(unseen, report) : [[first, ...others] as const]
  return [
    '',
    paint('yellow', '○ not observed'),
    ...groups.flatMap((group) => [
      ...indented(group.map(({ id }) => id).join(', '), width),
      ...(isWhole ? unseenMessages(group, report) : gapReasons(group))
        .slice(0, MOST_REASONS)
        .flatMap((reason) =>
          indented(reason, width - REASON_INDENT).map((line) => ' '.repeat(REASON_INDENT) + line),
        ),
    ]),
  ]
}

/** What was seen, and can't be judged by what the profile assumes. */
function gapReasons(unseen: readonly ClauseReport[]): readonly string[] {
  const seen = unseen.flatMap(({ checks }) =>
    checks.filter(({ evidence, restsOn }) => evidence.length > 0 && restsOn.length > 0),
  )
  return [...new Set(seen.flatMap(({ message }) => message ?? []))]
}

/** Why no scenario could begin, in place of every clause that could not be observed for that. */
function startFailureLines(
  failure: StartFailure,
  { clauses }: Report,
  paint: Paint,
  width: number,
): string[] {
  const unseen = clauses.filter(({ verdict }) => verdict === 'not-observed').length
  const warnings = clauses.filter(isWarning).map(({ id }) => id)
  return [
    '',
    `${paint('yellow', '○')} ${paint('bold', 'The client could not begin')}`,
    ...indented(failure.message, width),
    '',
    ...adviceLines(rowsOf(failure, clauses), paint, width),
    '',
    ...indented(`${counted(unseen, 'clause')} could not be observed, for this one cause.`, width),
    ...(warnings.length === 0
      ? []
      : indented(`Warnings, perhaps for the same cause: ${warnings.join(', ')}.`, width)),
  ]
}

/** What a broken clause says further up is not said again. */
function rowsOf(failure: StartFailure, clauses: readonly ClauseReport[]): readonly AdviceRow[] {
  const isSaid = clauses.some(({ checks }) => checks.some(({ lesson }) => lesson?.remedy === failure.remedy))
  return startFailureRows(failure).filter(({ label }) => !isSaid || label === 'Near miss')
}

const MOST_CAUSES = 3
const MOST_PLACES = 3

/** A broken clause: the reference's words, each cause with its scenarios and its advice, and where the first shows. */
function brokenLines(clause: ClauseReport, report: Report, paint: Paint, width: number): string[] {
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

const LONGEST_LINE = 400
const LINE_INDENT = 2
/** Further lines of a request are indented to its method. */
const HANGING = 10

/** The client's timeline of a scenario, around the request that breaks a clause, which is marked. */
function timelineText(scenario: ScenarioReport, clause: string, paint: Paint, width: number): string[] {
  const { before, shown, after } = excerptOf(scenario, clause)
  return [
    ...(before > 0 ? [paint('dim', `  … ${before} before`)] : []),
    ...shown.flatMap((entry) => {
      const line = printable(timelineLine(entry, scenario), LONGEST_LINE)
      return requestLines(line, entry.breaks.includes(clause), paint, width)
    }),
    ...(after > 0 ? [paint('dim', `  … ${after} more`)] : closingLines(scenario).map((line) => `  ${line}`)),
  ]
}

function requestLines(line: string, isMarked: boolean, paint: Paint, width: number): string[] {
  const parts = wrapBeside(isMarked ? '▸ ' : ' '.repeat(LINE_INDENT), line, HANGING, width)
  return isMarked ? parts.map((part) => paint('red', part)) : parts
}
