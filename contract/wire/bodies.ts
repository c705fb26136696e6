import * as z from 'zod'

/** A successful response carries a top-level `data` object (§2, `data-envelope`). */
export const envelope = z.looseObject({ data: z.record(z.string(), z.unknown()) })

/** An entry of the catalogue (§4, `product-has-sku`). */
export const product = z.looseObject({ sku: z.string().min(1) })

/** The body of a purchase: exactly these two fields (§4, `exactly-two-fields`). */
export const orderRequest = z.strictObject({ partnerReference: z.string(), sku: z.string() })

/** The two fields of a purchase. */
export type OrderRequest = z.infer<typeof orderRequest>
