import { legible } from '../../contract/text/harmless.ts'

export function code(text: string): string {
  // Two adjacent backticks would open a longer code span.
  const shown = legible(text).replaceAll(/\s*\n\s*/g, ' ') || ' '
  return `\`${shown.replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

/** Escapes text from a target, so that it opens no markup, breaks no row, and moves no cursor. */
export function cell(text: string): string {
  return legible(text)
    .replaceAll(/[\\`*_<>[\]|#~]/g, '\\$&')
    .replaceAll(/\s*\n\s*/g, ' ')
}

export function prose(text: string): string {
  const parts = text.split('`')
  const isPaired = parts.length % 2 === 1
  return parts.map((part, index) => (isPaired && index % 2 === 1 ? code(part) : cell(part))).join('')
}

/** A program as a code block with a fence longer than any in it, so that it keeps its indentation. */
export function programBlock(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return [fence, ...legible(text).split('\n'), fence]
}
