import type { Clock } from '../../contract/clock.ts'
import type { CompletedExchange } from '../../mock-server/journal/journal.ts'
import type { Output } from '../io.ts'

const BATCH_MS = 25

/** About how many bytes may wait for a slow reader; above that, lines are dropped. Stated in docs/mock-server.md. */
const MOST_WAITING_BYTES = 1024 * 1024

const LAST_LINES_MS = 1_000

type LineWriterOptions = {
  /** Called once when the reader has left (EPIPE). */
  readonly onGone: () => void
  /** The line with the number of dropped lines, once the reader continues. */
  readonly omission: (count: number) => string
  readonly clock: Clock
}

/** Writes lines in batches to a stream whose reader may be slow, stop, or leave, and never waits for it. */
export class LineWriter {
  readonly #stream: Output
  readonly #options: LineWriterOptions
  #waiting: string[] = []
  #waitingBytes = 0
  #omitted = 0
  #isGone = false
  /** Whether the stream still has the previous batch: the next one is written after it. */
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

  /** Whether there is room for another line. If not, `write` drops it, so it needn't be made. */
  get hasRoom(): boolean {
    // After a dropped line, all are dropped until their number can be written in their place.
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

  /** Counts a line that was not made because there is no room for it. */
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

  /** Resolves when everything has been read, or when nothing was read for a second. */
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

export type Lines = Pick<LineWriter, 'hasRoom' | 'write' | 'leaveOut' | 'flush'>

/** How many exchanges a second are shown one by one; and, above that, how many failed ones. */
const MOST_LINES = 200

const SECOND_MS = 1_000

/** The exchanges of a second that had too many to show each. */
export type BusySecond = {
  readonly exchanges: number
  /** How many of them were refused, failed or did not arrive completely. */
  readonly wrong: number
  /** How many of those have no own line. */
  readonly unnamed: number
}

type Shown = {
  readonly line: (completed: CompletedExchange) => void
  readonly summary: (second: BusySecond) => void
}

/**
 * Shows exchanges one by one while a reader can follow. Above 200 a second it says once a second how many there were, and
 * shows only those that went wrong, until a second has fewer again. Exchanges that are not shown are not read from the journal.
 */
export function unlessBusy({ line, summary }: Shown, clock: Clock): (completed: CompletedExchange) => void {
  let [exchanges, wrong, lines] = [0, 0, 0]
  let isBusy = false
  let isTimed = false
  let began = Number.NEGATIVE_INFINITY
  const endSecond = () => {
    isTimed = false
    if (isBusy) summary({ exchanges, wrong, unnamed: Math.max(0, wrong - lines) })
    isBusy = isBusy && exchanges > MOST_LINES
    begin(clock.now())
    if (isBusy) time()
  }
  const begin = (now: number) => {
    began = now
    ;[exchanges, wrong, lines] = [0, 0, 0]
  }
  const time = () => {
    isTimed = true
    clock.after(SECOND_MS - (clock.now() - began), endSecond)
  }
  return (completed) => {
    if (!isTimed && clock.now() >= began + SECOND_MS) begin(clock.now())
    exchanges += 1
    const isWrong = wentWrong(completed)
    if (isWrong) wrong += 1
    if (!isBusy && exchanges > MOST_LINES) {
      isBusy = true
      lines = wrong - (isWrong ? 1 : 0)
      time()
    }
    if (isBusy && !(isWrong && lines < MOST_LINES)) return
    if (isBusy) lines += 1
    line(completed)
  }
}

function wentWrong({ status, outcome }: CompletedExchange): boolean {
  return outcome !== 'delivered' || status === null || status >= 400
}
