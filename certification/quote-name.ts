const LONGEST = 64

/** A reference, a SKU or a state for a sentence: in quotes, and shortened if it is long. */
export function quoteName(text: string | undefined): string {
  const whole = text ?? ''
  return JSON.stringify(whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1).toWellFormed()}…` : whole)
}
