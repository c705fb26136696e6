import type { Judgement } from '../../../certification/judge.ts'
import type { ClientClauseId } from '../../../contract/reference/client-clauses.ts'
import { quotation } from '../../../contract/reference/statements.ts'
import type { ClauseReport, Report } from '../../../contract/report/report.ts'
import type { StartFailure } from '../../../contract/report/start-failure.ts'
import { type Harmless, harmless, legible } from '../../../contract/text/harmless.ts'
import { counted, listed } from '../../../contract/text/listed.ts'
import { sectionSign } from '../../../reporting/markup/phrasing.ts'
import {
  ADVICE,
  type AdviceRow,
  type Cause,
  causesOf,
  lessonRows,
  quotationIn,
  startFailureRows,
} from '../../../reporting/text/causes.ts'
import { isWarning, LOOKS, saidOf, wordFor } from '../../../reporting/text/said.ts'
import { scenarioOf } from '../../../reporting/text/verdict-words.ts'
import { unseenGroups, unseenMessages } from '../../../reporting/text/what-to-do.ts'
import { worstFirst } from '../../../reporting/text/worst-first.ts'
import { InputError, type Io, isWorkflow, print } from '../../io.ts'
import { adviceLines, indented, remarkLines } from '../../terminal/report-lines.ts'
import { complain, firstLines, type Screen, screenOf, wrapBeside } from '../../terminal/terminal.ts'
import { type NextRun, nameOf, verdictLines } from './verdict.ts'

export const JOURNAL_FILE = 'journal.jsonl'

type Places = {
  /** The recording that was judged. */
  readonly journal: string
  /** Of the report; undefined where none is written. */
  readonly folder: string | undefined
  /** The command of the next run, all scenarios, with a crash or without. Left out if a recording is judged. */
  readonly next?: NextRun
}

/**
 * The last line says where the report is. The verdict stands in any case: what can't be written is said on standard error.
 *
 * @returns whether all of it was written.
 */
export async function showCertification(
  judgement: Judgement,
  { journal, folder, next }: Places,
  io: Io,
): Promise<boolean> {
  const note = judgement.note && legible(judgement.note)
  const shown = { ...judgement, note, report: harmless(judgement.report) }
  print(io, renderCertification(shown, screenOf(io), next))
  if (isWorkflow(io)) (await import('../../files/github.ts')).informWorkflow(judgement.report, io)
  try {
    if (folder !== undefined) await writeFiles(folder, shown.report, journal, judgement.report, io)
    return true
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause
    complain(io, legible(cause.message))
    return false
  }
}

/** The journal first: a report without its journal could not be checked. */
async function writeFiles(folder: string, shown: Harmless<Report>, journal: string, report: Report, io: Io) {
  const { reportFiles, writeReport } = await import('../../files/report-files.ts')
  const { clientsLog } = await import('../../../reporting/text/clients-log.ts')
  const log = clientsLog(shown)
  const files = {
    [JOURNAL_FILE]: journal,
    ...reportFiles(report),
    ...(log !== null && { 'clients.log': log }),
  }
  writeReport(folder, files, io)
}

/** A screen has room for so many; each further one gets a line. */
const MOST_BLOCKS = 4

type Shown = Judgement & { readonly report: Harmless<Report> }

export function renderCertification(judgement: Shown, screen: Screen, next?: NextRun): string {
  const report = worstFirst(judgement.report)
  const { clauses, startFailure } = report
  const broken = clauses.filter((clause) => clause.verdict === 'broken' && !isWarning(clause))
  const more = broken.slice(MOST_BLOCKS)
  const warnings = clauses.filter(isWarning)
  return [
    ...broken.slice(0, MOST_BLOCKS).flatMap((clause) => ['', ...block(clause, report, screen)]),
    ...spaced(more.map((clause) => briefLine(clause, report, screen))),
    ...(startFailure === undefined
      ? [
          ...unseenLines({ ...judgement, report }, screen),
          ...spaced(warnings.map((clause) => warningLine(clause, screen))),
        ]
      : startFailureLines(startFailure, report, screen)),
    ...remarkLines(report, screen, broken.length === 0 ? undefined : 1),
    '',
    ...verdictLines(judgement, screen, next),
  ].join('\n')
}

function spaced(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines]
}

/** Of a block, not counting its head, where it is shown right, and its command. */
const MOST_LINES = 9

/** What happened, in twelve lines: timelines, causes and every other scenario are in the report. */
function block(clause: ClauseReport, report: Report, screen: Screen): string[] {
  const { id, section } = clause
  const { paint } = screen
  const [first, ...others] = causesOf(clause)
  const rows = first === undefined ? [] : lessonRows(first.lesson, report)
  const advice = (about: 'consequence' | 'remedy' | 'shown' | 'command', most?: number) =>
    adviceLines(
      rows.filter(({ label }) => ADVICE[label].about === about),
      screen,
      most,
    )
  const parts: ((most?: number) => string[])[] = [
    (most) => indented(sentenceOf(clause, first), screen, most).map((line) => paint('dim', line)),
    (most) => (first === undefined ? [] : indented(messageOf(first, report), screen, most)),
    (most) => advice('consequence', most),
  ]
  // A fix that is cut may lack its wait, or its limit.
  const fix = advice('remedy')
  const lines = shares(
    parts.map((part) => part().length),
    MOST_LINES - fix.length,
  )
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more cause')} in the report`
  return [
    `${paint('red', LOOKS.broken.sign)} ${paint('bold', id)}  ${sectionSign(section)}${more}`,
    ...parts.flatMap((part, index) => part(lines[index])),
    ...fix,
    ...advice('shown', 1),
    ...advice('command'),
  ]
}

/** How many lines each part gets, where they want more together than there are: the longest is cut first. */
function shares(wanted: readonly number[], all: number): readonly number[] {
  const sum = wanted.reduce((total, lines) => total + lines, 0)
  const longest = Math.max(...wanted)
  if (sum <= all || longest <= 1) return wanted
  return shares(wanted.with(wanted.lastIndexOf(longest), longest - 1), all)
}

/** The sentence of the reference that was broken, rather than a row of a table that says so, too. */
function sentenceOf({ id }: ClauseReport, cause: Cause | undefined): string {
  const quoted = cause?.checks.map(quotationIn).find((text) => text !== undefined)
  // Each clause of a certification binds the client.
  const sentences = (quoted ?? quotation(id as ClientClauseId)).match(/“[^”]*”/g) ?? []
  return sentences.find((text) => !text.includes(' | ')) ?? sentences[0] ?? ''
}

/** What happened in the simplest scenario, and in how many more. */
function messageOf({ message, checks }: Cause, report: Report): string {
  const scenarios = checks.flatMap((check) => scenarioOf(check, report) ?? [])
  const skus = scenarios.map(nameOf)
  return skus.length === 0 ? message : `In ${listed(skus, 1)}: ${message}`
}

/** A clause in one line: what it is called, and what happened. */
function oneLine(clause: ClauseReport, text: string, { paint, width }: Screen): string {
  const { sign, style } = LOOKS[saidOf(clause)]
  const named = `${clause.id} (${clause.level}, ${sectionSign(clause.section)}): ${text}`
  return `${paint(style, sign)} ${firstLines(named, 1, width - 2).join('')}`
}

function briefLine(clause: ClauseReport, report: Report, screen: Screen): string {
  const [first] = causesOf(clause)
  const text = first === undefined ? clause.text : messageOf(first, report)
  return oneLine(clause, text, screen)
}

function warningLine(clause: ClauseReport, screen: Screen): string {
  const [first] = causesOf(clause)
  return oneLine(clause, first?.message ?? clause.text, screen)
}

const UNSEEN = LOOKS['not-observed']
const MOST_REASONS = 2

/** Where something is broken, only the names: that is fixed first. */
function unseenLines({ report, isWhole }: Shown, screen: Screen): string[] {
  const unseen = report.clauses.filter(({ verdict }) => verdict === 'not-observed')
  const [first, ...others] = unseen
  if (first === undefined) return []
  const head = `${UNSEEN.sign} ${wordFor('not-observed')}`
  const names = (group: readonly ClauseReport[]) => group.map(({ id }) => id).join(', ')
  if (report.outcome === 'broken')
    return [
      '',
      ...wrapBeside(`${UNSEEN.sign} `, `${wordFor('not-observed')}: ${names(unseen)}`, 2, screen.width).map(
        (line) => screen.paint(UNSEEN.style, line),
      ),
    ]
  const groups = isWhole ? unseenGroups(unseen, report) : [[first, ...others] as const]
  return [
    '',
    screen.paint(UNSEEN.style, head),
    ...groups.flatMap((group) => [
      ...indented(names(group), screen),
      ...(isWhole ? unseenMessages(group, report) : gapReasons(group))
        .slice(0, MOST_REASONS)
        .flatMap((reason) => indented(`- ${reason}`, screen)),
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
    ...spaced(adviceLines(rowsOf(failure, clauses), screen)),
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
