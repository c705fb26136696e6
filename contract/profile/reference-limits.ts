type Limits = {
  readonly references: { readonly characters: string | null; readonly longest: number | null }
  readonly limits: { readonly fieldCharacters: number }
}

/** Matches texts of these characters alone, which are written as between the brackets of a pattern: `A-Za-z0-9:._-`. */
export function characterClass(characters: string): RegExp {
  return new RegExp(patternOf(characters), 'u')
}

/** The same, as a pattern of JSON Schema. */
export function patternOf(characters: string): string {
  return `^[${characters}]*$`
}

export function isCharacterClass(characters: string): boolean {
  if (characters === '' || characters.startsWith('^') || /[[\]]/.test(characters)) return false
  try {
    return characterClass(characters).test('')
  } catch {
    return false
  }
}

function isShortEnough(reference: string, { references, limits }: Limits): boolean {
  return reference.length <= Math.min(references.longest ?? limits.fieldCharacters, limits.fieldCharacters)
}

export function isWithinLimits(reference: string, limits: Limits): boolean {
  const { characters } = limits.references
  if (!isShortEnough(reference, limits)) return false
  return characters === null || characterClass(characters).test(reference)
}

/**
 * Writes a reference in the characters that a profile allows. A letter keeps its case, takes the other one, or becomes a
 * number; any other character is left out where it is not allowed.
 */
export function writtenWithin(reference: string, { references: { characters } }: Limits): string {
  if (characters === null) return reference
  const allowed = characterClass(characters)
  const write = (character: string) => {
    if (!/[a-z]/i.test(character)) return [character]
    return [character, character.toUpperCase(), character.toLowerCase(), `${character.charCodeAt(0)}`]
  }
  return [...reference].map((one) => write(one).find((text) => allowed.test(text)) ?? '').join('')
}
