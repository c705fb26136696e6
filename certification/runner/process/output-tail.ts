import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { ClientOutput } from '../../../contract/report/report.ts'
import { redact } from '../../../contract/text/redact.ts'

/** The end of what a process wrote, without any key, and how much it wrote in all. Where it is cut, it begins with `…`. */
export type Tail = ClientOutput['stdout']

const KEPT_BYTES = 64 * 1024
/** The beginning of a text that was cut. */
const CUT = '…'
const CUT_BYTES = Buffer.byteLength(CUT)
/** Longer than any key in any form: a key that was cut at its beginning would not be recognised. */
const MARGIN_BYTES = 1024

/** Both streams of a process, together no more than is kept of one: the shorter one is kept whole if it fits into half. */
export function boundedOutput({ stdout, stderr }: ClientOutput): ClientOutput {
  const half = KEPT_BYTES / 2
  const spare = (other: Tail) => Math.max(half, KEPT_BYTES - Buffer.byteLength(other.text))
  return { stdout: lastOf(stdout, spare(stderr)), stderr: lastOf(stderr, spare(stdout)) }
}

function lastOf({ text, bytes }: Tail, most: number): Tail {
  const encoded = Buffer.from(text)
  if (encoded.byteLength <= most) return { text, bytes }
  // From the first whole character on.
  const start = encoded.byteLength - most + CUT_BYTES
  const whole = encoded.findIndex((byte, index) => index >= start && (byte & 0xc0) !== 0x80)
  return { text: CUT + encoded.subarray(whole).toString('utf8'), bytes }
}

/** Reads a stream to its end, so that the writer never waits, and keeps only the last part. */
export class OutputTail {
  #chunks: Buffer[] = []
  #kept = 0
  #bytes = 0

  /** A broken stream counts as ended. The process itself is watched elsewhere. */
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

  /** @param secrets texts to remove, in addition to everything that looks like a key. */
  tail(secrets: readonly string[]): Tail {
    this.#forget()
    const plain = stripVTControlCharacters(Buffer.concat(this.#chunks).toString('utf8'))
    const clean = redact(plain, secrets)
    const isWhole = this.#bytes === this.#kept
    return { text: isWhole ? clean : CUT + clean.slice(MARGIN_BYTES + CUT_BYTES), bytes: this.#bytes }
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
