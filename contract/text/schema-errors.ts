import type * as z from 'zod'
import { slipsBetween } from './nearest.ts'

/** A path in a document: names of members, and indices of lists. */
type DocumentPath = readonly PropertyKey[]

/**
 * What zod says of an object for which its schema has no words: the keys that it may have. Give it to `safeParse` as
 * `error`; {@link schemaErrors} reads its messages.
 */
export const keysHere: z.core.$ZodErrorMap = ({ code, inst }) => {
  // Every schema of zod is one of these; the base type does not say so.
  const definition = (inst as z.core.$ZodTypes | undefined)?._zod.def
  if (definition?.type !== 'object') return undefined
  const keys = Object.keys(definition.shape).join(', ')
  return code === 'unrecognized_keys' ? keys : `an object with the keys ${keys}`
}

/**
 * The errors of a value that does not fit its schema, one per line: where, what was found, and what is expected. An unknown
 * key is named with the one that may be meant, and those that are known there.
 *
 * @param error of a `safeParse` with {@link keysHere}.
 * @param document what is quoted as found: the value, or the same without its secrets.
 * @param root what to call the value itself; empty where its members need no name before theirs.
 */
export function schemaErrors(error: z.core.$ZodError, document: unknown, root: string): string[] {
  const lines = error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, issue, root))
    // An object of no known kind: the message is about all of it, not about the member that names the kind.
    const isKind = issue.code === 'invalid_union' && issue.path.at(-1) === issue.discriminator
    const place = isKind ? issue.path.slice(0, -1) : issue.path
    const found = quotedValue(valueAt(document, place))
    return [`${placeName(place, root)}: found ${found}, expected ${issue.message}`]
  })
  return [...new Set(lines)]
}

function unknownKey(key: string, { path, message }: z.core.$ZodIssue, root: string): string {
  const mayBe = (one: string) => slipsBetween(key.toLowerCase(), one.toLowerCase()) ?? key.length
  const near = message.split(', ').find((one) => mayBe(one) < key.length / 2)
  const meant = near === undefined ? '' : `did you mean ${near}? `
  return `unknown key ${placeName([...path, key], root)}; ${meant}the keys here are ${message}`
}

/** Such as `scenarios[2].faults[0].at`. */
export function placeName(place: DocumentPath, root: string): string {
  return place.reduce<string>(
    (name, step) =>
      typeof step === 'number' ? `${name}[${step}]` : `${name}${name === '' ? '' : '.'}${String(step)}`,
    root,
  )
}

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
