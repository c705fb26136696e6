import { brokenPlace, plainJson } from './jsonc.ts'

/** A JSON text, parsed; undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The JSON of a file that somebody wrote: it may begin with a byte order mark, and have comments and last commas.
 *
 * @param source what to call the file in an error.
 * @throws a `Refusal` for text that is not JSON.
 */
export function parseJsonFile(
  text: string,
  source: string,
  Refusal: new (message: string) => Error,
): unknown {
  const json = plainJson(text.replace(/^\uFEFF/, ''))
  const document = parseJson(json)
  if (document !== undefined) return document
  // The parser's own message quotes the text around the fault, which may be a key: only the place is reported.
  const { line, column } = brokenPlace(json)
  throw new Refusal(`${source}: found text that is not JSON (line ${line}, column ${column})`)
}
