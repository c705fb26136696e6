/** What several tests of a file look at, each at a side of its own: made when the first of them asks, and once. */
export function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}
