import type { AssumptionReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { driftedAnswers } from '../../../contract/report/verdict.ts'
import { type Harmless, harmless } from '../../../contract/text/harmless.ts'
import { ACCEPTED_DAYS } from '../../../contract-tests/baseline.ts'
import { sectionSign } from '../../../reporting/markup/phrasing.ts'
import { type AdviceRow, lessonRows } from '../../../reporting/text/causes.ts'
import { LOOKS, saidOf } from '../../../reporting/text/said.ts'
import { lessonOfClause, verdictSentence } from '../../../reporting/text/verdict-words.ts'
import { profileFirst } from '../../../reporting/text/what-to-do.ts'
import { jsonFile, writeWhole } from '../../files/files.ts'
import { reportFolder } from '../../files/report-folder.ts'
import { type Io, isWorkflow, print } from '../../io.ts'
import { adviceLines, INDENT, indented, remarkLines } from '../../terminal/report-lines.ts'
import { fold, type Screen, say, screenOf, wrap, wrapBeside, wrapIndented } from '../../terminal/terminal.ts'
import type { JudgedRun } from './verification.ts'

type Places = { readonly report?: string | false; readonly proposeBaseline?: string }

/**
 * Where the report is, is the last line.
 *
 * @param exchanges the text of `exchanges.jsonl`; empty where nothing was sent.
 * @throws {InputError} when a file can't be written.
 */
export async function showReport(
  judged: JudgedRun,
  exchanges: string,
  places: Places,
  io: Io,
): Promise<void> {
  const { report } = judged
  print(io, renderReport(harmless(report), screenOf(io)))
  if (isWorkflow(io)) (await import('../../files/github.ts')).informWorkflow(report, io)
  if (places.proposeBaseline !== undefined) writeProposal(places.proposeBaseline, judged, io)
  const folder = reportFolder(places)
  if (folder === undefined) return
  const { reportFiles, writeReport } = await import('../../files/report-files.ts')
  const companions = exchanges === '' ? {} : { 'exchanges.jsonl': exchanges }
  writeReport(folder, { ...reportFiles(report), ...companions }, io)
}

/** @throws {InputError} when the file can't be written. */
function writeProposal(file: string, { report, proposal }: JudgedRun, io: Io): void {
  if (proposal !== null) writeWhole(file, jsonFile(proposal), io)
  const none =
    report.outcome === 'kept' ? 'the run is kept as it is' : 'no baseline would excuse what was found'
  const said =
    proposal === null
      ? `none, because ${none}.`
      : `${file} accepts what was found for ${ACCEPTED_DAYS} days. Write into each reason why, and add --baseline ${file} to the next run.`
  say(io, `\nProposed baseline: ${said}`, 2)
}

const ID_WIDTH = 28
/** More findings of one clause are in the report. */
const MOST_FINDINGS = 2

/** What is kept in a few lines, and what is broken last, beside the verdict. */
export function renderReport(report: Harmless<Report>, screen: Screen): string {
  const { paint, width } = screen
  if (report.outcome === 'unreachable') return paint('red', fold(report.message ?? report.outcome, width))
  const shared = sharedMessages(report.clauses)
  const isKept = ({ verdict, excused }: ClauseReport) => verdict === 'kept' && excused === null
  const others = report.clauses
    .filter((clause) => !isKept(clause))
    .toSorted((one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict))
  return [
    ...keptLines(report.clauses.filter(isKept), screen),
    ...others.flatMap((clause) => ['', ...clauseLines(clause, report, shared, screen)]),
    ...sharedLines(shared, screen),
    '',
    ...assumptionLines(report.assumptions, screen),
    ...remarkLines(report, screen),
    '',
    ...verdictLines(report, screen),
    ...(report.message === null ? [] : wrap(report.message, width)),
  ].join('\n')
}

const ORDER: readonly ClauseReport['verdict'][] = ['kept', 'out-of-reach', 'not-observed', 'broken']

function keptLines(kept: readonly ClauseReport[], { paint, width }: Screen): string[] {
  const { sign, style } = LOOKS.kept
  const names = kept.map(({ id }) => id).join(', ')
  return kept.length === 0 ? [] : wrapBeside(`${paint(style, sign)} `, names, 2, width)
}

/** Messages of several clauses, with these: they are said once, below all clauses. */
type Shared = ReadonlyMap<string, readonly ClauseReport[]>

function sharedMessages(clauses: readonly ClauseReport[]): Shared {
  const unseen = clauses.filter(({ verdict }) => verdict === 'not-observed')
  const said = unseen.flatMap((clause) => messagesOf(clause).map((message) => ({ message, clause })))
  const groups = [...Map.groupBy(said, ({ message }) => message)].filter(([, same]) => same.length > 1)
  return new Map(groups.map(([message, same]) => [message, same.map(({ clause }) => clause)]))
}

/** Why a clause came to its verdict: of a broken clause, only what broke it. The report has what could not be seen. */
function messagesOf(clause: ClauseReport): readonly string[] {
  const { checks, verdict } = clause
  const telling = checks.filter((check) => check.verdict !== 'kept' && check.verdict === verdict)
  const messages = telling.flatMap(({ message }) => message ?? [])
  return [...new Set(messages)]
}

function sharedLines(shared: Shared, screen: Screen): string[] {
  const { paint, width } = screen
  const groups = Map.groupBy(shared, ([, clauses]) => clauses.map(({ id }) => id).join(', '))
  return [...groups].flatMap(([names, same]) => {
    const { sign, style } = LOOKS['not-observed']
    const messages = same.flatMap(([message]) => indented(message, screen).map((line) => paint(style, line)))
    return ['', ...wrapBeside(`${paint(style, sign)} `, names, 2, width), ...messages]
  })
}

function clauseLines(clause: ClauseReport, report: Report, shared: Shared, screen: Screen): string[] {
  const { id, section, text, excused } = clause
  const { paint, width } = screen
  const said = saidOf(clause)
  const { sign, style } = LOOKS[said]
  const own = messagesOf(clause).filter((message) => !shared.get(message)?.includes(clause))
  const detail = (text: string) => wrapIndented(text, INDENT, width, (line) => paint(style, line))
  return [
    ...wrapBeside(
      `${paint(style, sign)} ${id.padEnd(ID_WIDTH)}`,
      `${text} (${sectionSign(section)})`,
      ID_WIDTH + 2,
      width,
    ),
    ...own
      .slice(0, MOST_FINDINGS)
      .flatMap((message) => [
        ...detail(`${said}: ${message}`),
        ...adviceLines(failedChecks(clause, message), screen),
      ]),
    ...(own.length > MOST_FINDINGS ? detail(`And ${own.length - MOST_FINDINGS} more: see the report.`) : []),
    ...(excused === null ? [] : detail(`excused: ${excused}`)),
    ...lessonLines(clause, report, screen),
  ]
}

/** Which checks of a broken clause a message is about; of a clause with one check, its text says it. */
function failedChecks({ checks, verdict }: ClauseReport, message: string): readonly AdviceRow[] {
  if (verdict !== 'broken' || checks.length === 1) return []
  const failed = checks.filter((check) => check.verdict === verdict && check.message === message)
  return failed.map(({ title }) => ({ label: 'Failed check', text: title }))
}

/** The usual cause and the smallest fix, where they are known; or what to correct in the profile before. */
function lessonLines(clause: ClauseReport, report: Report, screen: Screen): string[] {
  const lesson = lessonOfClause(clause)
  if (lesson === null || clause.excused !== null) return []
  const first = profileFirst(clause, report)
  if (first !== null) return indented(first, screen)
  const rows = lessonRows(lesson, report).filter(
    ({ label }) => label === 'Usual cause' || label === 'Smallest fix',
  )
  return adviceLines(rows, screen)
}

function assumptionLines(assumptions: readonly AssumptionReport[], { paint, width }: Screen): string[] {
  const count = (verdict: AssumptionReport['verdict']) =>
    assumptions.filter((one) => one.verdict === verdict).length
  const differ = count('differs') === 1 ? '1 differs' : `${count('differs')} differ`
  const counts = `${count('holds')} hold, ${differ}, ${count('not-observed')} not observed`
  const differing = assumptions.filter(({ verdict }) => verdict === 'differs')
  const drifted = driftedAnswers(assumptions)
  return [
    `${paint('bold', 'Assumptions of the profile, not documented:')} ${counts}`,
    ...differing.flatMap((one) => {
      const { gap, profileKey, provenance, message } = one
      const isDrifted = drifted.includes(one)
      const { sign, style } = LOOKS[isDrifted ? 'drifted' : 'differs']
      const source = isDrifted ? `differs from what was ${provenance}` : provenance
      return wrapIndented(`${sign} ${gap} (${profileKey}, ${source}): ${message}`, 2, width, (line) =>
        paint(style, line),
      )
    }),
  ]
}

function verdictLines(report: Report, { paint, width }: Screen): string[] {
  const outcome = report.outcome.toUpperCase()
  const seconds = (report.durationMs / 1000).toFixed(1)
  const [first = '', ...rest] = wrap(`${outcome}, ${verdictSentence(report)} (${seconds} s)`, width)
  return [paint(['bold', LOOKS[report.outcome].style], outcome) + first.slice(outcome.length), ...rest]
}
