import * as z from 'zod'

/** Whom a certification is about. */
export const subjectSchema = z.strictObject({
  /** What `--name` says; else the command. */
  name: z.string(),
  /** As a shell takes it, without any key; null where the kit did not start the client. */
  command: z.string().nullable(),
  /** Over the words of the command. */
  digest: z.string().nullable(),
})

/** What a certification assumed of the service. */
export const profileFactsSchema = z.strictObject({
  digest: z.string(),
  /** How many of its answers come from where. */
  provenance: z.strictObject({
    assumed: z.int().nonnegative(),
    observed: z.int().nonnegative(),
    confirmed: z.int().nonnegative(),
  }),
})
