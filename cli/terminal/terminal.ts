import { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { legible } from '../../contract/text/harmless.ts'
import type { Environment, Io, Output } from '../io.ts'

type Style = Parameters<typeof styleText>[0]

/** Styles a text for a stream: plain if it is not a terminal, or `NO_COLOR` is set. */
export type Paint = (style: Style, text: string) => string

export function paintFor(stream: Output, env: Environment): Paint {
  return isStyled(stream, env) ? (style, text) => styleText(style, text, { validateStream: false }) : plain
}

/** As Node decides for a stream of the process: `FORCE_COLOR` first, then whether the terminal has colours. */
function isStyled({ isTTY }: Output, env: Environment): boolean {
  if (env.FORCE_COLOR === undefined && isTTY !== true) return false
  return WriteStream.prototype.getColorDepth(env) > 2
}

/** How texts are shown on a stream: their styles, and how wide a line may be. */
export type Screen = { readonly paint: Paint; readonly width: number }

export function screenOf({ stdout, env }: Pick<Io, 'stdout' | 'env'>): Screen {
  return { paint: paintFor(stdout, env), width: widthOf(stdout) }
}

/** Prints a text on standard output, folded; further lines of a paragraph are indented by so many blanks more. */
export function say({ stdout }: Pick<Io, 'stdout'>, text: string, hanging?: number): void {
  stdout.write(`${fold(text, widthOf(stdout), hanging)}\n`)
}

export function complain({ stderr }: Pick<Io, 'stderr'>, text: string): void {
  say({ stdout: stderr }, text)
}

/** Styles nothing: for tests, and for files. */
export const plain: Paint = (_, text) => text

/** `at`: how many characters the names of the facts have. */
export function headingText(
  title: string,
  facts: Readonly<Record<string, string | undefined>>,
  at = 11,
): string {
  const lines = Object.entries(facts).flatMap(([name, fact]) =>
    fact === undefined ? [] : [`  ${name.padEnd(at)}${fact}`],
  )
  return [title, ...lines].join('\n')
}

export function wrap(text: string, width: number): string[] {
  return foldedLine(text.trim().replaceAll(/[ \n\t]+/g, ' '), width, 0)
}

/** The first lines of a text; a sign says that there is more. */
export function firstLines(text: string, most: number | undefined, width: number): string[] {
  const lines = wrap(text, width)
  if (most === undefined || lines.length <= most) return lines
  return wrap(text, width - 2)
    .slice(0, most)
    .map((line, index) => (index === most - 1 ? `${line} …` : line))
}

export function wrapIndented(
  text: string,
  by: number,
  width: number,
  style = (line: string) => line,
): string[] {
  return wrap(text, width - by).map((line) => ' '.repeat(by) + style(line))
}

/** Further lines are indented to where the text begins: `at` is the width of the head without its styling. */
export function wrapBeside(head: string, text: string, at: number, width: number): string[] {
  const [first = '', ...rest] = wrap(text, width - at)
  return [head + first, ...rest.map((line) => ' '.repeat(at) + line)]
}

/** Keeps the indent of each line; `hanging` is added to it for the rest of a line. */
export function fold(text: string, width: number, hanging = 0): string {
  const lines = text.split('\n').flatMap((line) => foldedLine(line, width, hanging))
  return lines.join('\n')
}

function foldedLine(line: string, width: number, hanging: number): string[] {
  const indent = line.search(/\S|$/) + hanging
  const lines: string[] = []
  let rest = line
  while (rest.length > width) {
    const within = rest.lastIndexOf(' ', width)
    const at = within > indent ? within : rest.indexOf(' ', width)
    if (at < 0) break
    lines.push(rest.slice(0, at).trimEnd())
    rest = ' '.repeat(indent) + rest.slice(at).trimStart()
  }
  return [...lines, rest]
}

/**
 * The width for texts on a stream: the columns of a terminal, but at least 60 and at most 120. Output to a file or a pipe
 * is not folded, since it may be searched, or shown at another width.
 */
export function widthOf({ isTTY, columns }: Output): number {
  return isTTY === true ? Math.min(Math.max(columns || 80, 60), 120) : Number.POSITIVE_INFINITY
}

const LONGEST = 60

/** A foreign text as one line of a terminal: legible and shortened. */
export function printable(text: string, longest = LONGEST): string {
  const shown = text.length > longest ? `${text.slice(0, longest - 1)}…` : text
  return legible(shown).replaceAll('\n', '\\u000a').replaceAll('\t', '\\u0009')
}
