/** A path template in parts: `/orders/{partnerReference}?full=yes`, relative to the base address. */
export type PathTemplate = {
  readonly segments: readonly string[]
  readonly query: readonly (readonly [name: string, value: string])[]
}

const PARAMETER = /^\{(\w+)\}$/

/** The name of the parameter in a segment or query value, or `undefined` for a literal. */
export function parameterOf(part: string): string | undefined {
  return PARAMETER.exec(part)?.[1]
}

export function parsePathTemplate(template: string): PathTemplate {
  const [path = '', query = ''] = splitOnce(template, '?')
  return {
    segments: path.split('/').slice(1),
    query: query === '' ? [] : query.split('&').map((pair) => splitOnce(pair, '=')),
  }
}

/**
 * The path for some values, each percent-encoded as one segment or one query value. Text that is not valid Unicode
 * (a lone surrogate) cannot be encoded: U+FFFD replaces it.
 */
export function expandPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values[name] ?? '').toWellFormed()),
  )
}

/** A segment or query value without its percent-encoding; as it is where that can't be read. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A name or a value of a template's query: a `+` reads as a space, and none contains a percent sign. */
export function queryText(part: string): string {
  return part.replaceAll('+', ' ')
}

/** Whether one path could match both templates (without their queries). */
export function pathsCollide(one: string, other: string): boolean {
  const left = parsePathTemplate(one).segments
  const right = parsePathTemplate(other).segments
  if (left.length !== right.length) return false
  return left.every((segment, index) => {
    const counterpart = right[index] ?? ''
    return segment === counterpart || [segment, counterpart].some((part) => parameterOf(part) !== undefined)
  })
}

/** A text before and after the first separator in it; all of it, and nothing, where there is none. */
function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

/**
 * Reads the parameters of a template from the target of a request, decoded; undefined where the target does not match. Its
 * query may have more members.
 *
 * @param isLoose whether a target also matches below a path of the base address, and with needless escapes.
 */
export function parametersIn(
  template: string,
  target: string,
  isLoose = false,
): Readonly<Record<string, string>> | undefined {
  const wanted = parsePathTemplate(template)
  const asked = parsePathTemplate(target)
  const segments = isLoose ? asked.segments.slice(-wanted.segments.length) : asked.segments
  if (segments.length !== wanted.segments.length) return undefined
  const found: Record<string, string> = {}
  const isFound = (part: string, text: string | undefined) => {
    const name = parameterOf(part)
    if (name !== undefined && text !== undefined) found[name] = decodePart(text)
    return name === undefined ? part === (isLoose ? decodePart(text ?? '') : text) : text !== undefined
  }
  const queried = (name: string) => asked.query.find(([key]) => key === name)?.[1].replaceAll('+', ' ')
  const isOf =
    wanted.segments.every((part, index) => isFound(part, segments[index])) &&
    wanted.query.every(([name, value]) => isFound(queryText(value), queried(name)))
  return isOf ? found : undefined
}
