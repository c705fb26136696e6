const LONGEST = 60

/** A text of somebody else's as a terminal may show it: nothing in it moves the cursor, and it is cut short. */
export function printable(text: string, longest = LONGEST): string {
  const shown = text.length > longest ? `${text.slice(0, longest - 1)}…` : text
  return shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}
