import { type Paint, wrap, wrapIndented } from '../terminal/terminal.ts'

/** How far everything below the name of a clause is indented. */
export const INDENT = 4
const LABEL_WIDTH = 14

/** A text below the name of a clause. */
export function indented(text: string, width: number): string[] {
  return wrapIndented(text, INDENT, width)
}

/** A text behind its label. */
export function labelled(label: string, text: string, paint: Paint, width: number): string[] {
  const [first = '', ...rest] = wrap(text, width - INDENT - LABEL_WIDTH)
  const left = ' '.repeat(INDENT)
  return [
    `${left}${paint('bold', label.padEnd(LABEL_WIDTH))}${first}`,
    ...rest.map((line) => left + ' '.repeat(LABEL_WIDTH) + line),
  ]
}

/** A command behind its label, on one line: it is there to be copied. */
export function labelledCommand(command: string, paint: Paint): string {
  return `${' '.repeat(INDENT)}${paint('bold', 'Run it alone'.padEnd(LABEL_WIDTH))}${command}`
}
