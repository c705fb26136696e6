import * as z from 'zod'
import { nearMissSchema } from '../wire/exchange.ts'

/** Why no scenario of a certification reached its purchase: said once, instead of for each clause. */
export const startFailureSchema = z.strictObject({
  /** The step that no scenario got past, and why. */
  message: z.string(),
  /** The smallest change that may fix it. */
  remedy: z.string(),
  /** What differs from the request that was probably meant; null if that is not known. */
  nearMiss: nearMissSchema.nullable(),
  /** The last lines that the client wrote to its standard error, without any key; null where it wrote none. */
  clientError: z.string().nullable(),
  /** The command that runs one of them alone; where the run ended with its preflight, the run again. */
  command: z.string(),
  /** The SKUs of the scenarios that ended at this step. */
  scenarios: z.array(z.string()).min(1),
})

export type StartFailure = z.infer<typeof startFailureSchema>
