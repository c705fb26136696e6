/** A JSON text, parsed; undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The JSON of a file, which may begin with a byte order mark.
 *
 * @param source what to call the file in an error.
 * @throws a `Refusal` for text that is not JSON.
 */
export function parseJsonFile(
  text: string,
  source: string,
  Refusal: new (message: string, options: ErrorOptions) => Error,
): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new Refusal(`${source}: found text that is not JSON (${(cause as Error).message})`, { cause })
  }
}
