import { decodePart, parameterOf, parsePathTemplate } from '../../contract/wire/path-template.ts'

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
