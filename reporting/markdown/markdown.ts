import type { AssumptionReport, ClauseReport, Report } from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { notTriedWords } from '../text/not-tried.ts'
import { groupRemarks, REMARKS_TITLE } from '../text/notes.ts'
import { LOOKS, saidOf } from '../text/said.ts'
import { outcomeWord, verdictSentence } from '../text/verdict-words.ts'
import { unseenAnswers } from '../text/what-to-do.ts'
import { worstFirst } from '../text/worst-first.ts'
import {
  certificateLines,
  meaningLines,
  scenarioLines,
  startFailureMarkdown,
  subjectLines,
  unkeptClauses,
} from './certificate-markdown.ts'
import { cell, code, prose } from './markdown-text.ts'

export function toMarkdown(given: Harmless<Report>): string {
  const report = worstFirst(given)
  const { target, tool, reference } = report
  const notTried = notTriedWords(report)
  return [
    `# Partner Purchase API: ${report.kind === 'verify' ? report.outcome : outcomeWord(report)}`,
    '',
    ...subjectLines(report),
    ...meaningLines(report),
    ...startFailureMarkdown(report),
    `**${prose(verdictSentence(report))}.**${notTried === null ? '' : ` ${cell(notTried)}`}`,
    '',
    ...certificateLines(report),
    `Target ${code(target.baseUrl)}, mode ${cell(target.mode ?? 'unknown')}. Reference ${cell(reference)}, ${cell(tool.name)} ${cell(tool.version)}, ${report.startedAt}, ${(report.durationMs / 1000).toFixed(1)} s.`,
    ...(report.message === null || report.message === report.startFailure?.message
      ? []
      : ['', cell(report.message)]),
    ...clauseLines(report),
    ...remarkLines(report.remarks),
    '',
  ].join('\n')
}

function clauseLines(report: Report): string[] {
  return [
    '',
    '| | clause | § | statement |',
    '|---|---|---|---|',
    ...report.clauses.map(clauseRow),
    ...unkeptClauses(report),
    ...scenarioLines(report),
    '',
    '## Assumptions',
    '',
    'Not documented: answers of the profile, compared with what was seen. They are not clauses. An answer that was observed or confirmed before, and differs now, fails the run.',
    '',
    ...assumptionLines(report.assumptions),
  ]
}

function assumptionLines(assumptions: Report['assumptions']): string[] {
  const { alike, others } = unseenAnswers(assumptions)
  const lists = [...alike].flatMap(([message, answers]) => [
    `Not observed: ${cell(message)} ${answers.map(({ gap, profileKey, provenance }) => `${cell(gap)} (${code(profileKey)}, ${provenance})`).join(', ')}.`,
    '',
  ])
  if (others.length === 0) return lists
  return [
    ...lists,
    '| gap | profile key | provenance | verdict | |',
    '|---|---|---|---|---|',
    ...others.map(assumptionRow),
  ]
}

function assumptionRow(assumption: AssumptionReport): string {
  const { gap, profileKey, provenance, verdict, message } = assumption
  const mark = driftedAnswers([assumption]).length > 0 ? '❌ ' : ''
  return `| ${cell(gap)} | ${code(profileKey)} | ${provenance} | ${mark}${verdict} | ${cell(message ?? '')} |`
}

function remarkLines(remarks: Report['remarks']): string[] {
  if (remarks.length === 0) return []
  const lines = groupRemarks(remarks).map(({ id, message, scenarios }) => {
    const seen = scenarios.length === 0 ? '' : ` Seen in ${scenarios.map((sku) => code(sku)).join(', ')}.`
    return `- ${code(id)}: ${cell(message)}${seen}`
  })
  return ['', `## ${REMARKS_TITLE}`, '', ...lines]
}

function clauseRow(clause: ClauseReport): string {
  const { id, section, text } = clause
  const said = saidOf(clause)
  return `| ${LOOKS[said].emoji} ${said} | ${code(id)} | ${cell(section)} | ${prose(text)} |`
}
