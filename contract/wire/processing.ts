/** The state that the reference documents (§3). */
export const PROCESSING = 'PROCESSING'

/** Whether a value is what §3.1 documents: a number of seconds. */
export function isPollAfter(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
