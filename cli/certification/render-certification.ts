import type { Judgement } from '../../certification/judge-journal.ts'
import type { ClauseReport, Report, ScenarioReport } from '../../contract/report/report.ts'
import { EXIT_CODES } from '../../contract/report/verdict.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { clauseTally } from '../../reporting/text/verdict-words.ts'
import { remarkLines } from '../terminal/render-remarks.ts'
import { fold, type Paint, wrap } from '../terminal/terminal.ts'
import { certificationExitCode } from './exit-code.ts'
import { timeLines } from './render-outcomes.ts'
import { timelineText } from './render-timeline.ts'

const INDENT = 4
const LABEL_WIDTH = 14
const MOST_REASONS = 2

/** A judgement whose report can be shown. */
type Shown = Judgement & { readonly report: Harmless<Report> }

/** A certification as a terminal shows it: what is broken and how to fix it, what was not observed, and the verdict. */
export function renderCertification(judgement: Shown, paint: Paint, width: number): string {
  const { report, note } = judgement
  const { clauses } = report
  const broken = clauses
    .filter(({ verdict }) => verdict === 'broken')
    .toSorted((one, other) => one.level.localeCompare(other.level))
  return [
    ...broken.flatMap((clause) => ['', ...brokenLines(clause, report, paint, width)]),
    ...unseenLines(clauses, paint, width),
    ...remarkLines(report, paint, width),
    '',
    verdictLine(judgement, paint),
    ...countLines(report, width),
    ...[report.message, note].flatMap((text) => (text === null ? [] : wrap(text, width))),
    ...timeLines(report).map((line) => fold(line, width)),
  ].join('\n')
}

function verdictLine({ report, isCertified, isWhole }: Shown, paint: Paint): string {
  if (isCertified) return paint(['bold', 'green'], 'CERTIFIED')
  if (!isWhole && certificationExitCode({ report, isWhole }) === EXIT_CODES.kept)
    return `${paint(['bold', 'yellow'], 'NO CERTIFICATE')}  what ran was kept, and not all of it ran`
  const style = report.outcome === 'broken' ? 'red' : 'yellow'
  return `${paint(['bold', style], 'NOT CERTIFIED')}  ${paint(style, report.outcome)}`
}

function countLines(report: Report, width: number): string[] {
  const ran = report.scenarios?.length ?? 0
  const text = `${clauseTally(report)}, in ${ran} ${ran === 1 ? 'scenario' : 'scenarios'}. It ran against the mock: what the profile assumes of the service stays an assumption.`
  return wrap(text, width)
}

function brokenLines(clause: ClauseReport, report: Report, paint: Paint, width: number): string[] {
  const { id, level, section, checks } = clause
  const mark = level === 'must' ? paint('red', '✗') : paint('yellow', '!')
  const weight = level === 'must' ? level : 'should: a warning'
  const head = `${mark} ${paint('bold', id)}  ${weight}, §\u00a0${section.replaceAll(' ', '\u00a0')}`
  const telling = checks.filter(({ verdict }) => verdict === 'broken')
  const scenario = report.scenarios?.find((one) => one.clauses[id] === 'broken')
  const [first] = telling
  return [
    head,
    ...[...new Set(telling.map(({ message }) => message ?? ''))]
      .slice(0, 3)
      .flatMap((one) => indented(one, width)),
    ...(scenario === undefined ? [] : ['', ...timelineOf(scenario, id, paint, width), '']),
    ...(first?.lesson == null ? [] : lessonLines(first.lesson, paint, width)),
  ]
}

function timelineOf(scenario: ScenarioReport, clause: string, paint: Paint, width: number): string[] {
  const title = `In ${scenario.sku}: ${scenario.story}`
  return [
    ...wrap(title, width - INDENT).map((line) => ' '.repeat(INDENT) + paint('dim', line)),
    ...timelineText(scenario, clause, paint, width - INDENT).map((line) => ' '.repeat(INDENT) + line),
  ]
}

type Lesson = NonNullable<ClauseReport['checks'][number]['lesson']>

function lessonLines({ consequence, cause, remedy, command }: Lesson, paint: Paint, width: number): string[] {
  const rows = [
    ['Consequence', consequence],
    ['Usual cause', cause],
    ['Smallest fix', remedy],
  ] as const
  return [
    ...rows.flatMap(([label, text]) => labelled(label, text, paint, width)),
    // Not broken into lines: it is there to be copied.
    `${' '.repeat(INDENT)}${paint('bold', 'Run it alone'.padEnd(LABEL_WIDTH))}${command}`,
  ]
}

function labelled(label: string, text: string, paint: Paint, width: number): string[] {
  const [first = '', ...rest] = wrap(text, width - INDENT - LABEL_WIDTH)
  const left = ' '.repeat(INDENT)
  return [
    `${left}${paint('bold', label.padEnd(LABEL_WIDTH))}${first}`,
    ...rest.map((line) => left + ' '.repeat(LABEL_WIDTH) + line),
  ]
}

function unseenLines(clauses: readonly ClauseReport[], paint: Paint, width: number): string[] {
  const unseen = clauses.filter(({ verdict }) => verdict === 'not-observed')
  if (unseen.length === 0) return []
  // What was seen, and can't be judged by what the profile assumes.
  const seen = unseen.flatMap(({ checks }) =>
    checks.filter(({ evidence, restsOn }) => evidence.length > 0 && restsOn.length > 0),
  )
  const reasons = new Set(seen.flatMap(({ message }) => message ?? []))
  return [
    '',
    paint('yellow', '○ not observed'),
    ...indented(unseen.map(({ id }) => id).join(', '), width),
    ...[...reasons].slice(0, MOST_REASONS).flatMap((reason) => indented(reason, width)),
  ]
}

function indented(text: string, width: number): string[] {
  return wrap(text, width - INDENT).map((line) => ' '.repeat(INDENT) + line)
}
