import type { ScenarioReport, TimelineEntry } from '../../contract/report/report.ts'
import { html, type Markup } from '../markup/markup.ts'
import { blameOf } from '../text/blame.ts'
import { counted } from '../text/counted.ts'
import { closingLines, omittedWords, timelineLine } from '../text/timeline-lines.ts'
import { shortened } from './layout/label-text.ts'
import { NARROW } from './layout/layout.ts'
import { letteredReferences } from './layout/references.ts'
import { timelinePicture } from './picture.ts'

/** The largest number of references that are listed next to a picture. */
const MOST_LETTERS = 8
const LONGEST_REFERENCE = 420
/** A picture with more requests than these may be broken over pages. */
const SHORT = 40

/** The picture of a scenario, the meaning of its letters, and the same as lines of text. */
export function timelineFigure(scenario: ScenarioReport): Markup {
  const { timeline, omitted } = scenario
  if (timeline.length === 0) {
    return html`<p class="letters">The client sent nothing.</p>`
  }
  return html`<div class="picture${timeline.length > SHORT ? '' : ' short'}"><div class="wide">${timelinePicture(scenario)}</div><div class="narrow">${timelinePicture(scenario, NARROW)}</div></div>
${letters(scenario)}${omitted === 0 ? null : html`<p class="letters">${omittedWords(omitted)}.</p>`}
<details class="lines">
<summary>The same in words: ${counted(timeline.length, 'request')}</summary>
<ol>${timeline.map((entry) => html`\n<li${blameClass(entry)}><bdi>${timelineLine(entry, scenario)}</bdi></li>`)}${closingLines(scenario).map((line) => html`\n<li>${line}</li>`)}
</ol>
</details>`
}

function blameClass({ breaks }: TimelineEntry): Markup | null {
  const blame = blameOf(breaks)
  return blame === null ? null : html` class="${blame}"`
}

function letters(scenario: ScenarioReport): Markup | null {
  const references = letteredReferences(scenario)
  if (references.length === 0) return null
  const shown = references
    .slice(0, MOST_LETTERS)
    .map(
      ({ letter, reference }, index) =>
        html`${index === 0 ? null : ', '}<b>${letter}</b> <code>${shortened(reference, LONGEST_REFERENCE)}</code>`,
    )
  const more = references.length - MOST_LETTERS
  return html`<p class="letters">${counted(references.length, 'reference')}: ${shown}${more > 0 ? `, and ${more} more` : null}</p>`
}
