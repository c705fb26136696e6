import type { Profile } from '../contract/profile/profile.ts'
import { DOCUMENTED_OPERATIONS, type OperationId } from '../contract/wire/operations.ts'
import { parameterIn, queryText } from '../contract/wire/path-template.ts'

/** One of the six operations, as a request asks for it. */
export type Route = {
  readonly operation: OperationId
  /** Path and query, as they were sent. */
  readonly target: string
  /** The reference that a lookup asks for. */
  readonly reference: string | null
}

/** Tells which operation a request asks for; why it is none, as a sentence. */
export type Router = (method: string, target: string) => Route | string

const LONGEST = 8_192
const PLAIN = /^\/[\x21-\x7e]*$/
/** The query of a catalogue's page, which the reference does not show; none that some servers read as another method. */
const PAGE_QUERY = /^(?!.*method)[A-Za-z][\w.-]*=[^?]*$/i
/** No program reads deeper escapes by accident. */
const MOST_LAYERS = 5

/**
 * Recognises the operations of a profile, and nothing else: neither another path that a server may take for the same, nor
 * one that leads out of its place. Of a query, only what belongs to an operation is passed on.
 *
 * @example
 * routerOf(DEFAULT_PROFILE)('GET', '/ping') // { operation: 'ping', target: '/ping', reference: null }
 */
export function routerOf({ lookup }: Profile): Router {
  const [, lookupQuery] = lookup.path.split('?')
  return (method, target) => {
    if (!PLAIN.test(target) || target.length > LONGEST)
      return 'Its target is no path of an operation: expected one that begins with / and has only characters of a URL.'
    const at = target.indexOf('?')
    const path = at < 0 ? target : target.slice(0, at)
    const query = at < 0 ? '' : target.slice(at + 1)
    if (/\\|#|\/\//.test(path) || leadsElsewhere(path))
      return 'Its path has a part that a server may read as another path.'
    if (method === lookup.method) {
      const own = lookupQuery === undefined ? '' : ownPart(lookupQuery, query)
      const reference =
        own === undefined ? undefined : parameterIn(lookup.path, own === '' ? path : `${path}?${own}`)
      if (reference !== undefined && reference !== '')
        return lookupQuery === undefined
          ? { operation: 'lookupOrder', target: path, reference }
          : { operation: 'lookupOrder', target: `${path}?${own}`, reference: queryText(reference) }
    }
    const found = DOCUMENTED_OPERATIONS.find(
      (one) =>
        one.method === method &&
        (one.path === path || (one.path.includes('{') && parameterIn(one.path, path))),
    )
    if (found === undefined)
      return `None of the six operations is ${method} ${path.slice(0, 64)}. A lookup is ${lookup.method} ${lookup.path} by this profile.`
    const isPage = found.id === 'listProducts' && PAGE_QUERY.test(query)
    return { operation: found.id, target: isPage ? target : path, reference: null }
  }
}

/** The members of a query that a template has, in its order; undefined where one is missing, or there twice. */
function ownPart(template: string, query: string): string | undefined {
  const pairs = query.split('&')
  const parts = template.split('&').map((wanted) => {
    const name = wanted.slice(0, wanted.indexOf('=') + 1)
    const given = pairs.filter((pair) => pair.startsWith(name))
    return given.length === 1 ? given[0] : undefined
  })
  return parts.includes(undefined) ? undefined : parts.join('&')
}

/** Whether a path has a dot segment or a control character, also one that is escaped several times. */
function leadsElsewhere(path: string): boolean {
  if (/^[\w/:-]*$/.test(path)) return false
  let layer = path
  for (let depth = 0; depth < MOST_LAYERS; depth += 1) {
    if (layer.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;.*)?$/.test(segment))) return true
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    if (/[\x00-\x1f\x7f]/.test(layer)) return true
    const before = layer
    try {
      layer = decodeURIComponent(layer)
    } catch {
      return true
    }
    if (layer === before) return false
  }
  return true
}
