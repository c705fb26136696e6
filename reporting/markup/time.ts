/**
 * A duration for a reader.
 *
 * @param milliseconds of any length.
 *
 * @example
 * duration(4706) // '4.7 s'
 */
export function duration(milliseconds: number): string {
  if (milliseconds < 9.95) return `${Number(milliseconds.toFixed(1))} ms`
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * An instant to the second, in the zone that it was written in: UTC.
 *
 * @example
 * instant('2026-01-02T03:04:05.678Z') // '2026-01-02 03:04:05 UTC'
 */
export function instant(iso: string): string {
  return iso.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/, '$1 $2 UTC')
}
