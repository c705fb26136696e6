import { isObject } from '../../contract/wire/json-pointer.ts'
import type { JsonSchema } from '../schema.ts'

/** A value in a body: where it is, and what may be there. */
export type Field = { readonly place: string; readonly form: string; readonly schema: JsonSchema }

/** The schemas of a document, by the references to them. */
export type Schemas = Readonly<Record<string, JsonSchema>>

/**
 * Every described value of a body, from the outside in. A schema that is referred to is described in its place, with what
 * the reference adds.
 *
 * @example
 * documentedFields({ properties: { data: { type: 'object', description: 'The envelope.' } } }, {})
 * // [{ place: 'data', form: 'object', schema: { type: 'object', … } }]
 */
export function documentedFields(schema: JsonSchema, schemas: Schemas, place = ''): readonly Field[] {
  const { $ref, ...said } = schema
  const target = typeof $ref === 'string' ? (schemas[$ref] ?? {}) : {}
  const isDescribed = said.description !== undefined || target.description !== undefined
  const own = isDescribed ? [said, target].filter(({ description }) => description !== undefined) : []
  const whole = { ...target, ...said }
  return [
    ...own.map((part) => ({ place, form: formOf(whole), schema: part })),
    ...below(whole, place).flatMap(([inside, part]) => documentedFields(part, schemas, inside)),
  ]
}

type Placed = readonly [place: string, schema: JsonSchema]

function below(
  { properties, items, prefixItems, anyOf, then }: JsonSchema,
  place: string,
): readonly Placed[] {
  const named = Object.entries(isObject(properties) ? properties : {})
  const listed: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : []
  const alternatives: readonly unknown[] = Array.isArray(anyOf) ? anyOf : []
  const parts: readonly (readonly [string, unknown])[] = [
    ...named.map(([name, part]) => [place === '' ? name : `${place}.${name}`, part] as const),
    [`${place}[]`, items],
    ...listed.map((part, index) => [`${place}[${index}]`, part] as const),
    ...[...alternatives, then].map((part) => [place, part] as const),
  ]
  return parts.flatMap(([at, part]) => (isObject(part) ? [[at, part] as const] : []))
}

/** What a value may be, in a few words. */
export function formOf({
  type,
  const: constant,
  enum: values,
  pattern,
  anyOf,
  maxLength,
  $ref,
}: JsonSchema): string {
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (Array.isArray(anyOf)) return 'one of the following'
  const words = [
    [type ?? ($ref === undefined ? 'any value' : [])].flat().join(' or '),
    typeof pattern === 'string' ? `like ${pattern}` : '',
    typeof maxLength === 'number' ? `of at most ${maxLength} characters` : '',
  ]
  return words.filter((word) => word !== '').join(' ')
}
