import { isObject } from '../../../../contract/wire/json-pointer.ts'
import { type ApiDocument, DocumentError, type Node, placeOf } from './api-document.ts'

/** A schema: as it is written, or several of which all or any apply. */
export type DocumentSchema =
  | Node
  | { readonly all: readonly DocumentSchema[] }
  | { readonly any: readonly DocumentSchema[] }

/** What schemas say of one value, `null` aside. */
export type Shape = {
  /** Where they are written. */
  readonly nodes: readonly Node[]
  /** The types that fit; undefined if any does. */
  readonly types?: readonly string[] | undefined
  /** The values that fit; undefined if they are not listed. */
  readonly values?: readonly unknown[] | undefined
  /** Values that are listed, also where others fit. */
  readonly named: readonly unknown[]
  readonly properties: ReadonlyMap<string, DocumentSchema>
  readonly required: readonly string[]
  readonly items?: DocumentSchema | undefined
  /** Values that the document shows as examples, or as defaults. */
  readonly examples: readonly unknown[]
  readonly patterns: readonly string[]
}

const ANYTHING: Shape = {
  nodes: [],
  named: [],
  properties: new Map(),
  required: [],
  examples: [],
  patterns: [],
}

/**
 * The shape that a schema describes, through references, `allOf`, `oneOf` and `anyOf`.
 *
 * @throws {DocumentError} for a reference that can't be followed.
 */
export function schemaShape(api: ApiDocument, schema: DocumentSchema, above: readonly string[] = []): Shape {
  const shapesOf = (some: readonly DocumentSchema[], within: readonly string[]) =>
    some.map((part) => schemaShape(api, part, within))
  if ('all' in schema) return shapesOf(schema.all, above).reduce(both, ANYTHING)
  if ('any' in schema) return shapesOf(schema.any, above).reduce(either)
  const target = api.resolved(schema)
  const place = placeOf(target)
  if (above.includes(place) || typeof target.value === 'boolean') return ANYTHING
  if (!isObject(target.value)) {
    const found = JSON.stringify(target.value)?.slice(0, 40)
    throw new DocumentError(`${place}: found ${found}, expected a schema.`)
  }
  const within = [...above, place]
  const parts = (name: string) => api.members(api.child(target, name)).map(([, member]) => member)
  const choices = ['oneOf', 'anyOf'].map((name) => parts(name).filter((one) => !isNull(api, one)))
  return [
    written(api, target, target.value),
    // Since 3.1, what is beside a reference applies, too.
    ...(target === schema || !isObject(schema.value) ? [] : [written(api, schema, schema.value)]),
    ...shapesOf(parts('allOf'), within),
    ...choices.flatMap((some) => (some.length === 0 ? [] : [shapesOf(some, within).reduce(either)])),
  ].reduce(both)
}

/** What the keywords of one schema say. */
function written(api: ApiDocument, node: Node, keywords: Readonly<Record<string, unknown>>): Shape {
  const own = (name: string) => (Object.hasOwn(keywords, name) ? keywords[name] : undefined)
  const list = (name: string): readonly unknown[] => [own(name)].filter(Array.isArray).flat()
  const { $ref: _, ...beside } = keywords
  const members = api.members({ ...node, value: beside })
  const types = [own('type')].flat().filter((type) => typeof type === 'string' && type !== 'null')
  const values = own('const') === undefined ? own('enum') : [own('const')]
  const named = Array.isArray(values) ? values.filter((value) => value !== null) : undefined
  const shown = ['example', 'x-example', 'default'].map(own)
  const properties = members.flatMap(([name, member]) => (name === 'properties' ? api.members(member) : []))
  return {
    nodes: [node],
    types: types.length === 0 ? undefined : (types as string[]),
    values: named,
    named: named ?? [],
    properties: new Map(properties),
    required: list('required').filter((name) => typeof name === 'string'),
    items: members.find(([name]) => name === 'items')?.[1],
    examples: [...shown, ...list('examples')].filter((value) => value !== undefined),
    patterns: [own('pattern')].filter((pattern) => typeof pattern === 'string'),
  }
}

function both(one: Shape, other: Shape): Shape {
  const common = <Kind>(left: readonly Kind[] | undefined, right: readonly Kind[] | undefined) =>
    left && right ? left.filter((kind) => right.some((same) => isSameType(kind, same))) : (left ?? right)
  return {
    ...joined(one, other, (all) => ({ all })),
    types: common(one.types, other.types),
    values: common(one.values, other.values),
    required: [...new Set([...one.required, ...other.required])],
  }
}

function either(one: Shape, other: Shape): Shape {
  const union = <Kind>(left: readonly Kind[] | undefined, right: readonly Kind[] | undefined) =>
    left && right && [...new Set([...left, ...right])]
  return {
    ...joined(one, other, (any) => ({ any })),
    types: union(one.types, other.types),
    values: union(one.values, other.values),
    required: one.required.filter((name) => other.required.includes(name)),
  }
}

function joined(one: Shape, other: Shape, join: (schemas: readonly DocumentSchema[]) => DocumentSchema) {
  const together = (left: DocumentSchema | undefined, right: DocumentSchema | undefined) =>
    left && right ? join([left, right]) : (left ?? right)
  const names = new Set([...one.properties.keys(), ...other.properties.keys()])
  const properties = [...names].flatMap((name): [string, DocumentSchema][] => {
    const schema = together(one.properties.get(name), other.properties.get(name))
    return schema === undefined ? [] : [[name, schema]]
  })
  return {
    nodes: [...one.nodes, ...other.nodes],
    properties: new Map(properties),
    named: [...one.named, ...other.named],
    items: together(one.items, other.items),
    examples: [...one.examples, ...other.examples],
    patterns: [...one.patterns, ...other.patterns],
  }
}

const NUMBERS: readonly unknown[] = ['number', 'integer']

function isSameType(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || (NUMBERS.includes(one) && NUMBERS.includes(other))
}

function isNull(api: ApiDocument, schema: Node): boolean {
  return api.child(schema, 'type')?.value === 'null'
}
