import * as z from 'zod'

/** What a run found of the real service that some of its scenarios ran at: no clause of it is a client's fault. */
export const serviceFactsSchema = z.strictObject({
  baseUrl: z.string(),
  mode: z.string(),
  /** The clauses that it breaks, and the scenarios that say nothing of the client for that. */
  broken: z
    .array(z.strictObject({ clause: z.string(), message: z.string(), scenarios: z.array(z.string()) }))
    .max(50),
  /** The answers of the profile that were seen to hold, and those that differ, by their keys. */
  observed: z.array(z.string()).max(100),
  differs: z.array(z.string()).max(100),
})

/** What a run found of the real service. */
export type ServiceFacts = z.infer<typeof serviceFactsSchema>
