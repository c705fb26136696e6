import { type Paint, wrapBeside, wrapIndented } from '../terminal/terminal.ts'

/** How far everything below the name of a clause is indented. */
export const INDENT = 4
const LABEL_WIDTH = 14

/** A text below the name of a clause. */
export function indented(text: string, width: number): string[] {
  return wrapIndented(text, INDENT, width)
}

/** A text behind its label. */
export function labelled(label: string, text: string, paint: Paint, width: number): string[] {
  return wrapBeside(head(label, paint), text, INDENT + LABEL_WIDTH, width)
}

/** A command behind its label, on one line: it is there to be copied. */
export function labelledCommand(command: string, paint: Paint): string {
  return head('Run it alone', paint) + command
}

function head(label: string, paint: Paint): string {
  return ' '.repeat(INDENT) + paint('bold', label.padEnd(LABEL_WIDTH))
}
