import { z } from 'zod'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import { KIND_NAMES } from './kinds.ts'

/** How often, at least: a power of two, so that a run with a poll more or less mostly says the same. */
const times = z.int().positive()

/** A place in a body: how often its parent was there without it, and what stood there how often. */
export const observedFieldSchema = z.strictObject({
  absent: z.int().nonnegative(),
  kinds: z.partialRecord(z.enum(KIND_NAMES), times),
})

/** The bounds of what is looked at in a body: levels of depth, and fields. */
const bound = z.enum(['depth', 'fields'])

/** All answers of one operation with one status and, where the answer holds an order summary, one state. */
export const observedAnswerSchema = z.strictObject({
  status: z.int(),
  /** The order's state; null where there is none. */
  state: z.string().nullable(),
  seen: times,
  /** Media types without their parameters; `none` without the header, `other` for what is no media type. */
  contentTypes: z.record(z.string(), times),
  /** The bounds that were hit: beyond them nothing was looked at. */
  bounds: z.array(bound),
  /** By path: a JSON Pointer with `*` for every item of an array, and `{*}` for every member of a map. */
  fields: z.record(z.string(), observedFieldSchema),
})

/** A documented field whose values are recorded. */
export const observedValuesSchema = z.strictObject({
  path: z.string(),
  seen: z.array(z.string()),
  /** The values that the reference or the profile names. */
  named: z.array(z.string()),
  /** Whether there were more values than are recorded. */
  more: z.boolean(),
})

/** An operation that was answered at least once. */
export const observedOperationSchema = z.strictObject({
  id: z.enum(OPERATION_IDS),
  /** Method and path template. */
  call: z.string(),
  answers: z.array(observedAnswerSchema),
  values: z.array(observedValuesSchema),
})

/** What this kit writes, and what it can read. */
export const OBSERVED_SCHEMA = 'partner-purchase/observed@1'

/** The shape of every answer of a run: `observed.json`. It holds no key, and no value of an unknown field. */
export const observedSchema = z.strictObject({
  schema: z.literal(OBSERVED_SCHEMA),
  /** The label of the reference (§9.1). */
  reference: z.string(),
  baseUrl: z.string(),
  at: z.iso.datetime(),
  operations: z.array(observedOperationSchema),
})

/** The shape of every answer of a run, as {@link observedSchema} describes it. */
export type Observed = z.infer<typeof observedSchema>
/** An operation of {@link Observed}. */
export type ObservedOperation = z.infer<typeof observedOperationSchema>
/** The answers of an operation with one status and one state. */
export type ObservedAnswer = z.infer<typeof observedAnswerSchema>
/** A place in a body. */
export type ObservedField = z.infer<typeof observedFieldSchema>
/** A documented field whose values are recorded. */
export type ObservedValues = z.infer<typeof observedValuesSchema>
