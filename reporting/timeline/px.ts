/** A length in a picture, rounded to a tenth of a pixel. */
export function px(length: number): string {
  return String(Number(length.toFixed(1)))
}
