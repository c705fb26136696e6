import { redact } from '../../contract/text/redact.ts'

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
