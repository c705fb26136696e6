/**
 * Whether a text is the secret. It always reads the whole secret, so that its time does not show how much of a guess was
 * right; it shows only the length of the guess.
 */
export function isSameSecret(guess: string, secret: string): boolean {
  const encoder = new TextEncoder()
  return isSameBytes(encoder.encode(guess), encoder.encode(secret))
}

/** As {@link isSameSecret}. An empty secret never matches. */
export function isSameBytes(guess: ArrayLike<number>, secret: ArrayLike<number>): boolean {
  let difference = guess.length ^ secret.length
  for (let index = 0; index < guess.length; index += 1) {
    difference |= (guess[index] ?? 0) ^ (secret[index % secret.length] ?? 0)
  }
  return difference === 0 && secret.length > 0
}

/** The request header with the token of the admin API. */
export const ADMIN_TOKEN_HEADER = 'Mock-Admin-Token'

/** The minimum length of a token: hard to guess, and recognisable in a text for redaction. */
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
