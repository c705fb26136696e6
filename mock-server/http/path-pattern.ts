import { parameterOf, parsePathTemplate } from '../../contract/wire/path-template.ts'

/**
 * A path template in the notation of Hono's routers, without its query.
 *
 * @example
 * pathPattern('/products/{sku}/price') // '/products/:sku/price'
 */
export function pathPattern(template: string): string {
  const segments = parsePathTemplate(template).segments
  return segments.map((part, index) => `/${patternOf(part, index)}`).join('')
}

/** `:` and `*` are patterns there in any position: a literal with unusual characters is written as an expression. */
function patternOf(part: string, index: number): string {
  const parameter = parameterOf(part)
  if (parameter !== undefined) return `:${parameter}`
  return /^[\w.~-]*$/.test(part) ? part : `:literal${index}{${part.replace(/\W/g, '\\$&')}}`
}
