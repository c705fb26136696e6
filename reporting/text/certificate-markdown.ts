import type { ClauseReport, Report, ScenarioReport } from '../../contract/report/report.ts'
import { meaningOf, scenarioTally } from './certificate-words.ts'
import { cell, code, codeBlock } from './markdown-text.ts'
import { lessonOf } from './parts-of-report.ts'
import { closingLines, exitWords, timelineLine } from './timeline-lines.ts'

const MARKS = { kept: '✅', broken: '❌', incomplete: '⚪' } as const

/** The number of timeline lines that are shown with a clause, and how many of them before the first that breaks it. */
const MOST_LINES = 16
const LINES_BEFORE = 6

/** The meaning of the verdict on a client; nothing for a run against a service. */
export function meaningLines(report: Report): string[] {
  if (report.kind === 'verify') return []
  const { lead, next } = meaningOf(report)
  return [`**${lead}** ${next}`, '']
}

/** The advice for a broken clause, and the part of a timeline that shows it; nothing without advice. */
export function teachingLines(clause: ClauseReport, report: Report): string[] {
  const lesson = lessonOf(clause)
  if (lesson === null) return []
  const scenario = (report.scenarios ?? []).find(({ clauses }) => clauses[clause.id] === 'broken')
  return [
    `- Consequence: ${cell(lesson.consequence)}`,
    `- Usual cause: ${cell(lesson.cause)}`,
    `- Smallest fix: **${cell(lesson.remedy)}**`,
    `- Run it alone: ${code(lesson.command)}`,
    ...(scenario === undefined ? [] : ['', `${code(scenario.sku)}:`, '', ...excerptOf(clause.id, scenario)]),
  ]
}

/** The scenarios of a certification as a table. */
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
      ({ outcome, sku, name, exit }) =>
        `| ${MARKS[outcome]} ${outcome} | ${code(sku)} | ${cell(name)} | ${exit === null ? '' : cell(exitWords(exit))} |`,
    ),
  ]
}

/** The lines around the first request that breaks a clause; the first lines when none does. */
function excerptOf(clause: string, scenario: ScenarioReport): string[] {
  const { timeline } = scenario
  const first = timeline.findIndex(({ breaks }) => breaks.includes(clause))
  const begin = Math.max(0, first - LINES_BEFORE)
  const shown = timeline.slice(begin, begin + MOST_LINES)
  const after = timeline.length - begin - shown.length
  return codeBlock([
    ...(begin === 0 ? [] : [`… ${begin} before`]),
    ...shown.map((entry) => timelineLine(entry, scenario)),
    ...(after === 0 ? [] : [`… ${after} more, in report.html`]),
    ...closingLines(scenario),
  ])
}
