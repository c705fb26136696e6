import * as z from 'zod'

/** The body of `GET /__mock/health`, by which a tool recognises a mock of this kit. */
export const healthSchema = z.object({
  mock: z.literal('partner-purchase-kit'),
  status: z.literal('ok'),
  /** The ids of its named partners. */
  partners: z.array(z.string()),
  /** `accept`: any other TEST key is a partner of its own. */
  unknownKeys: z.enum(['accept', 'reject']),
  /** The earlier name of that. */
  door: z.enum(['open', 'closed']),
})

export type Health = z.infer<typeof healthSchema>

/** The body of `GET /__mock/live`: it answers, and that is all. */
export type Liveness = { readonly mock: 'live' }

/** The body of `GET /__mock/ready`: with 200, or with 503 when the store can't be reached. */
export type Readiness = { readonly store: 'ready' | 'unavailable' }
