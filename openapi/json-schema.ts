import * as z from 'zod'
import { documentOf, type JsonPointer } from '../contract/wire/json-pointer.ts'

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>

export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

/** A reference to a schema of the document, and what else is said in this place. */
export function refTo(name: string, more: JsonSchema = {}): JsonSchema {
  return { $ref: `#/components/schemas/${name}`, ...more }
}

/** An object that has these members, and may have more. */
export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: {} }
}

export type Places = readonly (readonly [JsonPointer, JsonSchema])[]

/** The schema of a document that has a value of each schema at its pointer. */
export function schemaWithPlaces(places: Places): JsonSchema {
  const given = new Map<unknown, JsonSchema>(places.map(([, schema]) => [schema, schema]))
  const schemaOf = (node: unknown): JsonSchema => {
    const schema = given.get(node)
    if (schema !== undefined) return schema
    if (Array.isArray(node))
      return arrayOf(Array.from(node, (entry) => (entry === undefined ? {} : schemaOf(entry))))
    const members = Object.entries(node as object).map(([name, member]) => [name, schemaOf(member)] as const)
    return objectOf(Object.fromEntries(members))
  }
  return schemaOf(documentOf(places))
}

function arrayOf(entries: readonly JsonSchema[]): JsonSchema {
  // Some tools want `items` in every array.
  return { type: 'array', prefixItems: entries, items: {}, minItems: entries.length }
}
