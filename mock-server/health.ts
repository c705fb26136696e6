import { z } from 'zod'

/** What `GET /__mock/health` says, so that a tool can tell a mock of this kit from a service. */
export const healthSchema = z.object({
  mock: z.literal('partner-purchase-kit'),
  status: z.literal('ok'),
  /** The ids of the partners that it knows by name. */
  partners: z.array(z.string()),
})

export type Health = z.infer<typeof healthSchema>
