/**
 * Names in a row: the first few, and how many there are beyond them.
 *
 * @example
 * listed(['A', 'B', 'C'], 2) // 'A, B and 1 more'
 */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}
