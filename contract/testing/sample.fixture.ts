/** Whether the whole is tested, as by `npm run test:full`, or a sample of it, as by `npm test`. */
const isFull = process.env.TEST_FULL === 'true'

/** How many cases of a property are tried. */
export function runs({ sample, full }: { readonly sample: number; readonly full: number }): number {
  return isFull ? full : sample
}
