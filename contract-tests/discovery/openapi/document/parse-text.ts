import { type Document, isScalar, LineCounter, parseDocument, type Scalar, visit } from 'yaml'
import { parseJson } from '../../../../contract/text/parse-json.ts'
import { isObject } from '../../../../contract/wire/json-pointer.ts'

/** A document that can't be read. The message names the place, what was found there, and what to do. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

/** Aliases of YAML may multiply what a file holds: more values than this are not read. */
const MOST_ALIASES = 10_000

/**
 * The object that a file holds, written as JSON or YAML.
 *
 * @param file what to call it in an error.
 * @throws {DocumentError} with line and column, for a text that is neither.
 */
export function parseText(text: string, file: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text.replace(/^\uFEFF/, '')) ?? parsedYaml(text, file)
  if (isObject(value)) return value
  throw new DocumentError(`${file}: found no object. An OpenAPI document is one, as JSON or YAML.`)
}

function parsedYaml(text: string, file: string): unknown {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    // The parser compares each key with every other one: a large file would take minutes.
    uniqueKeys: false,
    logLevel: 'error',
  })
  const doubled = doubledKey(document)
  const [error = doubled && { pos: doubled.range ?? [0], message: 'Map keys must be unique' }] =
    document.errors
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0])
    throw new DocumentError(
      `${file}:${line}:${col}: ${error.message.replace(/\.?$/, '.')} Correct the file there.`,
    )
  }
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES })
  } catch (cause) {
    throw new DocumentError(`${file}: ${(cause as Error).message}. Write out some of its aliases.`, { cause })
  }
}

/** The first key that a map has twice. */
function doubledKey(document: Document): Scalar | undefined {
  let found: Scalar | undefined
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      const keys = items.map(({ key }) => key).filter((key) => isScalar(key))
      found = keys.find(({ value }) => seen.size === seen.add(value).size)
      return found && visit.BREAK
    },
  })
  return found
}
