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

/**
 * Takes a template apart.
 *
 * @example
 * parsePathTemplate('/orders?reference={partnerReference}')
 * // { segments: ['orders'], query: [['reference', '{partnerReference}']] }
 */
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
 *
 * @example
 * expandPath('/products/{sku}/price', { sku: 'A/B' }) // '/products/A%2FB/price'
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
export function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** What a path and query of a template looks like: each parameter is one segment, or one value of the query. */
export function pathPattern(template: string): RegExp {
  const known = patterns.get(template)
  if (known !== undefined) return known
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const parts = template.split(/\{\w+\}/).map(literal)
  const pattern = new RegExp(`^${parts.join('([^/?&]*)')}$`)
  patterns.set(template, pattern)
  return pattern
}

/** Few templates are asked about with every request. */
const patterns = new Map<string, RegExp>()

/** The value of the one parameter of a template in a path; undefined where the path is not of it. */
export function parameterIn(template: string, target: string): string | undefined {
  const found = pathPattern(template).exec(target)?.[1]
  return found === undefined ? undefined : decodePart(found)
}

/**
 * The same in the target of a request whose base address may have a path of its own, and whose query more members.
 *
 * @example
 * parameterAtEnd('/orders/{partnerReference}', '/v1/orders/SHOP%3A1') // 'SHOP:1'
 */
export function parameterAtEnd(template: string, target: string): string | undefined {
  const asked = parsePathTemplate(target)
  const wanted = parsePathTemplate(template)
  const name = wanted.query.find(([, value]) => parameterOf(value) !== undefined)?.[0]
  const fromEnd = wanted.segments.toReversed().findIndex((segment) => parameterOf(segment) !== undefined)
  const part =
    name === undefined
      ? asked.segments.at(-1 - fromEnd)
      : asked.query.find(([key]) => key === name)?.[1]?.replaceAll('+', ' ')
  return part === undefined ? undefined : decodePart(part)
}

/**
 * The value that a request's target holds where a path template has its place, in the path or in the query.
 *
 * @param target path and query, as they were sent.
 *
 * @example
 * pathParameter('/orders/SHOP%3A1', '/orders/{partnerReference}') // 'SHOP:1'
 */
export function pathParameter(target: string, template: string): string | undefined {
  if (!URL.canParse(target, 'http://localhost')) return undefined
  const { segments, query } = parsePathTemplate(template)
  const url = new URL(target, 'http://localhost')
  const parts = url.pathname.split('/').slice(1)
  const isPath =
    parts.length === segments.length &&
    segments.every((segment, index) => parameterOf(segment) !== undefined || segment === parts[index])
  if (!isPath) return undefined
  const [name] = query.find(([, value]) => parameterOf(value) !== undefined) ?? []
  if (name !== undefined) return url.searchParams.get(name) ?? undefined
  const place = segments.findIndex((segment) => parameterOf(segment) !== undefined)
  return decodePart(parts[place] ?? '')
}
