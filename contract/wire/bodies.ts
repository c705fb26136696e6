import * as z from 'zod'
import type { Exchange } from './exchange.ts'
import { hasSummary } from './exchange-facts.ts'
import { readPointer } from './json-pointer.ts'
import { SUMMARY_AT } from './summary-position.ts'

/** A successful response carries a top-level `data` object (§2, `data-envelope`). */
export const envelope = z.looseObject({ data: z.record(z.string(), z.unknown()) })

/** An entry of the catalogue (§4, `product-has-sku`). */
export const product = z.looseObject({ sku: z.string().min(1) })

/** An order summary (§2): a status, and any other fields that the service adds. */
const orderSummary = z.looseObject({
  status: z.string().min(1),
  pollAfterSeconds: z.unknown().optional(),
})

/** The body of a purchase: exactly these two fields (§4, `exactly-two-fields`). */
export const orderRequest = z.strictObject({ partnerReference: z.string(), sku: z.string() })

/** An order summary as it is read: `status`, and `pollAfterSeconds` in seconds while it is `PROCESSING`. */
export type OrderSummary = z.infer<typeof orderSummary>

/** The summary in the body of an answer, at the position of its operation (§4.1); undefined where there is none. */
export function summaryAt(json: unknown, operation: Exchange['operation']): OrderSummary | undefined {
  if (!hasSummary(operation)) return undefined
  return orderSummary.safeParse(readPointer(json, SUMMARY_AT[operation])).data
}

/** The two fields of a purchase. */
export type OrderRequest = z.infer<typeof orderRequest>
