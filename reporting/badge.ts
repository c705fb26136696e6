import type { Report } from '../contract/report/report.ts'
import { driftedAnswers } from '../contract/report/verdict.ts'
import type { Harmless } from '../contract/text/harmless.ts'
import { counted } from '../contract/text/listed.ts'
import { redact } from '../contract/text/redact.ts'
import { escapeMarkup } from './markup/markup.ts'
import { LOOKS } from './text/said.ts'
import { driftWords, openTies, outcomeWord, outOfReach, shownOutcome } from './text/verdict-words.ts'

/** The contrast of white on each of them is at least 4.5 to 1. */
const COLOURS = { green: '#1a7437', yellow: '#8a5700', red: '#bd1f2d', magenta: '#7039b8' }

const LABEL_COLOUR = '#3d444d'
const HEIGHT = 20
const PADDING = 7
const FONT_SIZE = 11
const LONGEST_VERSION = 24
const UNPRINTABLE = /[^\u{20}-\u{7e}]/gu

/**
 * A report as a badge in SVG: `partner purchase 1.0.1 | kept`, or `certified`. It refers to nothing, and its width does not depend on
 * the fonts of the reader.
 */
export function toBadge(report: Harmless<Report>): string {
  const label = `partner purchase ${plain(report.reference)}`
  const word = [outcomeWord(report), ...countsIn(report)].join(', ')
  const left = textWidth(label) + 2 * PADDING
  const right = textWidth(word) + 2 * PADDING
  const title = escapeMarkup(
    redact([`${label}: ${word}`, ...namesIn(report)].join('; ')).replace(UNPRINTABLE, '?'),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${left + right}" height="${HEIGHT}" rx="3" fill="${COLOURS[LOOKS[shownOutcome(report)].style]}"/>
<path d="M3 0h${left - 3}v${HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="${LABEL_COLOUR}"/>
<g fill="#fff" font-family="Verdana, Geneva, DejaVu Sans, sans-serif" font-size="${FONT_SIZE}">
${textAt(PADDING, label)}
${textAt(left + PADDING, word)}
</g>
</svg>
`
}

/** What the word of the outcome does not contain: ties, clauses out of reach, and answers that have drifted. */
function countsIn(report: Report): string[] {
  const beyond = outOfReach(report.clauses).length
  const drifted = driftedAnswers(report.assumptions).length
  return [
    ...openTies(report).map(([, tie]) => `one of ${tie.length} clauses`),
    ...(drifted === 0 ? [] : [`${counted(drifted, 'answer')} drifted`]),
    ...(beyond === 0 ? [] : [`${beyond} out of reach`]),
  ]
}

function namesIn(report: Report): string[] {
  const beyond = outOfReach(report.clauses)
  const drift = driftWords(report)
  return [
    ...(drift === undefined ? [] : [drift]),
    ...openTies(report).map(([sentence]) => sentence),
    ...(beyond.length === 0 ? [] : [`out of reach: ${beyond.join(', ')}`]),
  ]
}

function textAt(x: number, text: string): string {
  return `<text x="${x}" y="14" textLength="${textWidth(text)}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`
}

const NARROW = /[fijlrt .,:-]/g

/** About how wide a text is, in whole pixels: most letters of Verdana are near one of two widths. */
function textWidth(text: string): number {
  const narrow = text.match(NARROW)?.length ?? 0
  return Math.ceil((0.37 * narrow + 0.62 * (text.length - narrow)) * FONT_SIZE)
}

function plain(text: string): string {
  return redact(text).replace(UNPRINTABLE, '?').slice(0, LONGEST_VERSION)
}
