const LONGEST = 64

/** A reference, a SKU or a state as a sentence names it: in quotes, and shortened where it is long. */
export function named(text: string | undefined): string {
  const whole = text ?? ''
  return JSON.stringify(whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1).toWellFormed()}…` : whole)
}
