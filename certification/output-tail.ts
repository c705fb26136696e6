import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { ClientOutput } from '../contract/report/report.ts'
import { redact } from '../contract/text/redact.ts'

/** The end of what a process wrote, without any key, and how much it wrote in all. Where it is cut, it begins with `…`. */
export type Tail = ClientOutput['stdout']

/** Of each stream of each process. */
const KEPT_BYTES = 32 * 1024
const CUT = '…'
/** Longer than any key in any form: a key that was cut at its beginning would not be recognised. */
const MARGIN_BYTES = 1024

/** Stands between the texts of a process that was killed and of the next one. */
const RESTARTED = '----- killed, and started again -----\n'

/** @param runs the processes of one client, one after the other: each was killed before the next one started. */
export function outputOf(...runs: readonly ClientOutput[]): ClientOutput {
  return {
    stdout: together(runs.map(({ stdout }) => stdout)),
    stderr: together(runs.map(({ stderr }) => stderr)),
  }
}

function together(tails: readonly Tail[]): Tail {
  const bytes = tails.reduce((sum, tail) => sum + tail.bytes, 0)
  const texts = tails.map(({ text }) => text)
  const join = (before: string, after: string) => before.replace(/[^\n]$/, '$&\n') + RESTARTED + after
  return { text: bytes === 0 ? '' : texts.reduce(join), bytes }
}

/** Reads a stream to its end, so that the writer never waits, and keeps only the last part. */
export class OutputTail {
  #kept = Buffer.alloc(0)
  #bytes = 0

  /** A broken stream counts as ended. The process itself is watched elsewhere. */
  follow(stream: Readable): this {
    stream.on('data', (chunk: Buffer) => this.push(chunk))
    stream.on('error', () => {})
    return this
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.byteLength
    this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-(KEPT_BYTES + MARGIN_BYTES))
  }

  /** @param secrets texts to remove, in addition to everything that looks like a key. */
  tail(secrets: readonly string[]): Tail {
    const plain = stripVTControlCharacters(this.#kept.toString('utf8'))
    const clean = redact(plain, secrets)
    const isWhole = this.#bytes === this.#kept.byteLength
    return { text: isWhole ? clean : CUT + clean.slice(MARGIN_BYTES), bytes: this.#bytes }
  }
}
