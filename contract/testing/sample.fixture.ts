/** Whether the whole is tested, as by `npm run test:full`, or a sample of it, as by `npm test`. */
export const isFull = process.env.TEST_FULL === 'true'

/** How many cases of a property are tried. */
export function runs({ sample, full }: { readonly sample: number; readonly full: number }): number {
  return isFull ? full : sample
}

/** Every twelfth entry of a table, or as many as `every` says. */
export function sampleOf<Entry>(table: readonly Entry[], every = 12): readonly Entry[] {
  return isFull ? table : table.filter((_, index) => index % every === 0)
}
