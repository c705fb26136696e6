import { redact } from '../../contract/redact.ts'

/** Format characters hide or reorder what follows them; only the two joiners belong to ordinary text. */
const UNSEEN = /(?![\u{200c}\u{200d}])\p{Cf}|[\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|[^\P{Cc}\t\n]/gu

/**
 * Any text, as one that can be shown: without a key, and with every character that can't be seen, or that would
 * move the others, written out.
 *
 * @example
 * legible('paid\u202e') // 'paid\\u202e'
 */
export function legible(text: string): string {
  return redact(text).replaceAll('\r\n', '\n').replace(UNSEEN, writtenOut)
}

function writtenOut(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/** The beginning of a text, and whether that is less than all of it. */
export type Excerpt = { readonly text: string; readonly isCut: boolean }

/**
 * A text no longer than a limit.
 *
 * @param limit in UTF-16 code units, and, as `lines`, in lines.
 */
export function excerpt(text: string, limit: number, lines = Number.POSITIVE_INFINITY): Excerpt {
  // Redacted before it is cut: half a key would not be recognised as one.
  const clean = redact(text)
  const end = Math.min(limit, endOfLine(clean, lines))
  return { text: clean.slice(0, end), isCut: end < clean.length }
}

function endOfLine(text: string, lines: number): number {
  let end = -1
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return text.length
  }
  return end
}
