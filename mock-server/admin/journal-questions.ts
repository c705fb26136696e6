import * as z from 'zod'
import { deliveryOutcome, orderEffect } from '../../contract/wire/exchange.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most))

const FILTERS = {
  partner: z.string().optional(),
  operation: z.enum(OPERATION_IDS).optional(),
  partnerReference: z.string().optional(),
  sku: z.string().optional(),
  effect: orderEffect.optional(),
  delivery: deliveryOutcome.optional(),
  status: whole(100, 599).optional(),
  afterSeq: whole(0, Number.MAX_SAFE_INTEGER).optional(),
}
const LONGEST_WAIT_SECONDS = 600
/** The parameters of `GET /__mock/journal`. */
export const journalFilters = z.strictObject(FILTERS)
/** The parameters of `GET /__mock/journal/wait`. */
export const journalWait = z.strictObject({
  ...FILTERS,
  count: whole(1, 10_000).default(1),
  timeoutSeconds: z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,3})?$/)
    .transform(Number)
    .pipe(z.number().max(LONGEST_WAIT_SECONDS))
    .default(5),
})

/** The answer to other parameters: which ones are valid. */
export const FILTER_USAGE = `Filters are ${Object.keys(FILTERS).join(', ')}; operation is one of ${OPERATION_IDS.join(', ')}, effect one of ${orderEffect.options.join(', ')}, delivery one of ${deliveryOutcome.options.join(', ')}.`
export const WAIT_USAGE = `${FILTER_USAGE} Besides: count (1 to 10000) and timeoutSeconds (0 to ${LONGEST_WAIT_SECONDS}).`
