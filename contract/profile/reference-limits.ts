/**
 * What a reference of some characters looks like.
 *
 * @param characters as within the brackets of a pattern: `A-Za-z0-9:._-`.
 *
 * @example
 * characterClass('A-Z0-9-').test('SHOP-1') // true
 */
export function characterClass(characters: string): RegExp {
  return new RegExp(patternOf(characters), 'u')
}

/** The same as a pattern of JSON Schema. */
export function patternOf(characters: string): string {
  return `^[${characters}]*$`
}

/** Whether a text can stand within the brackets of a pattern. */
export function isCharacterClass(characters: string): boolean {
  if (characters === '' || characters.startsWith('^') || /[[\]]/.test(characters)) return false
  try {
    return characterClass(characters).test('')
  } catch {
    return false
  }
}

/** Whether a reference is within what a profile says. */
export function isWithinLimits(
  reference: string,
  { characters, longest }: { readonly characters: string | null; readonly longest: number | null },
): boolean {
  if (longest !== null && reference.length > longest) return false
  return characters === null || characterClass(characters).test(reference)
}
