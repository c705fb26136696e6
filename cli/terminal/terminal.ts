import { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import type { Environment, Output } from '../io.ts'

type Style = Parameters<typeof styleText>[0]

/** Styles a text for a stream: plain where it is no terminal, or `NO_COLOR` is set. */
export type Paint = (style: Style, text: string) => string

/** How to style texts for a stream. */
export function paintFor(stream: Output, env: Environment): Paint {
  return isStyled(stream, env) ? (style, text) => styleText(style, text, { validateStream: false }) : plain
}

/** As Node decides for a stream of the process: `FORCE_COLOR` first, then whether it is a terminal of colours. */
function isStyled({ isTTY }: Output, env: Environment): boolean {
  if (env.FORCE_COLOR === undefined && isTTY !== true) return false
  return WriteStream.prototype.getColorDepth(env) > 2
}

/** Styles nothing: for tests, and for files. */
export const plain: Paint = (_, text) => text

/** Breaks a text between words into lines of at most `width` characters. */
export function wrap(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(/[ \n\t]+/)) {
    const line = lines[lines.length - 1] ?? ''
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

/** The width for texts on a stream: its columns, but at least 60 and at most 120. */
export function widthOf(stream: Output): number {
  return Math.min(Math.max(stream.columns || 100, 60), 120)
}
