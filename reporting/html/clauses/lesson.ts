import type { Lesson } from '../../../contract/report/report.ts'
import { html, type Markup } from '../../markup/markup.ts'
import { prose } from '../../markup/phrasing.ts'

/** What a broken clause teaches: what follows from it, why it happens, the smallest fix, and how to see it again. */
export function lessonList(lesson: Lesson): Markup {
  return html`<dl class="lesson">${row('consequence', 'Consequence', words(lesson.consequence))}
${row('cause', 'Usual cause', words(lesson.cause))}
${row('remedy', 'Smallest fix', words(lesson.remedy))}
${commandRow(lesson)}
</dl>`
}

/** How to run one check alone. */
export function commandAlone(lesson: Lesson): Markup {
  return html`<dl class="lesson">${commandRow(lesson)}</dl>`
}

/** A text of the rules, which may quote the client. */
function words(text: string): Markup {
  return html`<bdi>${prose(text)}</bdi>`
}

function commandRow({ command }: Lesson): Markup {
  return row(
    'command',
    'Run it alone',
    html`<code data-copy="${command}" data-as="Copy the command">${command}</code>`,
  )
}

function row(name: string, term: string, description: Markup): Markup {
  return html`<div class="${name}"><dt>${term}</dt><dd>${description}</dd></div>`
}
