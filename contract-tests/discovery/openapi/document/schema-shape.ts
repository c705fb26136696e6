import { isObject } from '../../../../contract/wire/json-pointer.ts'
import { type ApiDocument, DocumentError, type Node, placeOf } from './api-document.ts'

/** A schema: as it is written, or several of which all or any apply. */
export type DocumentSchema = Node | { readonly how: 'all' | 'any'; readonly parts: readonly DocumentSchema[] }

/** What schemas say of one value, `null` aside. */
export type Shape = {
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
  const shapeOf = (how: 'all' | 'any', parts: readonly DocumentSchema[], within: readonly string[]) =>
    joinAll(
      how,
      parts.map((part) => schemaShape(api, part, within)),
    )
  if ('parts' in schema) return shapeOf(schema.how, schema.parts, above)
  const target = api.resolved(schema)
  const place = placeOf(target)
  if (above.includes(place) || typeof target.value === 'boolean') return ANYTHING
  if (!isObject(target.value)) {
    const found = JSON.stringify(target.value)?.slice(0, 40)
    throw new DocumentError(`${place}: found ${found}, expected a schema.`)
  }
  const within = [...above, place]
  const parts = (name: string) => api.members(api.child(target, name)).map(([, member]) => member)
  const choices = ['oneOf', 'anyOf'].map((name) =>
    parts(name).filter((one) => api.child(one, 'type')?.value !== 'null'),
  )
  return joinAll('all', [
    written(api, target, target.value),
    // Since 3.1, what is beside a reference applies, too.
    ...(target === schema || !isObject(schema.value) ? [] : [written(api, schema, schema.value)]),
    shapeOf('all', parts('allOf'), within),
    ...choices.map((some) => shapeOf('any', some, within)),
  ])
}

/** What schemas say together; anything fits none. */
function joinAll(how: 'all' | 'any', shapes: readonly Shape[]): Shape {
  // What says nothing changes nothing where all apply.
  const saying = how === 'all' ? shapes.filter((shape) => shape !== ANYTHING) : shapes
  const [first = ANYTHING, ...others] = saying
  return others.reduce((one, other) => joined(how, one, other), first)
}

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

/** What two schemas say together, of which all or any apply. */
function joined(how: 'all' | 'any', one: Shape, other: Shape): Shape {
  const schemas = (left: DocumentSchema | undefined, right: DocumentSchema | undefined) =>
    left && right ? { how, parts: [left, right] } : (left ?? right)
  const listed = <Kind>(left: readonly Kind[] | undefined, right: readonly Kind[] | undefined) => {
    if (how === 'any') return left && right && [...new Set([...left, ...right])]
    return left && right
      ? left.filter((kind) => right.some((same) => isSameType(kind, same)))
      : (left ?? right)
  }
  const names = new Set([...one.properties.keys(), ...other.properties.keys()])
  const properties = [...names].flatMap((name): [string, DocumentSchema][] => {
    const schema = schemas(one.properties.get(name), other.properties.get(name))
    return schema === undefined ? [] : [[name, schema]]
  })
  const required = new Set([...one.required, ...other.required])
  const isRequired = (name: string) => [one, other].every((shape) => shape.required.includes(name))
  return {
    nodes: [...one.nodes, ...other.nodes],
    types: listed(one.types, other.types),
    values: listed(one.values, other.values),
    named: [...one.named, ...other.named],
    properties: new Map(properties),
    required: how === 'all' ? [...required] : [...required].filter(isRequired),
    items: schemas(one.items, other.items),
    examples: [...one.examples, ...other.examples],
    patterns: [...one.patterns, ...other.patterns],
  }
}

const NUMBERS: readonly unknown[] = ['number', 'integer']

function isSameType(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || (NUMBERS.includes(one) && NUMBERS.includes(other))
}
