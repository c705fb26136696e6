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
