import * as z from 'zod'

/** Which code a client is, as far as it could be seen before the start. */
export const sourceSchema = z.strictObject({
  /** The commit of the folder that it was started in; null where there is none. */
  commit: z.string().nullable(),
  /** Whether tracked files differ from the commit. */
  dirty: z.boolean().nullable(),
  /** A digest over the tracked files, with their changes. */
  tracked: z.string().nullable(),
  /** The files that its command names. */
  files: z.array(z.strictObject({ path: z.string(), digest: z.string() })),
})

/** Whom a certification is about. */
export const subjectSchema = z.strictObject({
  ...sourceSchema.partial().shape,
  /** What it calls itself in its requests. */
  userAgents: z.array(z.string()).optional(),
  /** What `--name` says; else the command. */
  name: z.string(),
  /** As a shell takes it, without any key; null where the kit did not start the client. */
  command: z.string().nullable(),
  /** A digest over the words of the command. */
  digest: z.string().nullable(),
})

export const exitSchema = z.strictObject({
  code: z.int().nullable(),
  signal: z.string().nullable(),
  /** `exited`: by itself. The others: the kit ended it, because it ran too long or sent too much. */
  cause: z.enum(['exited', 'time-limit', 'flood']),
  atMs: z.number().nonnegative(),
})

/** The end of what a client's process wrote to one stream, without any key, and how many bytes it wrote in all. */
const streamSchema = z.strictObject({
  text: z.string(),
  bytes: z.int().nonnegative(),
})

export const outputSchema = z.strictObject({ stdout: streamSchema, stderr: streamSchema })

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
