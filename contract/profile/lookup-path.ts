import { adminPath } from '../wire/admin-path.ts'
import { expandPath, parameterOf, parsePathTemplate } from '../wire/path-template.ts'

/**
 * Whether a path template can be the path of the lookup: it has one place for the reference, a whole segment or a whole
 * query value, and a URL keeps the rest as it is written.
 *
 * @example
 * isLookupPath('/orders?reference={partnerReference}') // true
 * isLookupPath('/orders/../{partnerReference}') // false: a URL has no such segment
 */
export function isLookupPath(path: string): boolean {
  const isPlain = /^\/(?!\/)[^%]+$/.test(path) && adminPath(path) === undefined
  return isPlain && hasOnePlace(path) && standsInUrl(path)
}

function hasOnePlace(path: string): boolean {
  const { segments, query } = parsePathTemplate(path)
  const parts = [...segments, ...query.map(([, value]) => value)]
  const literals = parts.filter((part) => parameterOf(part) !== 'partnerReference')
  const names = query.map(([name]) => name)
  return (
    parts.length - literals.length === 1 &&
    !names.includes('') &&
    !/[{}]/.test([...literals, ...names].join())
  )
}

function standsInUrl(path: string): boolean {
  const target = expandPath(path, { partnerReference: 'reference' })
  const url = new URL(`http://localhost${target}`)
  return url.pathname + url.search === target
}
