import { isObject } from '../../../../contract/wire/json-pointer.ts'
import type { ApiDocument, Node } from './api-document.ts'
import { placeOf } from './api-document.ts'
import { DocumentError } from './document-error.ts'

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
  readonly types: readonly string[] | undefined
  /** The values that fit; undefined if they are not listed. */
  readonly values: readonly unknown[] | undefined
  /** Values that are listed, also where others fit. */
  readonly named: readonly unknown[]
  readonly properties: ReadonlyMap<string, DocumentSchema>
  readonly required: readonly string[]
  readonly items: DocumentSchema | undefined
  /** Values that the document shows as examples, or as defaults. */
  readonly examples: readonly unknown[]
  readonly patterns: readonly string[]
}

const ANYTHING: Shape = {
  nodes: [],
  types: undefined,
  values: undefined,
  named: [],
  properties: new Map(),
  required: [],
  items: undefined,
  examples: [],
  patterns: [],
}

/**
 * The shape that a schema describes, through references, `allOf`, `oneOf` and `anyOf`.
 *
 * @throws {DocumentError} for a reference that can't be followed.
 */
export function schemaShape(api: ApiDocument, schema: DocumentSchema, above: readonly string[] = []): Shape {
  if ('all' in schema) return schema.all.map((part) => schemaShape(api, part, above)).reduce(both, ANYTHING)
  if ('any' in schema) return schema.any.map((part) => schemaShape(api, part, above)).reduce(either)
  const target = api.resolved(schema)
  const place = placeOf(target)
  if (above.includes(place) || typeof target.value === 'boolean') return ANYTHING
  if (!isObject(target.value))
    throw new DocumentError(
      `${place}: found ${JSON.stringify(target.value)?.slice(0, 40)}, expected a schema.`,
    )
  const within = [...above, place]
  const parts = (name: string) => api.members(api.child(target, name)).map(([, member]) => member)
  const choices = ['oneOf', 'anyOf'].map((name) => parts(name).filter((one) => !isNull(api, one)))
  return [
    written(api, target, target.value),
    // Since 3.1, what is beside a reference applies, too.
    ...(target === schema || !isObject(schema.value) ? [] : [written(api, schema, schema.value)]),
    ...parts('allOf').map((part) => schemaShape(api, part, within)),
    ...choices.flatMap((some) =>
      some.length === 0 ? [] : [some.map((one) => schemaShape(api, one, within)).reduce(either)],
    ),
  ].reduce(both)
}

/** What the keywords of one schema say. */
function written(api: ApiDocument, node: Node, keywords: Readonly<Record<string, unknown>>): Shape {
  const own = (name: string) => (Object.hasOwn(keywords, name) ? keywords[name] : undefined)
  const list = (name: string) => (Array.isArray(own(name)) ? (own(name) as readonly unknown[]) : [])
  const here = {
    ...node,
    value: Object.fromEntries(Object.entries(keywords).filter(([name]) => name !== '$ref')),
  }
  const types = [own('type')].flat().filter((type) => typeof type === 'string' && type !== 'null')
  const values = own('const') === undefined ? own('enum') : [own('const')]
  const listed = Array.isArray(values) ? values.filter((value) => value !== null) : undefined
  const shown = ['example', 'x-example', 'default'].map(own)
  const members = api.members(here)
  const properties = members.flatMap(([name, member]) => (name === 'properties' ? api.members(member) : []))
  return {
    nodes: [node],
    types: types.length === 0 ? undefined : (types as string[]),
    values: listed,
    named: listed ?? [],
    properties: new Map(properties),
    required: list('required').filter((name) => typeof name === 'string'),
    items: members.find(([name]) => name === 'items')?.[1],
    examples: [...shown, ...list('examples')].filter((value) => value !== undefined),
    patterns: [own('pattern')].filter((pattern) => typeof pattern === 'string'),
  }
}

function both(one: Shape, other: Shape): Shape {
  return {
    ...joined(one, other, (schemas) => ({ all: schemas })),
    types: common(one.types, other.types, isSameType),
    values: common(one.values, other.values, Object.is),
    required: [...new Set([...one.required, ...other.required])],
  }
}

function either(one: Shape, other: Shape): Shape {
  const union = <Kind>(left: readonly Kind[] | undefined, right: readonly Kind[] | undefined) =>
    left && right && [...new Set([...left, ...right])]
  return {
    ...joined(one, other, (schemas) => ({ any: schemas })),
    types: union(one.types, other.types),
    values: union(one.values, other.values),
    required: one.required.filter((name) => other.required.includes(name)),
  }
}

function joined(one: Shape, other: Shape, join: (schemas: readonly DocumentSchema[]) => DocumentSchema) {
  const together = (schemas: readonly (DocumentSchema | undefined)[]) => {
    const [first, ...rest] = schemas.filter((schema) => schema !== undefined)
    return first === undefined || rest.length === 0 ? first : join([first, ...rest])
  }
  const names = new Set([...one.properties.keys(), ...other.properties.keys()])
  const properties = [...names].flatMap((name): [string, DocumentSchema][] => {
    const schema = together([one.properties.get(name), other.properties.get(name)])
    return schema === undefined ? [] : [[name, schema]]
  })
  return {
    nodes: [...one.nodes, ...other.nodes],
    properties: new Map(properties),
    named: [...one.named, ...other.named],
    items: together([one.items, other.items]),
    examples: [...one.examples, ...other.examples],
    patterns: [...one.patterns, ...other.patterns],
  }
}

function common<Kind>(
  one: readonly Kind[] | undefined,
  other: readonly Kind[] | undefined,
  isSame: (left: Kind, right: Kind) => boolean,
): readonly Kind[] | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one.filter((left) => other.some((right) => isSame(left, right)))
}

function isSameType(one: string, other: string): boolean {
  const isNumber = (type: string) => type === 'number' || type === 'integer'
  return one === other || (isNumber(one) && isNumber(other))
}

function isNull(api: ApiDocument, schema: Node): boolean {
  return api.child(schema, 'type')?.value === 'null'
}
