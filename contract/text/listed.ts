/** Such as `A, B and 1 more`. */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}

/** Such as `1 exchange`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** How often each word occurs, in the given order and without those that do not: `1 broken, 2 kept`. */
export function tallied<Word extends string>(words: readonly Word[], order: readonly Word[]): string {
  const counts = order.map((wanted) => [words.filter((word) => word === wanted).length, wanted] as const)
  return counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
}
