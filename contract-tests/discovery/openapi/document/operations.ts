import { listed } from '../../../../contract/text/listed.ts'
import { KEY_HEADERS } from '../../../../contract/wire/auth.ts'
import { isObject } from '../../../../contract/wire/json-pointer.ts'
import { DOCUMENTED_OPERATIONS, type DocumentedId } from '../../../../contract/wire/operations.ts'
import { type ApiDocument, DocumentError, type Node } from './api-document.ts'

export type ApiOperation = {
  readonly method: string
  /** As it is written in `paths`. */
  readonly path: string
  readonly node: Node
  /** The path item that it is in: its parameters apply, too. */
  readonly item: Node
}

/** The operations of the reference in a document, and the others at their side. */
export type FoundOperations = {
  /** What comes before the paths of the reference: `/v1/partner`, or nothing. */
  readonly prefix: string
  readonly documented: Readonly<Partial<Record<DocumentedId, ApiOperation>>>
  /** Documented paths that are there without their method. */
  readonly otherMethods: Readonly<Partial<Record<DocumentedId, readonly ApiOperation[]>>>
  /** Every other operation with the same prefix: one may be the lookup. */
  readonly others: readonly ApiOperation[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']
const FEWEST = 2
const MOST_NAMED = 6

/**
 * Finds the operations of the reference (§4), below any prefix.
 *
 * @throws {DocumentError} if the operations are not there, or below several prefixes.
 */
export function findOperations(api: ApiDocument, wanted?: string): FoundOperations {
  const all = operationsIn(api)
  const found = all.flatMap(({ path }) => DOCUMENTED_OPERATIONS.map((known) => prefixOf(path, known.path)))
  const prefixes = wanted === undefined ? found.filter((prefix) => prefix !== undefined) : [wanted]
  const ranked = [...new Set(prefixes)]
    .map((prefix) => belowPrefix(all, prefix))
    .map((found) => ({ found, count: Object.keys({ ...found.otherMethods, ...found.documented }).length }))
    .sort((one, other) => other.count - one.count)
  const [best, next] = ranked
  if (best === undefined || best.count < FEWEST) throw nothingFound(api, all, wanted)
  if (next?.count !== best.count) return best.found
  const rivals = ranked.filter(({ count }) => count === best.count)
  const names = rivals.map(({ found }) => JSON.stringify(found.prefix)).join(', ')
  throw new DocumentError(
    `${api.root.file}: found the operations below several prefixes: ${names}. Add --prefix with the one that is meant.`,
  )
}

/** Every operation of a document; since 3.2, a path may list further methods. */
function operationsIn(api: ApiDocument): readonly ApiOperation[] {
  return api.members(api.child(api.root, 'paths')).flatMap(([path, reference]) => {
    const item = api.resolved(reference)
    const methods = api.members(item).filter(([name]) => METHODS.includes(name))
    return [...methods, ...api.members(api.child(item, 'additionalOperations'))]
      .filter(([, node]) => isObject(node.value))
      .map(([name, node]) => ({ method: name.toUpperCase(), path, node, item }))
  })
}

function belowPrefix(all: readonly ApiOperation[], prefix: string): FoundOperations {
  const documented: Partial<Record<DocumentedId, ApiOperation>> = {}
  const otherMethods: Partial<Record<DocumentedId, ApiOperation[]>> = {}
  const below = all.filter(({ path }) => path.startsWith(prefix))
  for (const { id, method, path } of DOCUMENTED_OPERATIONS) {
    const same = below.filter((one) => prefixOf(one.path, path) === prefix)
    const found = same.find((one) => one.method === method)
    if (found !== undefined) documented[id] = found
    else if (same.length > 0) otherMethods[id] = same
  }
  const taken = Object.values(documented)
  return { prefix, documented, otherMethods, others: below.filter((one) => !taken.includes(one)) }
}

/** What comes before a documented path that a path ends with, whatever their parameters are called. */
function prefixOf(path: string, known: string): string | undefined {
  const nameless = (template: string) => template.replaceAll(/\{[^/}]*\}/g, '{}')
  if (!nameless(path).endsWith(nameless(known))) return undefined
  const segments = path.split('/')
  return segments.slice(0, segments.length - known.split('/').length + 1).join('/')
}

function nothingFound(api: ApiDocument, all: readonly ApiOperation[], wanted?: string): DocumentError {
  const paths = [...new Set(all.map(({ path }) => path))]
  const found = paths.length === 0 ? 'no paths at all' : listed(paths, MOST_NAMED)
  const known = DOCUMENTED_OPERATIONS.map(({ method, path }) => `${method} ${path}`).join(', ')
  const below = wanted === undefined ? ', below any prefix' : ` below ${JSON.stringify(wanted)}`
  return new DocumentError(
    `${api.root.file}: looked for the operations of the Partner Purchase API${below} (${known}), and found ${found}. Name the document of this API.`,
  )
}

export type Parameter = {
  readonly name: string
  /** `path`, `query`, `header`, `cookie`; in Swagger 2.0 also `body` and `formData`. */
  readonly place: string
  readonly isRequired: boolean
  readonly node: Node
  readonly schema: Node
}

/** The parameters of an operation, with those of its path. */
export function parametersOf(api: ApiDocument, { node, item }: ApiOperation): readonly Parameter[] {
  const all = [item, node].flatMap((owner) => api.members(api.child(owner, 'parameters')))
  const parameters = all.flatMap(([, reference]): Parameter[] => {
    const parameter = api.resolved(reference)
    const [name, place] = [api.text(parameter, 'name'), api.text(parameter, 'in')]
    if (name === undefined || place === undefined) return []
    const isRequired = api.child(parameter, 'required')?.value === true || place === 'path'
    return [{ name, place, isRequired, node: parameter, schema: api.child(parameter, 'schema') ?? parameter }]
  })
  return [...new Map(parameters.map((one) => [`${one.place} ${one.name}`, one])).values()]
}

/** The header parameters of an operation that carry a key, by their names. */
export function keyParametersOf(api: ApiDocument, operation: ApiOperation): readonly Parameter[] {
  return parametersOf(api, operation).filter(
    ({ name, place }) => place === 'header' && KEY_HEADERS.includes(name.toLowerCase()),
  )
}

type Security = {
  readonly node: Node
  /** Any of these is enough, and each needs all of its schemes, by their names. */
  readonly alternatives: readonly (readonly string[])[]
}

/** The security of an operation, or else that of the whole document; undefined if neither says anything. */
export function securityOf(api: ApiDocument, { node }: ApiOperation): Security | undefined {
  const said = api.child(node, 'security') ?? api.child(api.root, 'security')
  const alternatives = api.members(said).map(([, one]) => api.members(one).map(([name]) => name))
  return said && { node: said, alternatives }
}

export function schemeOf(api: ApiDocument, name: string): Node | undefined {
  const inComponents = api.child(api.root, 'components', 'securitySchemes', name)
  return inComponents ?? api.child(api.root, 'securityDefinitions', name)
}

export type JsonContent = {
  readonly node: Node
  readonly schema: Node | undefined
  readonly examples: readonly unknown[]
}

/** The body of an operation's request as JSON; undefined if it has none. */
export function requestOf(api: ApiDocument, operation: ApiOperation | undefined): JsonContent | undefined {
  if (operation === undefined) return undefined
  const inBody = parametersOf(api, operation).find(({ place }) => place === 'body')
  if (inBody !== undefined) return { node: inBody.node, schema: inBody.schema, examples: [] }
  const body = api.child(operation.node, 'requestBody')
  return body && jsonIn(api, body)
}

export function responsesOf(api: ApiDocument, { node }: ApiOperation) {
  const all = api.members(api.child(node, 'responses'))
  return all.map(([code, reference]) => ({ code, node: api.resolved(reference) }))
}

export function contentOf(api: ApiDocument, response: Node): JsonContent | undefined {
  const schema = api.child(response, 'schema')
  if (schema === undefined) return jsonIn(api, response)
  const examples = api.members(api.child(response, 'examples')).map(([, { value }]) => value)
  return { node: response, schema, examples }
}

const JSON_TYPE = /^(?:application\/(?:[\w.-]+\+)?json|\*\/\*)\b/i

function jsonIn(api: ApiDocument, owner: Node): JsonContent | undefined {
  const [, media] = api.members(api.child(owner, 'content')).find(([type]) => JSON_TYPE.test(type)) ?? []
  if (media === undefined) return undefined
  const node = api.resolved(media)
  const values = api.members(api.child(node, 'examples')).map(([, one]) => api.child(one, 'value')?.value)
  const examples = [api.child(node, 'example')?.value, ...values].filter((value) => value !== undefined)
  return { node, schema: api.child(node, 'schema'), examples }
}
