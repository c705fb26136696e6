import * as z from 'zod'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { KIND_NAMES } from './kinds.ts'

/** In a path: every item of an array. */
export const ITEM = '*'
/** In a path: every member of a map. */
export const ENTRY = '{*}'

const times = z.int().positive()

const observedFieldSchema = z.object({
  /** How many of its parents did not have it. */
  absent: z.int().nonnegative(),
  kinds: z.partialRecord(z.enum(KIND_NAMES), times),
})

/** The limits of what is read of a body: levels of depth, and fields. */
const bound = z.enum(['depth', 'fields'])

const observedAnswerSchema = z.object({
  status: z.int(),
  /** The order's state; null if the answer has no order. */
  state: z.string().nullable(),
  seen: times,
  /** Media types without their parameters; `none` without the header, `other` for what is not a media type. */
  contentTypes: z.record(z.string(), times),
  /** The limits that were reached: nothing is recorded beyond them. */
  bounds: z.array(bound),
  /** By path: a JSON Pointer with `*` for every item of an array, and `{*}` for every member of a map. */
  fields: z.record(z.string(), observedFieldSchema),
})

const observedValuesSchema = z.object({
  path: z.string(),
  seen: z.array(z.string()),
  /** The values that the reference or the profile names. */
  named: z.array(z.string()),
  /** Whether there were more values than are recorded. */
  more: z.boolean(),
})

const observedOperationSchema = z.object({
  id: z.enum(OPERATION_IDS),
  /** Method and path template. */
  call: z.string(),
  answers: z.array(observedAnswerSchema),
  values: z.array(observedValuesSchema),
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
/** A documented field whose values are recorded. */
export type ObservedValues = z.infer<typeof observedValuesSchema>
