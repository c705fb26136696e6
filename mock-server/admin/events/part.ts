/** A part of what a page is sent. */
export type Part = {
  /** Each as JSON. */
  readonly exchanges: string[]
  /** How many were left out before them. */
  readonly skipped: number
}

/** The event of a part. */
export function partEvent({ exchanges, skipped }: Part): string {
  return `{"exchanges":[${exchanges.join()}],"skipped":${skipped}}`
}
