/**
 * A JavaScript string as SQLite keeps it intact: as text, or otherwise as its UTF-16 bytes: SQLite's text ends at a
 * NUL, and UTF-8 has no lone surrogates. To SQLite no text is ever equal to a blob.
 */
export function storedText(text: string): string | Buffer {
  return text.isWellFormed() && !text.includes('\0') ? text : Buffer.from(text, 'utf16le')
}

/** The JavaScript string that was stored. */
export function textOf(stored: string | Uint8Array): string {
  return typeof stored === 'string' ? stored : Buffer.from(stored).toString('utf16le')
}
