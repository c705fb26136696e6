import type { Output } from '../io.ts'

/** Writes lines, and holds nobody up. */
export type LineWriter = {
  write(line: string): void
  /** Resolves when everything that was written has left, or nobody takes it. */
  flushed(): Promise<void>
}

/** How much may wait for a slow reader; past that, lines are left out. */
const MOST_WAITING = 1024 * 1024

/** How long the last lines may take. */
const LAST_LINES_MS = 1_000

/**
 * Writes lines to a stream whose reader may be slow, or leave: lines that find too much waiting before them are left
 * out, and counted.
 *
 * @param onGone is called once when the reader has left (EPIPE): there is nobody to say it to.
 * @param omission the line that says how many were left out.
 */
export function lineWriter(
  stream: Output,
  { onGone, omission }: { onGone: () => void; omission: (count: number) => string },
): LineWriter {
  let omitted = 0
  let isGone = false
  stream.on('error', () => {
    if (isGone) return
    isGone = true
    onGone()
  })
  return {
    write(line) {
      if (isGone) return
      if (stream.writableLength > MOST_WAITING) {
        omitted += 1
        return
      }
      if (omitted > 0) stream.write(`${omission(omitted)}\n`)
      omitted = 0
      stream.write(`${line}\n`)
    },
    flushed() {
      if (isGone || stream.writableLength === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const late = setTimeout(resolve, LAST_LINES_MS)
        stream.write('', () => {
          clearTimeout(late)
          resolve()
        })
      })
    },
  }
}
