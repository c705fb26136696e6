import type { Output } from '../../io.ts'

/** A terminal line that shows how many checks are done, and what the run waits for. */
export type Progress = {
  advance(): void
  waitFor(text: string): void
  end(): void
}

const CLEAR_LINE = '\r\u001b[2K'

/**
 * Shows progress on a stream; nothing if it is not a terminal.
 *
 * @param total how many steps there are.
 */
export function progressOn(stream: Output, total: number): Progress {
  if (!stream.isTTY) return { advance() {}, waitFor() {}, end() {} }
  let done = 0
  let waiting = ''
  const show = () => {
    const line = `${done} of ${total} checks${waiting === '' ? '' : `, ${waiting}`}`
    stream.write(CLEAR_LINE + line.slice(0, (stream.columns || 80) - 1))
  }
  show()
  return {
    advance() {
      done += 1
      show()
    },
    waitFor(text) {
      waiting = text
      show()
    },
    end: () => void stream.write(CLEAR_LINE),
  }
}
