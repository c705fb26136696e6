import type { ScenarioReport, TimelineEntry } from '../../contract/report/report.ts'
import { html, Markup } from '../markup/markup.ts'
import { blameOf } from '../text/blame.ts'
import { counted } from '../text/counted.ts'
import { closingLines, omittedWords, timelineLine } from '../text/timeline-lines.ts'
import { letteredReferences, shortened } from './layout/label-text.ts'
import { NARROW } from './layout/layout.ts'
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

const requestSign = (classes: string) =>
  `<g class="${classes}"><path class="shaft" d="M11 0v10"/><path class="head" d="M11 16l-3.5 -7h7z"/></g>`

// Each sign as in a picture, in a box of 22 by 16.
const SIGNS: readonly [sign: string, meaning: string][] = [
  [requestSign('request'), 'request'],
  [
    '<g class="answer"><path class="shaft" d="M11 16V6"/><path class="head" d="M11 0l-3.5 7h7z"/></g>',
    'answer',
  ],
  [
    '<g class="answer lost"><path class="shaft" d="M11 16v-6"/><path class="cross" d="M6.5 0l9 9m0 -9l-9 9"/></g>',
    'answer lost, or cut',
  ],
  ['<circle class="recorded" cx="11" cy="8" r="5"/>', 'order recorded'],
  ['<circle class="replayed" cx="11" cy="8" r="4"/>', 'order found again'],
  [
    '<rect class="wait" x="0" y="0" width="21" height="16"/><path class="wait-end" d="M21 0v16"/>',
    'asked to wait',
  ],
  [requestSign('request broken'), 'breaks a must'],
  [requestSign('request warning'), 'a warning'],
  ['<path class="lane" d="M0 8h14"/><path class="exit" d="M14 1v14"/>', 'client ended'],
]

/** What the signs of the pictures mean. */
export function legend(): Markup {
  return html`<ul class="legend" aria-label="Signs of the pictures">${SIGNS.map(
    ([sign, meaning]) => html`
<li><svg class="timeline" viewBox="0 0 22 16" aria-hidden="true">${new Markup(sign)}</svg>${meaning}</li>`,
  )}
</ul>`
}
