import type { Clock } from '../../contract/clock.ts'
import type { Output } from '../io.ts'

/** Writes lines in batches, and never waits for their reader. */
export type LineWriter = {
  /** Whether there is room for another line. Where there is none, `write` leaves it out: it needn't be made. */
  readonly hasRoom: boolean
  write(line: string): void
  /** Counts a line that was not made since there is no room for it. */
  leaveOut(): void
  /** Hands over what waits, now. */
  flush(): void
  /** Resolves when everything that was written has left, or when nobody has taken it for a second. */
  flushed(): Promise<void>
}

/** How long a line waits for others. */
const BATCH_MS = 25

/** How many bytes may wait for a slow reader, about; past that, lines are left out. Stated in docs/mock-server.md. */
const MOST_WAITING_BYTES = 1024 * 1024

/** How long the last lines may take. */
const LAST_LINES_MS = 1_000

type LineWriterOptions = {
  /** Is called once when the reader has left (EPIPE): there is nobody to say it to. */
  readonly onGone: () => void
  /** The line that says how many were left out, once the reader reads again. */
  readonly omission: (count: number) => string
  readonly clock: Clock
}

/** Writes lines to a stream whose reader may be slow, stop, or leave. */
export function lineWriter(stream: Output, options: LineWriterOptions): LineWriter {
  return new BatchedLines(stream, options)
}

class BatchedLines implements LineWriter {
  readonly #stream: Output
  readonly #options: LineWriterOptions
  #waiting: string[] = []
  #waitingBytes = 0
  #omitted = 0
  #isGone = false
  /** Whether the stream still has the batch before: the next one is handed over when it has left. */
  #isWriting = false
  #cancelBatch: (() => void) | undefined

  constructor(stream: Output, options: LineWriterOptions) {
    this.#stream = stream
    this.#options = options
    stream.on('error', () => {
      if (this.#isGone) return
      this.#isGone = true
      options.onGone()
    })
  }

  get hasRoom(): boolean {
    // Once a line was left out, all are until it can be said where.
    return this.#omitted === 0 && this.#waitingBytes + this.#stream.writableLength <= MOST_WAITING_BYTES
  }

  write(line: string): void {
    if (this.#isGone) return
    if (this.hasRoom) {
      this.#waiting.push(line)
      this.#waitingBytes += line.length + 1
      this.#cancelBatch ??= this.#options.clock.after(BATCH_MS, () => this.flush())
    } else this.leaveOut()
  }

  leaveOut(): void {
    this.#omitted += 1
  }

  flush(): void {
    this.#cancelBatch?.()
    this.#cancelBatch = undefined
    if (this.#isGone || this.#isWriting) return
    const lines = this.#waiting
    if (this.#omitted > 0) lines.push(this.#options.omission(this.#omitted))
    if (lines.length === 0) return
    this.#waiting = []
    this.#waitingBytes = 0
    this.#omitted = 0
    this.#isWriting = true
    this.#stream.write(`${lines.join('\n')}\n`, () => {
      this.#isWriting = false
      if (this.#waiting.length > 0 || this.#omitted > 0) this.flush()
    })
  }

  get #isBusy(): boolean {
    return this.#isWriting || this.#waiting.length > 0 || this.#omitted > 0
  }

  async flushed(): Promise<void> {
    let isLate = false
    const late = Promise.withResolvers<void>()
    const cancel = this.#options.clock.after(LAST_LINES_MS, () => {
      isLate = true
      late.resolve()
    })
    while (!isLate && !this.#isGone && this.#isBusy) {
      this.flush()
      const written = new Promise<void>((resolve) => this.#stream.write('', () => resolve()))
      await Promise.race([written, late.promise])
    }
    cancel()
  }
}
