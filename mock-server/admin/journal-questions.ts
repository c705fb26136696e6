import * as z from 'zod/mini'
import { DELIVERY_OUTCOMES, ORDER_EFFECTS } from '../../contract/wire/exchange-values.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'

/** A number of a query, in a form of its own. */
const numberOf = (form: RegExp, fits: z.ZodMiniType<number, number>) =>
  z.pipe(z.pipe(z.string().check(z.regex(form)), z.transform(Number)), fits)

const whole = (least: number, most: number) =>
  numberOf(/^\d{1,16}$/, z.int().check(z.minimum(least), z.maximum(most)))

const LONGEST_WAIT_SECONDS = 600
const waitSeconds = numberOf(/^\d{1,3}(?:\.\d{1,3})?$/, z.number().check(z.maximum(LONGEST_WAIT_SECONDS)))

const FILTERS = {
  partner: z.optional(z.string()),
  operation: z.optional(z.enum(OPERATION_IDS)),
  partnerReference: z.optional(z.string()),
  sku: z.optional(z.string()),
  effect: z.optional(z.enum(ORDER_EFFECTS)),
  delivery: z.optional(z.enum(DELIVERY_OUTCOMES)),
  status: z.optional(whole(100, 599)),
  afterSeq: z.optional(whole(0, Number.MAX_SAFE_INTEGER)),
}
/** The parameters of `GET /__mock/journal`. */
export const journalFilters = z.strictObject(FILTERS)
/** The parameters of `GET /__mock/journal/wait`. */
export const journalWait = z.strictObject({
  ...FILTERS,
  count: z._default(whole(1, 10_000), 1),
  timeoutSeconds: z._default(waitSeconds, 5),
})

/** The answer to other parameters: which ones are valid. */
export const FILTER_USAGE = `Filters are ${Object.keys(FILTERS).join(', ')}; operation is one of ${OPERATION_IDS.join(', ')}, effect one of ${ORDER_EFFECTS.join(', ')}, delivery one of ${DELIVERY_OUTCOMES.join(', ')}.`
export const WAIT_USAGE = `${FILTER_USAGE} Besides: count (1 to 10000) and timeoutSeconds (0 to ${LONGEST_WAIT_SECONDS}).`
