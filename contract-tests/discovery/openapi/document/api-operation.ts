import { isObject } from '../../../../contract/wire/json-pointer.ts'
import type { ApiDocument, Node } from './api-document.ts'
import { type SampleBody, sampleOf } from './sample.ts'

/** An operation as a document lists it. */
export type ApiOperation = {
  readonly method: string
  /** As it is written in `paths`. */
  readonly path: string
  readonly node: Node
  /** The path item that it is in: its parameters apply, too. */
  readonly item: Node
}

/** A parameter of an operation. */
export type Parameter = {
  readonly name: string
  /** `path`, `query`, `header`, `cookie`; in Swagger 2.0 also `body` and `formData`. */
  readonly place: string
  readonly isRequired: boolean
  readonly node: Node
  readonly schema: Node
}

/** What an operation is sent, or answers, as JSON. */
export type JsonContent = {
  readonly node: Node
  readonly schema: Node | undefined
  readonly examples: readonly unknown[]
}

/** A response that an operation lists. */
export type Response = { readonly code: string; readonly node: Node }

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** Every operation of a document; since 3.2, a path may list further methods. */
export function operationsIn(api: ApiDocument): readonly ApiOperation[] {
  return api.members(api.child(api.root, 'paths')).flatMap(([path, reference]) => {
    const item = api.resolved(reference)
    const listed = [
      ...api.members(item).filter(([name]) => METHODS.includes(name)),
      ...api.members(api.child(item, 'additionalOperations')),
    ]
    return listed
      .filter(([, node]) => isObject(node.value))
      .map(([name, node]) => ({ method: name.toUpperCase(), path, node, item }))
  })
}

/** The parameters of an operation, with those of its path. */
export function parametersOf(api: ApiDocument, { node, item }: ApiOperation): readonly Parameter[] {
  const all = [item, node]
    .flatMap((owner) => api.members(api.child(owner, 'parameters')))
    .flatMap(([, reference]): Parameter[] => {
      const parameter = api.resolved(reference)
      const [name, place] = [api.text(parameter, 'name'), api.text(parameter, 'in')]
      if (name === undefined || place === undefined) return []
      const isRequired = api.child(parameter, 'required')?.value === true || place === 'path'
      return [
        { name, place, isRequired, node: parameter, schema: api.child(parameter, 'schema') ?? parameter },
      ]
    })
  return [...new Map(all.map((parameter) => [`${parameter.place} ${parameter.name}`, parameter])).values()]
}

/** The body of an operation's request as JSON; undefined if it has none. */
export function requestOf(api: ApiDocument, operation: ApiOperation): JsonContent | undefined {
  const inBody = parametersOf(api, operation).find(({ place }) => place === 'body')
  if (inBody !== undefined) return { node: inBody.node, schema: inBody.schema, examples: [] }
  const body = api.child(operation.node, 'requestBody')
  return body && jsonIn(api, body)
}

/** The responses that an operation lists, in the order of their codes. */
export function responsesOf(api: ApiDocument, { node }: ApiOperation): readonly Response[] {
  const listed = api.members(api.child(node, 'responses'))
  return listed.map(([code, reference]) => ({ code, node: api.resolved(reference) }))
}

/** What an operation answers when it succeeds: its first 2xx with JSON. */
export function successOf(api: ApiDocument, operation: ApiOperation): JsonContent | undefined {
  return responsesOf(api, operation)
    .filter(({ code }) => /^2(?:\d\d|XX)$/i.test(code))
    .map(({ node }) => contentOf(api, node))
    .find((content) => content !== undefined)
}

/** The JSON of a response. */
export function contentOf(api: ApiDocument, response: Node): JsonContent | undefined {
  const schema = api.child(response, 'schema')
  if (schema === undefined) return jsonIn(api, response)
  const examples = api.members(api.child(response, 'examples')).map(([, { value }]) => value)
  return { node: response, schema, examples }
}

/** A body as an operation's content describes it. */
export function sampleIn(api: ApiDocument, content: JsonContent | undefined): SampleBody {
  return sampleOf(api, content?.schema, content?.examples[0])
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
