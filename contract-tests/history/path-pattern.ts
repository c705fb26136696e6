import { decodePart } from '../../contract/wire/path-template.ts'

/** What a path and query of a template looks like: each parameter is one segment, or one value of the query. */
export function pathPattern(template: string): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const parts = template.split(/\{\w+\}/).map(literal)
  return new RegExp(`^${parts.join('([^/?&]*)')}$`)
}

/** The value of the one parameter of a template in a path; undefined where the path is not of it. */
export function parameterIn(template: string, target: string): string | undefined {
  const found = pathPattern(template).exec(target)?.[1]
  return found === undefined ? undefined : decodePart(found)
}
