/** A line on a terminal that says how far a run has come. Nothing where the stream is no terminal. */
export type Progress = { advance(): void; end(): void }

const CLEAR_LINE = '\r\u001b[2K'

/**
 * @param total how many steps there are.
 */
export function progressOn(stream: NodeJS.WriteStream, total: number): Progress {
  if (!stream.isTTY) return { advance() {}, end() {} }
  let done = 0
  const show = () =>
    stream.write(`${CLEAR_LINE}${done} of ${total} checks; orders are followed at the pace they ask for`)
  show()
  return {
    advance() {
      done += 1
      show()
    },
    end: () => void stream.write(CLEAR_LINE),
  }
}
