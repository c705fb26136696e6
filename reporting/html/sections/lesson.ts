import { isInferred, STATEMENTS } from '../../../contract/reference/statements.ts'
import type { CheckReport, ClauseReport, Lesson, Report } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { prose, sectionSign } from '../../markup/phrasing.ts'
import { scenarioPlaces } from '../../markup/scenario-places.ts'
import { lessonOf } from '../../text/parts-of-report.ts'

/** The advice for a broken clause: the reference's words, unless its messages quote them, the consequence, the cause, the smallest fix, and how to run it again. */
export function clauseLesson(clause: ClauseReport, lesson: Lesson, report: Report): Markup {
  const messages = clause.checks.flatMap(({ message }) => message ?? [])
  const statements = STATEMENTS.filter(
    ({ clauses, text }) =>
      clauses.some((id) => id === clause.id) && !messages.some((message) => message.includes(text)),
  )
  const words = statements.map(
    ({ section, text }) => html`<p>${text} <cite>${sectionSign(section)}</cite></p>`,
  )
  return html`<dl class="lesson">${row('reference', isInferred(clause.id) ? 'Inferred from' : 'Reference', words.length === 0 ? null : html`${words}`)}
${lessonRows(lesson)}
${row('places', 'Timeline', scenarioPlaces(clause, report))}
</dl>`
}

/** Next to a broken check: how to run it alone, and all of its advice if it differs from that of the clause. */
export function checkLesson(check: CheckReport, clause: ClauseReport): Markup | null {
  const { lesson, verdict } = check
  if (verdict !== 'broken' || lesson === null) return null
  const first = lessonOf(clause)
  const isTold = first !== null && wordsOf(first) === wordsOf(lesson)
  const rows = isTold ? commandRow(lesson) : lessonRows(lesson)
  return html`<dl class="lesson">${rows}</dl>`
}

function lessonRows(lesson: Lesson): Markup {
  return html`${row('consequence', 'Consequence', words(lesson.consequence))}
${row('cause', 'Usual cause', words(lesson.cause))}
${row('remedy', 'Smallest fix', words(lesson.remedy))}
${commandRow(lesson)}`
}

/** A text of the rules, which may quote the client. */
function words(text: string): Markup {
  return html`<bdi>${prose(text)}</bdi>`
}

function commandRow({ command }: Lesson): Markup | null {
  return row('command', 'Run it alone', html`<code>${command}</code>`)
}

function row(name: string, term: string, description: Markup | null): Markup | null {
  return description === null
    ? null
    : html`<div class="${name}"><dt>${term}</dt><dd>${description}</dd></div>`
}

function wordsOf({ consequence, cause, remedy }: Lesson): string {
  return JSON.stringify([consequence, cause, remedy])
}
