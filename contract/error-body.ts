import { z } from 'zod'
import type { NearMiss } from './exchange.ts'
import type { Profile } from './profile.ts'

/** What a refusal says, whatever the shape of its body. */
export type Refusal = {
  readonly status: number
  /** A stable code in kebab case, such as `invalid-body`. */
  readonly code: string
  readonly title: string
  /** What was asked, what was found, what to do. */
  readonly detail: string
  /** The field of the body, or the header, that is refused. */
  readonly field?: string
  /** The clause that says so, where the reference does. */
  readonly clause?: string
  /** What the request resembles that is refused. */
  readonly nearMiss?: NearMiss
}

/** A problem of RFC 9457 that says all it can: its members are optional there, and required here. */
export const problemDetails = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
})

/** The other shape that the profile knows: `{"error": {"code", "message"}}`. */
export const errorObject = z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) })

/**
 * A refusal in the profile's shape (gap `error-body`).
 *
 * @example
 * formatRefusal('problem', refusal).contentType // 'application/problem+json'
 */
export function formatRefusal(
  shape: Profile['errors']['body'],
  refusal: Refusal,
): {
  readonly contentType: string
  readonly body: string
} {
  const { status, code, title, detail, ...named } = refusal
  if (shape === 'problem') {
    const problem = { type: `urn:partner-purchase:problem:${code}`, title, status, detail, ...named }
    return { contentType: 'application/problem+json', body: JSON.stringify(problem) }
  }
  return {
    contentType: 'application/json',
    body: JSON.stringify({ error: { code, message: detail, ...named } }),
  }
}

/**
 * Whether a body has the profile's error shape.
 *
 * @param body the body, parsed from JSON.
 */
export function hasErrorShape(shape: Profile['errors']['body'], body: unknown): boolean {
  return (shape === 'problem' ? problemDetails : errorObject).safeParse(body).success
}
