import type { ClauseReport, Report, ScenarioReport } from '../../contract/report/report.ts'
import { counted, listed } from '../../contract/text/listed.ts'
import { ADVICE, type AdviceRow, type Cause, causesOf, lessonRows, startFailureRows } from '../text/causes.ts'
import { certificateFacts, LIMITS, meaningOf, scenarioTally, sendLine } from '../text/certificate.ts'
import { isWarning, LOOKS, saidOf, wordFor } from '../text/said.ts'
import { closingLines, excerptOf, exitWords, timelineLine } from '../text/timeline-lines.ts'
import { lessonOfClause, scenarioOf } from '../text/verdict-words.ts'
import { type UnseenGroup, unseenAdvice, unseenGroups, unseenMessages } from '../text/what-to-do.ts'
import { cell, code, codeBlock, programBlock, prose } from './markdown-text.ts'

/** How many lines of a timeline are shown before the first that breaks a clause, and from it on. */
const AROUND = { before: 6, after: 10 }

const MOST_CAUSES = 3
const MOST_PLACES = 5

export function meaningLines(report: Report): string[] {
  if (report.kind === 'verify') return []
  const { lead, next } = meaningOf(report)
  return [`**${lead}** ${next}`, '']
}

export function subjectLines({ subject }: Report): string[] {
  return subject === undefined ? [] : [`**${cell(subject.name)}**`, '']
}

export function certificateLines(report: Report): string[] {
  if (report.subject === undefined) return []
  const rows = [...certificateFacts(report), ['Rules', report.seal?.rules] as const]
  return [
    '| | |',
    '|---|---|',
    ...rows.flatMap(([name, text]) => (text == null ? [] : [`| ${cell(name)} | ${code(text)} |`])),
    '',
    ...LIMITS.map(cell),
    '',
    cell(sendLine(report)),
    '',
  ]
}

export function startFailureMarkdown({ startFailure }: Report): string[] {
  if (startFailure === undefined) return []
  return [...startFailureRows(startFailure).flatMap(adviceItem), '']
}

/** The clauses that are not kept: broken ones, then those not observed by their causes, then warnings. */
export function unkeptClauses(report: Report): string[] {
  const open = report.clauses.filter(({ verdict }) => verdict !== 'kept')
  const [warnings, others] = [open.filter(isWarning), open.filter((clause) => !isWarning(clause))]
  const unseen = others.filter(({ verdict }) => verdict !== 'broken')
  return [
    ...others.filter(({ verdict }) => verdict === 'broken').flatMap((clause) => clauseLines(clause, report)),
    ...unseenGroups(unseen, report).flatMap((group) => unseenLines(group, report)),
    ...warnings.flatMap((clause) => clauseLines(clause, report)),
  ]
}

function clauseLines(clause: ClauseReport, report: Report): string[] {
  const causes = causesOf(clause)
  return [
    '',
    `## ${cell(clause.id)} (§ ${cell(clause.section)})`,
    '',
    ...causes.slice(0, MOST_CAUSES).flatMap((cause) => causeLines(cause, clause, report)),
    ...moreCauses(causes.length - MOST_CAUSES),
    ...timelineLines(clause, report),
  ]
}

function placesOf({ checks }: Cause, report: Report): string {
  const skus = checks.flatMap((check) => scenarioOf(check, report)?.sku ?? [])
  return skus.length === 0 ? '' : `In ${listed(skus.map(code), MOST_PLACES)}.`
}

function unseenLines(group: UnseenGroup, report: Report): string[] {
  const messages = unseenMessages(group, report)
  const said = wordFor(saidOf(group[0]))
  return [
    '',
    `## ${said.charAt(0).toUpperCase()}${said.slice(1)}: ${counted(group.length, 'clause')}`,
    '',
    group.map(({ id }) => code(id)).join(', '),
    '',
    ...messages.slice(0, MOST_CAUSES).map((message) => `- ${cell(message)}`),
    ...moreCauses(messages.length - MOST_CAUSES),
    '',
    prose(unseenAdvice(group, report)),
  ]
}

function moreCauses(count: number): string[] {
  return count > 0 ? [`- and ${counted(count, 'cause')} more, in report.html`] : []
}

function causeLines(cause: Cause, clause: ClauseReport, report: Report): string[] {
  return [
    `- **${saidOf(clause)}**: ${cell(cause.message)} ${placesOf(cause, report)}`.trimEnd(),
    ...lessonRows(cause.lesson, report).flatMap(adviceItem),
  ]
}

function adviceItem({ label, text }: AdviceRow): string[] {
  const { about, form } = ADVICE[label]
  if (form === 'output') return [`- ${label}:`, '', ...programBlock(text).map((line) => `  ${line}`), '']
  const shown = form === 'prose' ? prose(text) : code(text)
  return [`- ${label}: ${about === 'remedy' ? `**${shown}**` : shown}`]
}

function timelineLines(clause: ClauseReport, report: Report): string[] {
  if (lessonOfClause(clause) === null) return []
  const scenario = (report.scenarios ?? []).find(({ clauses }) => clauses[clause.id] === 'broken')
  return scenario === undefined
    ? []
    : ['', `${code(scenario.sku)}:`, '', ...excerptLines(clause.id, scenario)]
}

export function scenarioLines({ scenarios }: Report): string[] {
  if (scenarios === null) return []
  return [
    '',
    '## Scenarios',
    '',
    `${scenarioTally(scenarios)}.`,
    '',
    '| | scenario | what happens in it | client |',
    '|---|---|---|---|',
    ...scenarios.map(
      ({ outcome, sku, card, name, exit }) =>
        `| ${LOOKS[outcome].emoji} ${outcome} | ${code(sku)}${card === undefined ? '' : ` ${code(card)}`} | ${cell(name)} | ${exit === null ? '' : cell(exitWords(exit))} |`,
    ),
  ]
}

function excerptLines(clause: string, scenario: ScenarioReport): string[] {
  const { before, shown, after } = excerptOf(scenario, clause, AROUND)
  const rest = after - scenario.omitted
  return codeBlock([
    ...(before === 0 ? [] : [`… ${before} before`]),
    ...shown.map((entry) => timelineLine(entry, scenario)),
    ...(rest === 0 ? [] : [`… ${rest} more, in report.html`]),
    ...closingLines(scenario),
  ])
}
