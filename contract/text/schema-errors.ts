import type * as z from 'zod'
import { slipsBetween } from './nearest.ts'

/** A path in a document: names of members, and indices of lists. */
export type DocumentPath = readonly PropertyKey[]

/**
 * The errors of a value against a schema, one per line: where, what was found, and what is expected. An unknown member is named
 * with the one that may be meant, and those that are known there.
 * `root` is what the document itself is called.
 */
export function schemaErrors(
  error: z.core.$ZodError,
  schema: z.core.$ZodType,
  document: unknown,
  root: string,
): string[] {
  const lines = error.issues.flatMap((issue) => schemaError(issue, schema, document, root))
  return [...new Set(lines)]
}

function schemaError(
  issue: z.core.$ZodIssue,
  schema: z.core.$ZodType,
  document: unknown,
  root: string,
): string[] {
  const known = membersAt(schema, document, issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const name = placeName([...issue.path, key], root)
      return `unknown key ${name}; ${meant(key, known)}the keys here are ${known?.join(', ') ?? 'others'}`
    })
  }
  // The message of a union is about the whole object, not about the member that selects the alternative.
  const place = isNoAlternative(issue) ? issue.path.slice(0, -1) : issue.path
  const isNoObject = issue.code === 'invalid_type' && known !== undefined
  const expected = isNoObject ? `an object with the keys ${known.join(', ')}` : issue.message
  return [`${placeName(place, root)}: found ${quotedValue(valueAt(document, place))}, expected ${expected}`]
}

function meant(key: string, known: readonly string[] = []): string {
  const mayBe = (one: string) => slipsBetween(key.toLowerCase(), one.toLowerCase()) ?? key.length
  const near = known.find((one) => mayBe(one) < key.length / 2)
  return near === undefined ? '' : `did you mean ${near}? `
}

function isNoAlternative(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_union' && issue.path.at(-1) === issue.discriminator
}

/** A place in a document as a reader writes it: `scenarios[2].faults[0].at`. */
export function placeName(place: DocumentPath, root: string): string {
  return place.reduce<string>(
    (name, step) =>
      typeof step === 'number' ? `${name}[${step}]` : `${name}${name === '' ? '' : '.'}${String(step)}`,
    root,
  )
}

/** A value as it is quoted in a complaint: JSON, cut short. */
export function quotedValue(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 80 ? `${json.slice(0, 77)}…` : json
}

/** The value at a place in a document, in members of its own; undefined where there is none. */
export function valueAt(document: unknown, place: DocumentPath): unknown {
  return place.reduce<unknown>(
    (node, step) => Object.getOwnPropertyDescriptor(Object(node), step)?.value,
    document,
  )
}

type Definition = z.core.$ZodTypes['_zod']['def']

/** The members that an object at a place may have; undefined where the schema wants no object there. */
function membersAt(schema: z.core.$ZodType, document: unknown, place: DocumentPath): string[] | undefined {
  let [here, node] = [unwrapped(schema, document), document]
  for (const step of place) {
    node = valueAt(node, [step])
    const part = partOf(here, step)
    if (part === undefined) return undefined
    here = unwrapped(part, node)
  }
  return here.type === 'object' ? Object.keys(here.shape) : undefined
}

function partOf(definition: Definition, step: PropertyKey): z.core.$ZodType | undefined {
  if (definition.type === 'array') return definition.element
  return definition.type === 'object' ? definition.shape[String(step)] : undefined
}

/** A schema without its wrappers; for a discriminated union, the alternative that the value selects. */
function unwrapped(schema: z.core.$ZodType, value: unknown): Definition {
  // Every schema of zod is one of these; the base type does not say so.
  const definition = (schema as z.core.$ZodTypes)._zod.def
  if ('innerType' in definition) return unwrapped(definition.innerType, value)
  if (definition.type !== 'union') return definition
  const chosen = definition.options.find((option) => fitsDiscriminator(option, definition, value))
  return chosen === undefined ? definition : unwrapped(chosen, value)
}

function fitsDiscriminator(option: z.core.$ZodType, union: Definition, value: unknown): boolean {
  if (!('discriminator' in union)) return false
  const name = String(union.discriminator)
  return option._zod.propValues?.[name]?.has(valueAt(value, [name]) as z.core.util.Primitive) === true
}
