/**
 * A number of things.
 *
 * @example
 * counted(1, 'exchange') // '1 exchange'
 */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
