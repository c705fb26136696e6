import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { ClientOutput } from '../contract/report/report.ts'
import { redact } from '../contract/text/redact.ts'

/** The end of a process's output, without any key, and the number of bytes in all. A cut text begins with `…`. */
export type Tail = ClientOutput['stdout']

/** Kept for each stream of each process. */
const KEPT_BYTES = 32 * 1024
const CUT = '…'
/**
 * Redaction does not recognise a key that lost its beginning. This margin, longer than any key in any form, is dropped
 * after it.
 */
const MARGIN_BYTES = 1024

/** Separates the output of a killed process from that of the next one. */
const RESTARTED = '----- killed, and started again -----\n'

/** @param runs the processes of one client, in order. Each was killed before the next one started. */
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

  /** A broken stream counts as ended. Others watch the process itself. */
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
