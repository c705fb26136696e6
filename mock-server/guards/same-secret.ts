/**
 * Whether a text is the secret. It reads as much of it wherever they differ, so that its time shows nobody how much of
 * a guess was right; only the length of the guess shows in it.
 */
export function isSameSecret(guess: string, secret: string): boolean {
  const encoder = new TextEncoder()
  return isSameBytes(encoder.encode(guess), encoder.encode(secret))
}

/** As {@link isSameSecret}. An empty secret is like nothing. */
export function isSameBytes(guess: ArrayLike<number>, secret: ArrayLike<number>): boolean {
  let difference = guess.length ^ secret.length
  for (let index = 0; index < guess.length; index += 1) {
    difference |= (guess[index] ?? 0) ^ (secret[index % secret.length] ?? 0)
  }
  return difference === 0 && secret.length > 0
}
