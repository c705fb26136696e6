import type { AssumptionReport, ClauseReport, Report } from '../../../contract/report/report.ts'
import { driftedAnswers } from '../../../contract/report/verdict.ts'
import type { Harmless } from '../../../contract/text/harmless.ts'
import { sectionSign } from '../../../reporting/markup/phrasing.ts'
import { verdictSentence } from '../../../reporting/text/verdict-words.ts'
import { remarkLines } from '../../terminal/render-remarks.ts'
import { fold, type Paint, wrap, wrapBeside, wrapIndented } from '../../terminal/terminal.ts'

const MARKS = { kept: '✓', broken: '✗', 'not-observed': '○', 'out-of-reach': '–' } as const
const STYLES = { kept: 'green', broken: 'red', 'not-observed': 'yellow', 'out-of-reach': 'dim' } as const
const OUTCOME_STYLES = {
  kept: 'green',
  broken: 'red',
  incomplete: 'yellow',
  refused: 'red',
  unreachable: 'red',
  'harness-fault': 'magenta',
} as const

const ID_WIDTH = 28

/** A report as a terminal shows it: clause by clause, then the assumptions, and the verdict last. */
export function renderReport(report: Harmless<Report>, paint: Paint, width: number): string {
  if (report.outcome === 'unreachable') return paint('red', fold(report.message ?? report.outcome, width))
  return [
    ...report.clauses.flatMap((clause) => clauseLines(clause, paint, width)),
    '',
    ...assumptionLines(report.assumptions, paint, width),
    ...driftLines(report.drift, paint, width),
    ...remarkLines(report, paint, width),
    '',
    verdictLine(report, paint),
    ...(report.message === null ? [] : wrap(report.message, width)),
  ].join('\n')
}

function clauseLines(clause: ClauseReport, paint: Paint, width: number): string[] {
  const { id, section, text, verdict, checks, excused } = clause
  const mark = paint(STYLES[verdict], MARKS[verdict])
  const sentence = `${text} (${sectionSign(section)})`
  // Of a broken clause, only what broke it: the report has what could not be seen.
  const telling = checks.filter((check) => check.verdict !== 'kept' && check.verdict === verdict)
  const causes = new Set(telling.map((check) => `${check.verdict}: ${check.message}`))
  const details = [...causes, ...(excused === null ? [] : [`excused: ${excused}`])]
  return [
    ...wrapBeside(`${mark} ${id.padEnd(ID_WIDTH)}`, sentence, ID_WIDTH + 2, width),
    ...details.flatMap((detail) => wrapIndented(detail, 6, width, (line) => paint(STYLES[verdict], line))),
  ]
}

function assumptionLines(assumptions: readonly AssumptionReport[], paint: Paint, width: number): string[] {
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
      const style = drifted.includes(one) ? 'red' : 'yellow'
      const source = drifted.includes(one) ? `drift from what was ${provenance}` : provenance
      return wrapIndented(`≠ ${gap} (${profileKey}, ${source}): ${message}`, 2, width, (line) =>
        paint(style, line),
      )
    }),
  ]
}

function driftLines(drift: Report['drift'], paint: Paint, width: number): string[] {
  if (drift === null) return []
  const title = paint('bold', 'Since the earlier run')
  if (drift.length === 0) return ['', `${title}, nothing changed in the shape of what was answered.`]
  const lines = drift.flatMap(({ severity, sentence }) =>
    wrapIndented(`${severity}: ${sentence}`, 2, width, (line) =>
      paint(severity === 'drift' ? 'yellow' : 'dim', line),
    ),
  )
  return ['', title, ...lines]
}

function verdictLine(report: Report, paint: Paint): string {
  const outcome = paint(['bold', OUTCOME_STYLES[report.outcome]], report.outcome.toUpperCase())
  return `${outcome}, ${verdictSentence(report)} (${(report.durationMs / 1000).toFixed(1)} s)`
}
