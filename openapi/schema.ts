import * as z from 'zod'
import { type JsonPointer, pointerTokens } from '../contract/wire/json-pointer.ts'

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A reference to a schema of the document, with what is said in this place. */
export function refTo(name: string, more: JsonSchema = {}): JsonSchema {
  return { $ref: `#/components/schemas/${name}`, ...more }
}

export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

/**
 * An object's schema, with more said about some of its members. Where one lists alternatives, they say all of it: beside
 * them, many generators understand no other keyword.
 */
export function withMembers(schema: JsonSchema, members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const known = schema.properties as Readonly<Record<string, JsonSchema>>
  const more = Object.entries(members).map(([name, member]) => [
    name,
    'anyOf' in member ? member : { ...known[name], ...member },
  ])
  return { ...schema, properties: { ...known, ...Object.fromEntries(more) } }
}

/** Values in a body: where each is, and what it is. */
export type Places = readonly (readonly [JsonPointer, JsonSchema])[]

/** The schema of a body that has each value at its pointer. What leads there is required; any other member is allowed. */
export function bodySchema(places: Places): JsonSchema {
  return schemaOf(places.map(([pointer, schema]) => ({ path: pointerTokens(pointer), schema })))
}

type Member = readonly [name: string, schema: JsonSchema]
type Place = { readonly path: readonly string[]; readonly schema: JsonSchema }

function schemaOf(places: readonly Place[]): JsonSchema {
  const own = Object.assign({}, ...places.filter(({ path }) => path.length === 0).map(({ schema }) => schema))
  const below = places.filter(({ path }) => path.length > 0)
  const members = Array.from(
    Map.groupBy(below, ({ path: [name = ''] }) => name),
    ([name, inside]): Member => [name, schemaOf(inside.map((one) => ({ ...one, path: one.path.slice(1) })))],
  )
  if (members.length === 0) return own
  return { ...own, ...(members.every(([name]) => INDEX.test(name)) ? arrayOf(members) : objectOf(members)) }
}

/** As in `documentOf`: a token that is a number makes an array. */
const INDEX = /^(?:0|[1-9]\d*)$/

function objectOf(members: readonly Member[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: {},
  }
}

function arrayOf(members: readonly Member[]): JsonSchema {
  const entries = new Map(members)
  const length = Math.max(...members.map(([index]) => Number(index))) + 1
  return {
    type: 'array',
    prefixItems: Array.from({ length }, (_, index) => entries.get(String(index)) ?? {}),
    // Some tools want it in every array.
    items: {},
    minItems: length,
  }
}
