/** The request header that carries the token of the mock's own surface, where one is needed. */
export const ADMIN_TOKEN_HEADER = 'Mock-Admin-Token'

/** As many characters as a token needs that nobody guesses, and that a redaction can take out of a text. */
const FORM = /^[\x21-\x7e]{16,512}$/

/**
 * The token of a mock's own surface, or none.
 *
 * @throws {TypeError} for one that is too short, or can't stand in a header.
 */
export function adminTokenOf(token: string | undefined): string | null {
  if (token === undefined) return null
  if (FORM.test(token)) return token
  throw new TypeError(
    `An admin token has 16 to 512 characters of printable ASCII, and no blank; found ${token.length} characters, or others among them. Leave it out where none is needed.`,
  )
}
