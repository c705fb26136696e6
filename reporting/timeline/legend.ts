import { html, Markup } from '../markup/markup.ts'

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
