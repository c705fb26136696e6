import { parseJson } from '../contract/text/parse-json.ts'

const DEEPEST = 16

/** What lays JSON out, and its strings, in which nothing does. */
const LAYOUT = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g

/**
 * JSON with a member on each line; other text unchanged. It changes only white space: duplicate
 * names, and numbers longer than a double, stay as they were sent.
 */
export function reindented(body: string): string {
  if (!/^\s*[{[]/.test(body) || parseJson(body) === undefined) return body
  let depth = 0
  const newLine = (change = 0) => {
    depth += change
    return `\n${'  '.repeat(Math.min(depth, DEEPEST))}`
  }
  return body.replaceAll(LAYOUT, (found) => {
    if (found.startsWith('"')) return found
    const sign = found.replaceAll(/\s/g, '')
    if (sign === '{' || sign === '[') return sign + newLine(1)
    if (sign === '}' || sign === ']') return newLine(-1) + sign
    return sign === ',' ? sign + newLine() : sign.replace(':', ': ')
  })
}
