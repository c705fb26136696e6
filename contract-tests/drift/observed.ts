import * as z from 'zod'
import { parseJson } from '../../contract/text/parse-json.ts'
import { redact } from '../../contract/text/redact.ts'
import { isObject } from '../../contract/wire/json-pointer.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { KIND_NAMES } from './kinds.ts'

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

/** The schema that this kit writes and reads. */
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

/** The shape of every answer of a run, as {@link observedSchema} describes it. */
export type Observed = z.infer<typeof observedSchema>
/** An operation that was answered at least once. */
export type ObservedOperation = z.infer<typeof observedOperationSchema>
/** The answers of an operation with one status and one state. */
export type ObservedAnswer = z.infer<typeof observedAnswerSchema>

/** A file of an earlier run that can't be used. The message names the file, what was found, and what is valid. */
export class ObservedError extends Error {
  override readonly name = 'ObservedError'
}

const FITS = `an observed.json with the schema ${OBSERVED_SCHEMA}, as verify --report writes it`

/**
 * Reads what an earlier run observed.
 *
 * @param file its name in an error.
 * @throws {ObservedError} when it is not JSON, of another schema, or does not fit its schema.
 *
 * @example
 * parseObserved(await readFile(file, 'utf8'), file).operations
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
