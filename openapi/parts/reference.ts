import type { JsonSchema } from '../schema.ts'

/** A reference to a schema of the document, with what is said in this place. */
export function refTo(name: string, more: JsonSchema = {}): JsonSchema {
  return { $ref: `#/components/schemas/${name}`, ...more }
}
