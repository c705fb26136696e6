import { redact } from '../contract/redact.ts'

/** A text as code within a line. */
export function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

/** Text from a target, as text: it opens no markup, breaks no row, and moves no cursor. */
export function cell(text: string): string {
  return visible(text)
    .replaceAll(/[\\`*_<>[\]|]/g, '\\$&')
    .replaceAll(/\s*\n\s*/g, ' ')
}

/** Lines as a block of code, each on one line: none of them can end the block. */
export function codeBlock(lines: readonly string[]): string[] {
  const shown = lines.map((line) => visible(line).replaceAll(/\s+/g, ' ').replaceAll('`', "'"))
  return ['```text', ...shown, '```']
}

function visible(text: string): string {
  return redact(text)
    .toWellFormed()
    .replace(/[^\P{Cc}\s]|\p{Bidi_Control}/gu, '\u{fffd}')
}
