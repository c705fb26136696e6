import { z } from 'zod'

/** What `GET /__mock/health` says, so that a tool can recognise a mock of this kit. */
export const healthSchema = z.object({
  mock: z.literal('partner-purchase-kit'),
  status: z.literal('ok'),
  /** The ids of the partners that it knows by name. */
  partners: z.array(z.string()),
  /** `accept`: any other TEST key is a partner of its own. */
  unknownKeys: z.enum(['accept', 'reject']),
  /** The earlier name of that. */
  door: z.enum(['open', 'closed']),
})

export type Health = z.infer<typeof healthSchema>

/** What `GET /__mock/ready` says: with 200, or with 503 where the store can't be reached. */
export type Readiness = { readonly store: 'ready' | 'unavailable' }
