import type { Io } from '../../io.ts'

/** Waits for Enter. Other input is ignored, and so is its end: there may be no input at all. */
export function enterPressed({ stdin }: Io): { readonly signal: AbortSignal; release(): void } {
  const pressed = new AbortController()
  const hear = (chunk: Buffer) => {
    if (chunk.includes('\n')) pressed.abort()
  }
  stdin.on('data', hear)
  stdin.on('error', () => {})
  return {
    signal: pressed.signal,
    release() {
      stdin.off('data', hear)
      stdin.pause()
    },
  }
}
