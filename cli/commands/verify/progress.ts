import type { Output } from '../../io.ts'

/** A terminal line that shows what a run is doing. */
export type Progress = {
  say(text: string): void
  end(): void
}

const CLEAR_LINE = '\r\u001b[2K'

/** Shows progress on a stream; nothing if it is not a terminal. */
export function progressOn(stream: Output): Progress {
  if (!stream.isTTY) return { say() {}, end() {} }
  const show = (text: string) => stream.write(CLEAR_LINE + text.slice(0, (stream.columns || 80) - 1))
  show('reading')
  return { say: (text) => void show(text), end: () => void stream.write(CLEAR_LINE) }
}
