import { parseJson } from '../../contract/text/parse-json.ts'
import { excerpt } from '../markup/excerpt.ts'
import { html, type Markup } from '../markup/markup.ts'
import { CUT } from '../markup/phrasing.ts'

/** The longest body that is shown whole. */
const CHARACTERS = 4_000
const LINES = 40

/** The deepest indentation of a nested body. */
const DEEPEST = 16

/** The body of a request or a response: JSON over several lines; a long body is cut, with a note. */
export function bodyText(body: string): Markup {
  const { text, isCut } = excerpt(reindented(body), CHARACTERS, LINES)
  return html`${text}${isCut ? html`\n${CUT}` : null}`
}

/** Every token of JSON: a string, a sign, or a run of other characters. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * JSON with a member on each line; other text unchanged. It changes only white space: duplicate
 * names, and numbers longer than a double, stay as they were sent.
 */
export function reindented(body: string): string {
  if (!isStructured(body)) return body
  let depth = 0
  let text = ''
  let previous = ''
  for (const token of body.match(TOKENS) ?? []) {
    if (isClosing(token)) depth--
    text += separator(previous, token, depth) + token
    if (isOpening(token)) depth++
    previous = token
  }
  return text
}

function separator(previous: string, token: string, depth: number): string {
  if (previous === ':') return ' '
  if (isOpening(previous) ? isClosing(token) : !isClosing(token) && previous !== ',') return ''
  return `\n${'  '.repeat(Math.min(depth, DEEPEST))}`
}

function isOpening(token: string): boolean {
  return token === '{' || token === '['
}

function isClosing(token: string): boolean {
  return token === '}' || token === ']'
}

function isStructured(body: string): boolean {
  return /^\s*[{[]/.test(body) && parseJson(body) !== undefined
}
