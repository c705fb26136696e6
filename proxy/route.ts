import { isUtf8 } from 'node:buffer'
import type { Profile } from '../contract/profile/profile.ts'
import { parseJson } from '../contract/text/parse-json.ts'
import { isObject } from '../contract/wire/json-pointer.ts'
import { DOCUMENTED_OPERATIONS, type OperationId } from '../contract/wire/operations.ts'
import { parametersIn, splitOnce } from '../contract/wire/path-template.ts'

/** One of the six operations, as a request asks for it. */
export type Route = {
  readonly operation: OperationId
  /** Path and query, as they were sent. */
  readonly target: string
  /** The reference that a lookup asks for. */
  readonly reference: string | null
}

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
 * @returns the operation; why it is none, as a sentence.
 *
 * @example
 * routeOf('GET', '/ping', DEFAULT_PROFILE) // { operation: 'ping', target: '/ping', reference: null }
 */
export function routeOf(method: string, target: string, { lookup }: Profile): Route | string {
  if (!PLAIN.test(target) || target.length > LONGEST)
    return 'Its target is no path of an operation: expected one that begins with / and has only characters of a URL.'
  const [path, query] = splitOnce(target, '?')
  if (/\\|#|\/\//.test(path) || leadsElsewhere(path))
    return 'Its path has a part that a server may read as another path.'
  const wanted = splitOnce(lookup.path, '?')[1]
  const own = method === lookup.method ? ownPart(wanted, query) : undefined
  if (own !== undefined) {
    const asked = wanted === '' ? path : `${path}?${own}`
    const reference = parametersIn(lookup.path, asked)?.partnerReference
    if (reference) return { operation: 'lookupOrder', target: asked, reference }
  }
  const found = DOCUMENTED_OPERATIONS.find((one) => one.method === method && parametersIn(one.path, path))
  if (found === undefined)
    return `None of the six operations is ${method} ${path.slice(0, 64)}. A lookup is ${lookup.method} ${lookup.path} by this profile.`
  const isPage = found.id === 'listProducts' && PAGE_QUERY.test(query)
  return { operation: found.id, target: isPage ? target : path, reference: null }
}

/** The members of a query that a template has, in its order; undefined where one is missing, or there twice. */
function ownPart(template: string, query: string): string | undefined {
  if (template === '') return ''
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
  let layer = path
  for (let depth = 0; depth < MOST_LAYERS; depth += 1) {
    if (layer.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;.*)?$/.test(segment))) return true
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    if (/[\x00-\x1f\x7f]/.test(layer)) return true
    const before = layer
    try {
      // Below the first layer, a percent sign may be one of the reference.
      layer = decodeURIComponent(depth === 0 ? layer : layer.replace(/%(?![\da-f]{2})/gi, '%25'))
    } catch {
      return true
    }
    if (layer === before) return false
  }
  return true
}

/** A body is read as UTF-8 and nothing else: another reader must not find another reference in it. */
const CONTENT_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?(?:utf-8|us-ascii)"?\s*)?;?\s*$/i

/**
 * Reads the body of a purchase as strictly as any server may: what two servers can read in two ways is not passed on, so
 * that the reference that is owned is the one that is bought.
 *
 * @returns what it asks for; why it is not passed on, as a sentence.
 */
export function readOrderBody(
  bytes: Buffer,
  contentType: string | undefined,
): { readonly reference: string; readonly sku: string } | string {
  if (contentType !== undefined && !CONTENT_TYPE.test(contentType))
    return 'Its Content-Type is not application/json in UTF-8.'
  if (!isUtf8(bytes)) return 'Its body is not UTF-8.'
  const text = bytes.toString()
  const json = parseJson(text)
  if (!isObject(json)) return 'Its body is no JSON object.'
  // The same text is made of no object that has a member twice in it.
  const given = JSON.stringify(json) === text ? Object.keys(json) : topLevelNames(text)
  const names = given.map((name) => name.normalize('NFKC').toLowerCase())
  if (new Set(names).size !== names.length) return 'Its body has a member twice.'
  const { partnerReference: reference, sku } = json
  return typeof reference === 'string' && typeof sku === 'string'
    ? { reference, sku }
    : 'Its body has not both partnerReference and sku, each a string.'
}

/** The names of the members of an object, in its JSON text, as often as they stand there. */
function topLevelNames(text: string): string[] {
  let depth = 0
  return [...text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{[]|[}\]]/gs)].flatMap(([token, string, colon]) => {
    if (string !== undefined) return depth === 1 && colon ? [String(JSON.parse(string))] : []
    depth += '{['.includes(token) ? 1 : -1
    return []
  })
}
