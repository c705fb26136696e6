import * as z from 'zod'
import { parseJson } from '../../contract/text/parse-json.ts'
import { redact, redactor } from '../../contract/text/redact.ts'
import { childPointer, isObject } from '../../contract/wire/json-pointer.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { KIND_NAMES, kindOf } from './kinds.ts'

/** In a path: every item of an array. */
export const ITEM = '*'
/** In a path: every member of a map. */
export const ENTRY = '{*}'
/** Counting stops here: it is enough for every comparison, and two runs write the same counts. */
export const ENOUGH = 4

const times = z.int().positive()

const observedAnswerSchema = z.object({
  status: z.int(),
  /** The order's state; null if the answer has no order. */
  state: z.string().nullable(),
  seen: times,
  /** Media types without their parameters; `none` without the header, `other` for what is not a media type. */
  contentTypes: z.record(z.string(), times),
  /** The limits that were reached, levels of depth and fields: nothing is recorded beyond them. */
  bounds: z.array(z.enum(['depth', 'fields'])),
  /** By path: a JSON Pointer with `*` for every item of an array, and `{*}` for every member of a map. */
  fields: z.record(
    z.string(),
    z.object({
      /** How many of its parents did not have it. */
      absent: z.int().nonnegative(),
      kinds: z.partialRecord(z.enum(KIND_NAMES), times),
    }),
  ),
})

const observedOperationSchema = z.object({
  id: z.enum(OPERATION_IDS),
  /** Method and path template. */
  call: z.string(),
  answers: z.array(observedAnswerSchema),
  /** The documented fields whose values are recorded. */
  values: z.array(
    z.object({
      path: z.string(),
      seen: z.array(z.string()),
      /** The values that the reference or the profile names. */
      named: z.array(z.string()),
      /** Whether there were more values than are recorded. */
      more: z.boolean(),
    }),
  ),
})

export const OBSERVED_SCHEMA = 'partner-purchase/observed@1'

/**
 * `observed.json`: the shape of every answer of a run. It holds no key, and no value of an undocumented field. Members
 * that it does not list are ignored, so that files of other versions of the kit can be read.
 */
export const observedSchema = z.object({
  schema: z.literal(OBSERVED_SCHEMA),
  /** The label of the reference (§9.1). */
  reference: z.string(),
  baseUrl: z.string(),
  at: z.iso.datetime(),
  operations: z.array(observedOperationSchema),
})

export type Observed = z.infer<typeof observedSchema>
/** An operation that was answered at least once. */
export type ObservedOperation = z.infer<typeof observedOperationSchema>
export type ObservedAnswer = z.infer<typeof observedAnswerSchema>

/** A file of an earlier run that can't be used. The message names the file, what was found, and what is valid. */
export class ObservedError extends Error {
  override readonly name = 'ObservedError'
}

const FITS = `an observed.json with the schema ${OBSERVED_SCHEMA}, as verify --report writes it`

/**
 * Reads what an earlier run observed, from a file of some name.
 *
 * @throws {ObservedError} when it is not JSON, of another schema, or does not fit its schema.
 */
export function parseObserved(text: string, file: string): Observed {
  const refuse = (found: string, remedy = '') =>
    new ObservedError(`${file}: found ${found}, expected ${FITS}.${remedy}`)
  // The parser's own message is not shown: it quotes the text, which may contain a key.
  const json = parseJson(text.replace(/^\uFEFF/, ''))
  if (json === undefined) throw refuse('text that is not JSON')
  const schema = isObject(json) ? json.schema : undefined
  if (schema === undefined) throw refuse('JSON without a schema')
  if (schema !== OBSERVED_SCHEMA) throw refuse(`the schema ${shown(schema)}`, remedyFor(String(schema)))
  const parsed = observedSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.map(String).join(' › ') ?? ''
  throw refuse(redact(`${shown(place)} wrong (${issue?.message})`))
}

function remedyFor(schema: string): string {
  if (/^partner-purchase\/report@\d+$/.test(schema)) return ' Use the file next to that report.'
  if (/^partner-purchase\/observed@\d+$/.test(schema))
    return ' Another version of the kit wrote it: let this one write a new file, and compare with that.'
  return ''
}

const LONGEST_SHOWN = 80

function shown(value: unknown): string {
  const json = redact(JSON.stringify(value))
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN - 1)}…` : json
}

/** The maximum depth that is read; `/data/order/order/status` has depth four. */
const DEEPEST = 12
/** The maximum number of recorded fields, those nearest to the top first. */
const MOST_FIELDS = 500
/** An object with more members is a map. */
const MOST_NAMES = 50

type Place = { readonly path: string; readonly absent: number; readonly values: readonly unknown[] }

/**
 * By path, and the limits that were reached. A body is undefined where it is not JSON; their order makes no difference.
 */
export function observedFields(
  bodies: readonly unknown[],
  nameKind: NameKinds,
): Pick<ObservedAnswer, 'bounds' | 'fields'> {
  const bounds: ObservedAnswer['bounds'] = []
  const places: Place[] = []
  let level: readonly Place[] = [{ path: '', absent: 0, values: bodies }]
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const inOrder = level.toSorted((one, other) => (one.path < other.path ? -1 : 1))
    const read = inOrder.slice(0, MOST_FIELDS - places.length)
    if (read.length < level.length) bounds.push('fields')
    places.push(...read)
    level = read.flatMap((place) => childrenOf(place, nameKind))
  }
  if (level.length > 0) bounds.push('depth')
  const fields = places.map(({ path, absent, values }) => {
    const kinds = recordedCounts(values.map(kindOf))
    return [path, { absent: recordedCount(absent), kinds }] as const
  })
  return { bounds: bounds.sort(), fields: recordOf(fields) }
}

function childrenOf({ path, values }: Place, nameKind: NameKinds): Place[] {
  const items = values.filter((value) => Array.isArray(value)).flat()
  // Safe: the kind is checked.
  const objects = values.filter((value) => kindOf(value) === 'object') as Readonly<Record<string, unknown>>[]
  const all = objects.flatMap((object) => Object.entries(object))
  const distinct = [...new Set(all.map(([name]) => name))]
  const isMap = distinct.length > MOST_NAMES || distinct.some((name) => nameKind(name) === 'data')
  const entry = `${path}/${ENTRY}`
  const byPath = Map.groupBy(all, ([name]) =>
    isMap && nameKind(name) !== 'documented' ? entry : childPointer(path, name),
  )
  const members = [...byPath].map(([member, entries]) => ({
    path: member,
    absent: member === entry ? 0 : objects.length - entries.length,
    values: entries.map(([, value]) => value),
  }))
  return items.length === 0 ? members : [{ path: `${path}/${ITEM}`, absent: 0, values: items }, ...members]
}

/** A count as it is recorded: 4 is four or more. */
export function recordedCount(count: number): number {
  return Math.min(count, ENOUGH)
}

export function recordedCounts<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  const counted = [...Map.groupBy(keys, (key) => key)]
  return recordOf(counted.map(([key, times]) => [key, recordedCount(times.length)] as const))
}

/** A record in the order of its keys by code unit: the same on every machine. */
function recordOf<Key extends string, Value>(entries: readonly (readonly [Key, Value])[]) {
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
  // Object.fromEntries() forgets the type of the keys.
  return Object.fromEntries(sorted) as Record<Key, Value>
}

const LONGEST_NAME = 40
const MOST_DIGITS = 4
const NAME = /^[\p{L}_$@][\p{L}\p{N}_$@.-]*$/u

/**
 * Which names of members are recorded, and which are data such as a SKU, a reference or a key. One that the reference or
 * the profile names is recorded in any form.
 */
export type NameKinds = (name: string) => 'documented' | 'name' | 'data'

/**
 * Distinguishes names of members from data. A name is an identifier of at most 40 characters with a lower-case letter and at
 * most four digits. SKUs of the catalogue and texts that contain a key are data.
 */
export function nameKinds(
  documented: ReadonlySet<string>,
  skus: ReadonlySet<string>,
  secrets: readonly string[],
): NameKinds {
  const clean = redactor(secrets)
  return (name) => {
    const isDocumented = documented.has(name)
    const isData = !isDocumented && (skus.has(name) || !isIdentifier(name))
    if (isData || clean(name) !== name) return 'data'
    return isDocumented ? 'documented' : 'name'
  }
}

function isIdentifier(name: string): boolean {
  const digits = name.match(/\d/g) ?? []
  const isShort = name.length <= LONGEST_NAME && digits.length <= MOST_DIGITS
  return isShort && NAME.test(name) && /\p{Ll}/u.test(name)
}
