/** A table in Markdown. The first column is of words, the others of figures. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = heads.map((_, index) => (index === 0 ? '---' : '---:'))
  return [heads, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** What stands where nothing was or can be measured. */
export const NONE = '–'

/** A count, with its thousands apart. */
export function count(number: number): string {
  return Number.isFinite(number) ? Math.round(number).toLocaleString('en-GB') : NONE
}

/** A figure with so many decimals. */
export function figure(number: number | null | undefined, decimals = 2): string {
  return number !== null && number !== undefined && Number.isFinite(number) ? number.toFixed(decimals) : NONE
}

/** Bytes, in MiB. */
export function mebibytes(bytes: number | null): string {
  return bytes === null ? NONE : figure(bytes / 1024 ** 2, 1)
}

/** Whether a target is reached, in words. */
export function verdict(isReached: boolean): string {
  return isReached ? 'reached' : '**missed**'
}
