import type { Judgement } from '../../certification/judge.ts'
import type { ClientClauseId } from '../../contract/reference/client-clauses.ts'
import { quotation } from '../../contract/reference/statements.ts'
import type { ClauseReport, Report, ScenarioReport } from '../../contract/report/report.ts'
import type { StartFailure } from '../../contract/report/start-failure.ts'
import { type Harmless, harmless, legible } from '../../contract/text/harmless.ts'
import { counted, listed } from '../../contract/text/listed.ts'
import { sectionSign } from '../../reporting/markup/phrasing.ts'
import {
  type AdviceRow,
  type Cause,
  causesOf,
  lessonRows,
  quotationIn,
  startFailureRows,
} from '../../reporting/text/causes.ts'
import { clientsLog } from '../../reporting/text/clients-log.ts'
import { isWarning, LOOKS, saidOf, wordFor } from '../../reporting/text/said.ts'
import { closingLines, excerptOf, timelineLine } from '../../reporting/text/timeline-lines.ts'
import { scenarioOf } from '../../reporting/text/verdict-words.ts'
import { unseenGroups, unseenMessages } from '../../reporting/text/what-to-do.ts'
import { informWorkflow } from '../files/github.ts'
import { reportFiles, writeReport } from '../files/report-files.ts'
import { InputError, type Io, print } from '../io.ts'
import { adviceLines, INDENT, indented, remarkLines } from '../terminal/report-lines.ts'
import {
  complain,
  fold,
  type Paint,
  printable,
  type Screen,
  screenOf,
  wrap,
  wrapBeside,
  wrapIndented,
} from '../terminal/terminal.ts'
import { type Conclusion, conclusionOf } from './conclusion.ts'
import { timeLine } from './render-outcomes.ts'

export const JOURNAL_FILE = 'journal.jsonl'

/** `jobs`: how many scenarios ran at a time, where that is known and was not all. */
type Written = {
  readonly report?: string
  readonly jobs?: number
}

/** Returns whether all of it was written. The verdict stands in any case: what can't be is said on standard error. */
export function showCertification(
  judgement: Judgement,
  journal: string,
  { report: folder, jobs }: Written,
  io: Io,
): boolean {
  const note = judgement.note && legible(judgement.note)
  const shown = { ...judgement, note, report: harmless(judgement.report) }
  print(io, renderCertification(shown, screenOf(io), jobs))
  informWorkflow(judgement.report, io)
  try {
    if (folder !== undefined) writeReport(folder, filesOf(shown.report, journal, judgement), io)
    return true
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause
    complain(io, legible(cause.message))
    return false
  }
}

/** The journal first: a report without its journal could not be checked. */
function filesOf(shown: Harmless<Report>, journal: string, { report }: Judgement): Record<string, string> {
  const log = clientsLog(shown)
  return { [JOURNAL_FILE]: journal, ...reportFiles(report), ...(log !== null && { 'clients.log': log }) }
}

const MOST_REASONS = 2

const UNSEEN = LOOKS['not-observed']

type Shown = Judgement & { readonly report: Harmless<Report> }

export function renderCertification(judgement: Shown, screen: Screen, jobs?: number): string {
  const { report } = judgement
  const { paint, width } = screen
  const conclusion = conclusionOf(judgement)
  const { clauses, startFailure } = report
  const broken = clauses
    .filter((clause) => clause.verdict === 'broken' && !(startFailure !== undefined && isWarning(clause)))
    .toSorted((one, other) => one.level.localeCompare(other.level))
  return [
    ...broken.flatMap((clause) => ['', ...brokenLines(clause, report, screen)]),
    ...(startFailure === undefined
      ? unseenLines(judgement, screen)
      : startFailureLines(startFailure, report, screen)),
    ...remarkLines(report, screen),
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

function unseenLines({ report, isWhole }: Shown, screen: Screen): string[] {
  const unseen = report.clauses.filter(({ verdict }) => verdict === 'not-observed')
  const [first, ...others] = unseen
  if (first === undefined) return []
  const groups = isWhole ? unseenGroups(unseen, report) : [[first, ...others] as const]
  return [
    '',
    screen.paint(UNSEEN.style, `${UNSEEN.sign} ${wordFor('not-observed')}`),
    ...groups.flatMap((group) => [
      ...indented(group.map(({ id }) => id).join(', '), screen),
      ...(isWhole ? unseenMessages(group, report) : gapReasons(group))
        .slice(0, MOST_REASONS)
        .flatMap((reason) => wrapIndented(reason, INDENT + 2, screen.width)),
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

function startFailureLines(failure: StartFailure, { clauses }: Report, screen: Screen): string[] {
  const { paint } = screen
  const unseen = clauses.filter(({ verdict }) => verdict === 'not-observed').length
  const warnings = clauses.filter(isWarning).map(({ id }) => id)
  return [
    '',
    `${paint(UNSEEN.style, UNSEEN.sign)} ${paint('bold', 'The client could not begin')}`,
    ...indented(failure.message, screen),
    '',
    ...adviceLines(rowsOf(failure, clauses), screen),
    '',
    ...indented(`${counted(unseen, 'clause')} could not be observed, for this one cause.`, screen),
    ...(warnings.length === 0
      ? []
      : indented(`Warnings, perhaps for the same cause: ${warnings.join(', ')}.`, screen)),
  ]
}

/** What a broken clause says further up is not said again. */
function rowsOf(failure: StartFailure, clauses: readonly ClauseReport[]): readonly AdviceRow[] {
  const isSaid = clauses.some(({ checks }) => checks.some(({ lesson }) => lesson?.remedy === failure.remedy))
  return startFailureRows(failure).filter(({ label }) => !isSaid || label === 'Near miss')
}

/** The sentence that was broken; of a report without one, all of the clause. */
function quotationOf({ id, checks }: ClauseReport): string {
  const broken = checks.find(({ verdict }) => verdict === 'broken')
  // Each clause of a certification binds the client.
  return (broken && quotationIn(broken)) ?? quotation(id as ClientClauseId)
}

const MOST_CAUSES = 3
const MOST_PLACES = 3

function brokenLines(clause: ClauseReport, report: Report, screen: Screen): string[] {
  const { id, level, section } = clause
  const { paint } = screen
  const { sign, style } = LOOKS[saidOf(clause)]
  const weight = level === 'must' ? level : 'should: a warning'
  const [first, ...others] = causesOf(clause)
  const more = others.length + 1 - MOST_CAUSES
  return [
    `${paint(style, sign)} ${paint('bold', id)}  ${weight}, ${sectionSign(section)}`,
    ...(first === undefined ? [] : messageLines(first, report, screen)),
    ...indented(quotationOf(clause), screen).map((line) => paint('dim', line)),
    ...(first === undefined ? [] : timelineOf(first, id, report, screen)),
    ...adviceLines(lessonRows(first?.lesson ?? null, report), screen),
    ...others
      .slice(0, MOST_CAUSES - 1)
      .flatMap((cause) => [
        '',
        ...messageLines(cause, report, screen),
        ...adviceLines(lessonRows(cause.lesson, report), screen),
      ]),
    ...(more > 0 ? ['', ...indented(`And ${counted(more, 'cause')} more: see the report.`, screen)] : []),
  ]
}

function messageLines({ message, checks }: Cause, report: Report, screen: Screen): string[] {
  const scenarios = checks.flatMap((check) => scenarioOf(check, report) ?? [])
  const skus = scenarios.map(({ sku }) => sku)
  const places = scenarios[1] === undefined ? '' : ` In ${listed(skus, MOST_PLACES)}.`
  return indented(`${message}${places}`, screen)
}

function timelineOf({ checks: [check] }: Cause, clause: string, report: Report, screen: Screen): string[] {
  const scenario = check && scenarioOf(check, report)
  if (scenario === undefined) return []
  const { paint, width } = screen
  const lines = timelineText(scenario, clause, { paint, width: width - INDENT })
  return [
    '',
    ...wrapIndented(`In ${scenario.sku}: ${scenario.story}`, INDENT, width, (line) => paint('dim', line)),
    ...lines.map((line) => ' '.repeat(INDENT) + line),
    '',
  ]
}

const LONGEST_LINE = 400
/** Further lines of a request are indented to its method. */
const HANGING = 10

function timelineText(scenario: ScenarioReport, clause: string, { paint, width }: Screen): string[] {
  const { before, shown, after } = excerptOf(scenario, clause)
  return [
    ...(before > 0 ? [paint('dim', `  … ${before} before`)] : []),
    ...shown.flatMap((entry) => {
      const line = printable(timelineLine(entry, scenario), LONGEST_LINE)
      const isMarked = entry.breaks.includes(clause)
      const lines = wrapBeside(isMarked ? '▸ ' : '  ', line, HANGING, width)
      return isMarked ? lines.map((part) => paint('red', part)) : lines
    }),
    ...(after > 0 ? [paint('dim', `  … ${after} more`)] : closingLines(scenario).map((line) => `  ${line}`)),
  ]
}
