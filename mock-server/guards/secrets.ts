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

/**
 * A text that shows until a moment that its author knew a secret, without the secret in it.
 *
 * @param purpose what it is for: a text for one purpose is not valid for another.
 * @param untilMs milliseconds since the Unix epoch.
 */
export async function signedMoment(secret: string, purpose: string, untilMs: number): Promise<string> {
  return `${untilMs}.${await signatureOf(secret, `${purpose} ${untilMs}`)}`
}

/** Whether a text is a {@link signedMoment} for this purpose, and its moment has not come yet. */
export async function isSignedMoment(
  text: string,
  secret: string,
  { purpose, now }: { readonly purpose: string; readonly now: number },
): Promise<boolean> {
  const [, until] = /^(\d{1,15})\.[\w-]+$/.exec(text) ?? []
  if (until === undefined || Number(until) <= now) return false
  return isSameSecret(text, await signedMoment(secret, purpose, Number(until)))
}

/** The HMAC-SHA-256 of a text (RFC 2104), in Base64url. */
export async function signatureOf(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
}

/** A key that nobody guesses: 32 characters and more after its prefix, and not a few of them again and again. */
const RANDOM_KEY = /^pk_test_([\w.~-]{32,})$/
const LEAST_CHARACTERS = 10

export function isHardToGuess(key: string): boolean {
  const [, random = ''] = RANDOM_KEY.exec(key) ?? []
  return new Set(random).size >= LEAST_CHARACTERS
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
