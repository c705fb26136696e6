import { timingSafeEqual } from 'hono/utils/buffer'

/** The request header with the token of the admin API. */
export const ADMIN_TOKEN_HEADER = 'Mock-Admin-Token'

/** Long enough to be hard to guess, and to be recognised and removed in a text. */
const FORM = /^[\x21-\x7e]{16,512}$/

/**
 * The token of a mock's admin API, or none.
 *
 * @throws {TypeError} for one that is too short, or is not valid in a header.
 */
export function adminTokenOf(token: string | undefined): string | null {
  if (token === undefined) return null
  if (FORM.test(token)) return token
  throw new TypeError(
    `An admin token has 16 to 512 characters of printable ASCII, and no blank; found ${token.length} characters, or others among them. Leave it out where none is needed.`,
  )
}

/** Compares in a time that does not show how much of a guess is right. */
export async function isToken(given: string | undefined, token: string | null): Promise<boolean> {
  return given !== undefined && token !== null && timingSafeEqual(given, token)
}
