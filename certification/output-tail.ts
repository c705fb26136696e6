import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { ClientOutput } from '../contract/report/report.ts'
import { redact } from '../contract/text/redact.ts'

/** The end of what a process wrote, without any key, and how much it wrote in all. Where it is cut, it begins with `…`. */
export type Tail = ClientOutput['stdout']

const KEPT_BYTES = 64 * 1024
const CUT = '…'
const CUT_BYTES = Buffer.byteLength(CUT)
/** Longer than any key in any form: a key that was cut at its beginning would not be recognised. */
const MARGIN_BYTES = 1024

/** Stands between the texts of a process that was killed and of the next one. */
const RESTARTED = '----- killed, and started again -----\n'

/**
 * Both streams of a client, together no more than is kept of one: the shorter one is kept whole if it fits into half.
 *
 * @param runs its processes, one after the other: each was killed before the next one started.
 */
export function boundedOutput(...runs: readonly ClientOutput[]): ClientOutput {
  const most = KEPT_BYTES / runs.length
  const bounded = runs.map(({ stdout, stderr }) => {
    const spare = (other: Tail) => Math.max(most / 2, most - Buffer.byteLength(other.text))
    return { stdout: lastOf(stdout, spare(stderr)), stderr: lastOf(stderr, spare(stdout)) }
  })
  return {
    stdout: together(bounded.map(({ stdout }) => stdout)),
    stderr: together(bounded.map(({ stderr }) => stderr)),
  }
}

function together(tails: readonly Tail[]): Tail {
  const bytes = tails.reduce((sum, tail) => sum + tail.bytes, 0)
  const texts = tails.map(({ text }) => text)
  const join = (before: string, after: string) => before.replace(/[^\n]$/, '$&\n') + RESTARTED + after
  return { text: bytes === 0 ? '' : texts.reduce(join), bytes }
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
  follow(stream: Readable): this {
    stream.on('data', (chunk: Buffer) => this.push(chunk))
    stream.on('error', () => {})
    return this
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
    const text = isWhole ? clean : CUT + clean.slice(MARGIN_BYTES + CUT_BYTES)
    return { text, bytes: this.#bytes }
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
