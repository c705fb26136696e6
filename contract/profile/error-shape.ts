import * as z from 'zod'
import type { Profile } from './profile.ts'

/** Problem details of RFC 9457 with every member: they are optional there, and required here. */
const problemDetails = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
})

/** The other shape that the profile knows: `{"error": {"code", "message"}}`. */
const errorObject = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) })

/** The schema of an error body in the profile's shape (gap `error-body`). */
export function errorShape(shape: Profile['errors']['body']): z.ZodType {
  return shape === 'problem' ? problemDetails : errorObject
}

export function hasErrorShape(shape: Profile['errors']['body'], body: unknown): boolean {
  return errorShape(shape).safeParse(body).success
}
