import { isCertified } from '../../contract/report/certified.ts'
import type { ClauseReport, Report } from '../../contract/report/report.ts'
import { driftedAnswers } from '../../contract/report/verdict.ts'
import type { Harmless } from '../../contract/text/harmless.ts'
import { counted, listed } from '../../contract/text/listed.ts'
import { causesOf, startFailureRows } from '../text/causes.ts'
import { leadOf, sendLine } from '../text/certificate.ts'
import { moneyLost } from '../text/money-lost.ts'
import { notTriedWords } from '../text/not-tried.ts'
import { groupRemarks, REMARKS_TITLE } from '../text/notes.ts'
import { isWarning, LOOKS, wordFor } from '../text/said.ts'
import { lessonOfClause, outcomeWord, scenarioOf, verdictSentence } from '../text/verdict-words.ts'
import {
  profileFirst,
  type UnseenGroup,
  unseenAdvice,
  unseenGroups,
  unseenMessages,
  whatToDo,
} from '../text/what-to-do.ts'
import { worstFirst } from '../text/worst-first.ts'
import { cell, code, programBlock, prose } from './markdown-text.ts'

/** A summary is read in a pull request, so its lists are short. */
const MOST_CLAUSES = 10
const MOST_LINES = 5

/**
 * Renders the summary of a run: the verdict, the broken clauses, and the way to the whole report.
 *
 * @param link the address of the report. Default: a file beside the summary.
 */
export function toMarkdown(given: Harmless<Report>, link?: string): string {
  const report = worstFirst(given)
  return [
    `# Partner Purchase API: ${outcomeWord(report)}`,
    '',
    ...headLines(report),
    ...startFailureLines(report),
    ...brokenTable(report),
    ...driftLines(report),
    ...unseenLines(report),
    ...warningLines(report),
    ...remarkLines(report),
    '',
    link === undefined ? 'The whole report is in `report.html`.' : `[The whole report](${link})`,
    '',
  ].join('\n')
}

function headLines(report: Report): string[] {
  const { kind, subject, target, message, startedAt, durationMs, tool, reference } = report
  const notTried = notTriedWords(report)
  const said = message === null || message === report.startFailure?.message ? [] : [cell(message), '']
  return [
    ...(subject === undefined ? [] : [`**${cell(subject.name)}**`, '']),
    ...(kind === 'verify' ? [] : [cell(leadOf(report)), '']),
    `**${prose(verdictSentence(report))}.**${notTried === null ? '' : ` ${cell(notTried)}`}`,
    '',
    `Target ${code(target.baseUrl)}, mode ${cell(target.mode ?? 'not seen')}. Reference ${cell(reference)}, ${cell(tool.name)} ${cell(tool.version)}, ${startedAt}, ${(durationMs / 1000).toFixed(1)} s.`,
    '',
    ...said,
    ...(isCertified(report) ? [cell(sendLine(report)), ''] : []),
  ]
}

function startFailureLines({ startFailure }: Report): string[] {
  if (startFailure === undefined) return []
  return startFailureRows(startFailure).flatMap(({ label, text }) =>
    label === 'It wrote'
      ? [`- ${label}:`, '', ...programBlock(text).map((line) => `  ${line}`), '']
      : [`- ${label}: ${prose(text)}`],
  )
}

function brokenTable(report: Report): string[] {
  const broken = report.clauses.filter(
    (one) => one.verdict === 'broken' && one.excused === null && !isWarning(one),
  )
  if (broken.length === 0) return []
  const more = broken.slice(MOST_CLAUSES).map(({ id }) => code(id))
  return [
    '',
    '| | clause | § | what happened | smallest fix |',
    '|---|---|---|---|---|',
    ...broken.slice(0, MOST_CLAUSES).map((clause) => brokenRow(clause, report)),
    ...(more.length === 0 ? [] : ['', `Broken, too: ${more.join(', ')}.`]),
  ]
}

function brokenRow(clause: ClauseReport, report: Report): string {
  const { id, section } = clause
  const [first] = causesOf(clause)
  const lost = moneyLost(id, report)
  const skus = (first?.checks ?? []).flatMap((check) => scenarioOf(check, report)?.sku ?? [])
  const where =
    skus.length === 0 ? '' : ` In ${listed(skus.map(code), 1)}.${lost === null ? '' : ` ${lost} lost.`}`
  const fix = profileFirst(clause, report) ?? lessonOfClause(clause)?.remedy ?? whatToDo(clause, report)
  return `| ${LOOKS.broken.emoji} | ${code(id)} | ${cell(section)} | ${cell(first?.message ?? clause.text)}${where} | ${prose(fix)} |`
}

function driftLines({ assumptions }: Report): string[] {
  const lines = driftedAnswers(assumptions).map(
    ({ profileKey, provenance, message }) =>
      `- ❌ ${code(profileKey)} differs from what was ${provenance}: ${cell(message ?? '')}`,
  )
  return lines.length === 0 ? [] : ['', ...shortList(lines)]
}

/**
 * If a clause is broken, it has to be fixed first, so clauses that were not observed are only named. Otherwise they are
 * listed with their causes.
 */
function unseenLines(report: Report): string[] {
  const open = report.clauses.filter(({ excused }) => excused === null)
  const unseen = open.filter(({ verdict }) => verdict === 'not-observed' || verdict === 'out-of-reach')
  const isBroken = open.some((one) => one.verdict === 'broken' && !isWarning(one))
  const lines = isBroken
    ? [...Map.groupBy(unseen, ({ verdict }) => verdict)].map(([verdict, group]) => namesOf(verdict, group))
    : unseenGroups(unseen, report).map(
        (group) => `${namesOf(group[0].verdict, group)} ${reasonOf(group, report)}`,
      )
  return lines.length === 0 ? [] : ['', ...shortList(lines)]
}

function namesOf(verdict: ClauseReport['verdict'], clauses: readonly ClauseReport[]): string {
  return `- ${LOOKS[verdict].emoji} ${wordFor(verdict)}: ${clauses.map(({ id }) => code(id)).join(', ')}.`
}

function reasonOf(group: UnseenGroup, report: Report): string {
  const [message] = unseenMessages(group, report)
  return `${message === undefined ? '' : `${cell(message)} `}${prose(unseenAdvice(group, report))}`
}

function warningLines({ clauses }: Report): string[] {
  const warnings = clauses.filter((one) => isWarning(one) && one.excused === null).map(({ id }) => code(id))
  return warnings.length === 0
    ? []
    : ['', `${LOOKS.warning.emoji} ${counted(warnings.length, 'warning')}: ${warnings.join(', ')}.`]
}

function remarkLines({ remarks }: Report): string[] {
  const lines = groupRemarks(remarks).map(({ id, message, scenarios }) => {
    const seen = scenarios.length === 0 ? '' : ` Seen in ${listed(scenarios.map(code), 3)}.`
    return `- ${code(id)}: ${cell(message)}${seen}`
  })
  return lines.length === 0 ? [] : ['', `## ${REMARKS_TITLE}`, '', ...shortList(lines)]
}

function shortList(lines: readonly string[]): string[] {
  const more = lines.length - MOST_LINES
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`- and ${more} more, in the report`] : [])]
}
