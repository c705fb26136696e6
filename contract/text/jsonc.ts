/** Each finds strings, too: what looks like a comment in one is none. */
const COMMENTS = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const LAST_COMMAS = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g

/**
 * JSON as editors let people write it, as JSON: comments and last commas become blanks, and every other character keeps its
 * place.
 */
export function plainJson(text: string): string {
  const blanked = (found: string) => (found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, ' '))
  return text.replaceAll(COMMENTS, blanked).replaceAll(LAST_COMMAS, blanked)
}

const TEXT = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const [OPEN, CLOSE, START, END, COMMA, COLON] = [/\{/y, /\}/y, /\[/y, /\]/y, /,/y, /:/y]

/**
 * Where a text stops being JSON: its line and column, both from 1. Engines agree on no error that says so.
 *
 * @throws {RangeError} for one that is nested too deeply.
 */
export function brokenPlace(text: string): { readonly line: number; readonly column: number } {
  let at = 0
  const took = (pattern: RegExp): boolean => {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0
    pattern.lastIndex = at
    const isThere = pattern.test(text)
    if (isThere) at = pattern.lastIndex
    return isThere
  }
  const value = (): boolean => {
    if (took(OPEN)) return listed(CLOSE, () => took(TEXT) && took(COLON) && value())
    return took(START) ? listed(END, value) : took(TEXT) || took(SCALAR)
  }
  const listed = (close: RegExp, one: () => boolean): boolean => {
    if (took(close)) return true
    do if (!one()) return false
    while (took(COMMA))
    return took(close)
  }
  if (value()) took(/$/y)
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
