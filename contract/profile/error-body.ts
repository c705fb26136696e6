import type { NearMiss } from '../wire/exchange.ts'
import type { Profile } from './profile.ts'

export type Refusal = {
  readonly status: number
  /** A stable code in kebab case, such as `invalid-body`. */
  readonly code: string
  readonly title: string
  /** What was asked, what was found, what to do. */
  readonly detail: string
  /** The field of the body, or the header, that is refused. */
  readonly field?: string
  readonly clause?: string
  readonly nearMiss?: NearMiss
}

/** A refusal in the profile's shape (gap `error-body`). */
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
