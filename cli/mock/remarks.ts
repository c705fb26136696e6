import { stripVTControlCharacters } from 'node:util'
import { type Paint, wrap } from '../terminal/terminal.ts'

/** A remark about an exchange. */
export type LineRemark = { readonly text: string; readonly style: 'reset' | 'magenta' | 'yellow' | 'red' }

const INDENT = 20
const SEPARATOR = '; '

/** A line with its remarks: next to it if they fit, else indented below it. */
export function withRemarks(
  line: string,
  remarks: readonly LineRemark[],
  { paint, width }: { paint: Paint; width: number },
): string {
  const painted = remarks.map(({ text, style }) => paint(style, text)).join(SEPARATOR)
  const whole = `${line}  ${painted}`.trimEnd()
  if (stripVTControlCharacters(whole).length <= width) return whole
  const below = packed(remarks, { paint, width: width - INDENT })
  return [line.trimEnd(), ...below.map((text) => ' '.repeat(INDENT) + text)].join('\n')
}

/** Remarks in as few lines as possible. */
function packed(remarks: readonly LineRemark[], { paint, width }: { paint: Paint; width: number }): string[] {
  const lines: { length: number; text: string }[] = []
  for (const { text, style } of remarks) {
    for (const part of wrap(text, width)) {
      const last = lines.at(-1)
      const added = part.length + SEPARATOR.length
      if (last === undefined || last.length + added > width) {
        lines.push({ length: part.length, text: paint(style, part) })
      } else {
        last.length += added
        last.text += SEPARATOR + paint(style, part)
      }
    }
  }
  return lines.map((line) => line.text)
}
