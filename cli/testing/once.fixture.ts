/** Makes a value once, when the first of several tests needs it. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}
