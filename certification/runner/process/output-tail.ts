import type { Readable } from 'node:stream'
import { redact } from '../../../contract/text/redact.ts'

/** The end of what a process wrote, without any key, and how much it wrote in all. */
export type Tail = { readonly text: string; readonly bytes: number }

const KEPT_BYTES = 64 * 1024
/** Longer than any key in any form: a key that was cut at its beginning would not be recognised. */
const MARGIN_BYTES = 1024

/** Reads a stream to its end, so that the writer never waits, and keeps only the last part. */
export class OutputTail {
  #chunks: Buffer[] = []
  #kept = 0
  #bytes = 0

  /** A stream that breaks has ended. The process itself is watched elsewhere. */
  follow(stream: Readable): void {
    stream.on('data', (chunk: Buffer) => this.push(chunk))
    stream.on('error', () => {})
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.byteLength
    this.#kept += chunk.byteLength
    this.#chunks.push(chunk)
    if (this.#kept > 4 * KEPT_BYTES) this.#forget()
  }

  /** @param secrets texts to take out, besides everything that looks like a key. */
  tail(secrets: readonly string[]): Tail {
    this.#forget()
    const clean = redact(Buffer.concat(this.#chunks).toString('utf8'), secrets)
    const isWhole = this.#bytes === this.#kept
    return { text: isWhole ? clean : clean.slice(MARGIN_BYTES), bytes: this.#bytes }
  }

  #forget(): void {
    const most = KEPT_BYTES + MARGIN_BYTES
    if (this.#kept <= most) return
    // A copy: a slice would keep the whole buffer in memory.
    const kept = Buffer.from(Buffer.concat(this.#chunks).subarray(-most))
    this.#chunks = [kept]
    this.#kept = kept.byteLength
  }
}
