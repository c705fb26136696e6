import { getNodeValue, type ParseError, parseTree } from 'jsonc-parser'

/**
 * The JSON of a file that somebody wrote: it may begin with a byte-order mark, and have comments and trailing commas. Of
 * a name that is there twice, the last value counts, as with `JSON.parse`.
 *
 * @param source what to call the file in an error.
 * @throws a `Refusal` for text that is not JSON.
 */
export function parseJsonFile(
  text: string,
  source: string,
  Refusal: new (message: string) => Error,
): unknown {
  const json = text.replace(/^\uFEFF/, '')
  try {
    const { tree, fault } = read(json, { allowTrailingComma: true })
    // The package's own `parse` would make a `__proto__` in the file the prototype of what it returns; a tree does not.
    if (tree !== undefined && fault === undefined) return getNodeValue(tree)
    // The text around the fault may be a key: only its place is reported.
    const { line, column } = placeAt(json, fault?.offset ?? 0)
    throw new Refusal(`${source}: found text that is not JSON (line ${line}, column ${column})`)
  } catch (error) {
    // It has more brackets within each other than fit on the stack.
    throw error instanceof RangeError ? new Refusal(`${source}: found JSON that is nested too deeply`) : error
  }
}

/**
 * Where a text that `JSON.parse` refuses stops being JSON: its line and its column, both from 1. The messages of engines
 * differ, and not all say it.
 *
 * @throws {RangeError} for one that is nested too deeply.
 */
export function brokenPlace(text: string): { readonly line: number; readonly column: number } {
  return placeAt(text, read(text, { disallowComments: true }).fault?.offset ?? 0)
}

function read(text: string, options: Parameters<typeof parseTree>[2]) {
  const faults: ParseError[] = []
  const tree = parseTree(text, faults, options)
  return { tree, fault: faults[0] }
}

function placeAt(text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
