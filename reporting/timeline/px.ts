/** A length as it stands in a picture: to the tenth of a pixel. */
export function px(length: number): string {
  return String(Number(length.toFixed(1)))
}
