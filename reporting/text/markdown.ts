import type { AssumptionReport, CheckReport, ClauseReport, Report } from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { meaningLines, scenarioLines, teachingLines } from './certificate-markdown.ts'
import { cell, code, prose } from './markdown-text.ts'
import { outcomeWord } from './outcome-word.ts'
import { scenarioOf } from './parts-of-report.ts'
import { groupRemarks, REMARKS_TITLE } from './remarks.ts'
import { variantLines } from './variants-markdown.ts'
import { verdictSentence } from './verdict-words.ts'

const MARKS = { kept: '✅', broken: '❌', 'not-observed': '⚪', 'out-of-reach': '➖' } as const

/** The largest number of scenarios that are named for a clause of a certification. */
const MOST_CHECKS = 5

/** A report as Markdown: the summary of a job. */
export function toMarkdown(report: Harmless<Report>): string {
  const { target, tool, reference } = report
  return [
    `# Partner Purchase API: ${report.kind === 'verify' ? report.outcome : outcomeWord(report)}`,
    '',
    ...meaningLines(report),
    ...(report.variants === null ? [`**${cell(verdictSentence(report))}.**`, ''] : []),
    `Target ${code(target.baseUrl)}, mode ${cell(target.mode ?? 'unknown')}. Reference ${cell(reference)}, ${cell(tool.name)} ${cell(tool.version)}, ${report.startedAt}, ${(report.durationMs / 1000).toFixed(1)} s.`,
    ...(report.message === null ? [] : ['', cell(report.message)]),
    ...(report.variants === null ? clauseLines(report) : variantLines(report.variants)),
    ...driftLines(report.drift),
    ...remarkLines(report.remarks),
    '',
  ].join('\n')
}

/** The clauses, the scenarios and the assumptions, which a matrix of assumptions does not have. */
function clauseLines(report: Report): string[] {
  return [
    '',
    '| | clause | § | statement |',
    '|---|---|---|---|',
    ...report.clauses.map(clauseRow),
    ...report.clauses
      .filter(({ verdict }) => verdict !== 'kept')
      .flatMap((clause) => clauseDetail(clause, report)),
    ...scenarioLines(report),
    '',
    '## Assumptions',
    '',
    'Not documented: answers of the profile, compared with what was seen. They are not clauses. An answer that was observed or confirmed before, and differs now, fails the run.',
    '',
    '| gap | profile key | provenance | verdict | |',
    '|---|---|---|---|---|',
    ...report.assumptions.map(assumptionRow),
  ]
}

function assumptionRow(assumption: AssumptionReport): string {
  const { gap, profileKey, provenance, verdict, message } = assumption
  const mark = driftedAnswers([assumption]).length > 0 ? '❌ ' : ''
  return `| ${cell(gap)} | ${code(profileKey)} | ${provenance} | ${mark}${verdict} | ${cell(message ?? '')} |`
}

function driftLines(drift: Report['drift']): string[] {
  if (drift === null) return []
  const lines = drift.map(({ severity, sentence }) => `- **${severity}**: ${cell(sentence)}`)
  return ['', '## Since the earlier run', '', ...(lines.length === 0 ? ['Nothing changed.'] : lines)]
}

function remarkLines(remarks: Report['remarks']): string[] {
  if (remarks.length === 0) return []
  const lines = groupRemarks(remarks).map(({ id, message, scenarios }) => {
    const seen = scenarios.length === 0 ? '' : ` Seen in ${scenarios.map((sku) => code(sku)).join(', ')}.`
    return `- ${code(id)}: ${cell(message)}${seen}`
  })
  return ['', `## ${REMARKS_TITLE}`, '', ...lines]
}

function clauseRow({ id, section, text, verdict }: ClauseReport): string {
  return `| ${MARKS[verdict]} ${verdict} | ${code(id)} | ${cell(section)} | ${prose(text)} |`
}

function clauseDetail(clause: ClauseReport, report: Report): string[] {
  const { id, section } = clause
  const decisive = decisiveChecks(clause, report)
  const most = report.kind === 'certify' ? MOST_CHECKS : decisive.length
  const lines = decisive
    .slice(0, most)
    .map((check) => `- **${check.verdict}**: ${titleOf(check, report)}. ${cell(check.message ?? '')}`)
  const more = decisive.length > most ? [`- and ${decisive.length - most} more, in report.html`] : []
  return ['', `## ${cell(id)} (§ ${cell(section)})`, '', ...lines, ...more, ...teachingLines(clause, report)]
}

function titleOf(check: CheckReport, report: Report): string {
  const scenario = scenarioOf(check, report)
  return scenario === undefined ? cell(check.title) : `${code(scenario.sku)}, ${cell(scenario.name)}`
}

/** For a client's clause, the scenarios that decided its verdict: many scenarios do not concern it. */
function decisiveChecks({ verdict, checks }: ClauseReport, { kind }: Report): CheckReport[] {
  return checks.filter((check) => (kind === 'certify' ? check.verdict === verdict : check.verdict !== 'kept'))
}
