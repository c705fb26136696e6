import { createHash } from 'node:crypto'
import { REFERENCE_VERSION } from '../report/report.ts'
import { parseJson } from '../text/parse-json.ts'
import type { RecordingFormat } from './recording.ts'
import { sealOf } from './seal.ts'

const NEWLINE = 0x0a

/** No run writes a longer line: a body of it is at most 4 MiB. Bytes. */
const MOST_LINE_BYTES = 64 * 1024 * 1024

/**
 * The lines of a recording as JSON, without its seal, one at a time; undefined for a line that is not JSON. Memory holds
 * one chunk and one line. Whether the seal holds is known after the last line: what was read counts only from then on.
 *
 * @param chunks none of which changes after it was handed over.
 * @throws {Error} the format's own, after the last line, where the seal does not hold, or the head is of another format.
 *
 * @example
 * for (const line of sealedLines([bytes], format)) lines.push(line)
 */
export function* sealedLines(chunks: Iterable<Uint8Array>, format: RecordingFormat): Generator<unknown> {
  const hash = createHash('sha256')
  const read = new LinesRead()
  let last: Uint8Array | undefined
  for (const line of byteLines(chunks, format)) {
    if (last !== undefined) {
      hash.update(last)
      const json = jsonOf(last)
      read.add(json)
      yield json
    }
    last = line
  }
  const fault = faultOf(read, last, `sha256-${hash.digest('hex')}`, format)
  if (fault !== undefined) throw format.refuse(fault)
}

/** Lines with their line feeds; the last one may have none. */
function* byteLines(chunks: Iterable<Uint8Array>, { refuse }: RecordingFormat): Generator<Uint8Array> {
  let begun: Uint8Array[] = []
  let bytes = 0
  for (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const rest = chunk.subarray(from, end + 1)
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest])
      begun = []
      bytes = 0
      from = end + 1
    }
    if (from === chunk.length) continue
    begun.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes > MOST_LINE_BYTES) throw refuse('a line of it is longer than any run makes one.')
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}

function jsonOf(line: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(line))
}

/** What the lines above a seal show of its damage: the first that is not JSON, and those that are not in their place. */
class LinesRead {
  count = 0
  head: unknown
  hasSeal = false
  unreadable: number | undefined
  /** The numbers of all lines from the first that is not in its place. */
  readonly astray: (number | undefined)[] = []

  add(json: unknown): void {
    this.count += 1
    if (this.count === 1) this.head = json
    if (json === undefined) this.unreadable ??= this.count
    if (member(json, 'type') === 'seal') this.hasSeal = true
    const number = member(json, 'line')
    if (number !== this.count || this.astray.length > 0)
      this.astray.push(typeof number === 'number' ? number : undefined)
  }
}

const TRUNCATED = 'it is incomplete: it does not end with its seal.'

function faultOf(
  read: LinesRead,
  last: Uint8Array | undefined,
  digest: string,
  format: RecordingFormat,
): string | undefined {
  if (last?.at(-1) !== NEWLINE) return TRUNCATED
  const headFault = faultOfHead(read.head ?? jsonOf(last), format)
  if (headFault !== undefined) return headFault
  const isSealed = Buffer.from(last).toString('latin1') === sealOf(read.count + 1, digest)
  return isSealed ? undefined : faultOfBody(read, jsonOf(last))
}

function faultOfHead(head: unknown, { kind, schema: known }: RecordingFormat): string | undefined {
  if (head === undefined) return `line 1 is not JSON: it is not a ${kind}, or was changed.`
  if (member(head, 'type') !== 'run')
    return `its head is missing: the first line of a ${kind} describes the run.`
  const [schema, reference] = [member(head, 'schema'), member(head, 'reference')]
  if (schema !== known)
    return `its schema is ${JSON.stringify(schema)}, and this kit reads ${JSON.stringify(known)}.`
  if (reference !== REFERENCE_VERSION)
    return `it is about version ${JSON.stringify(reference)} of the reference, and this kit judges by ${JSON.stringify(REFERENCE_VERSION)}.`
  return undefined
}

/** Why a seal does not match: as precisely as the rest of the recording shows. */
function faultOfBody({ hasSeal, unreadable, astray, count }: LinesRead, last: unknown): string {
  if (hasSeal) return 'something follows its seal.'
  if (unreadable !== undefined) return `line ${unreadable} was changed: it is not JSON.`
  const isInOrder = astray.length === 0
  if (
    isInOrder &&
    last !== undefined &&
    member(last, 'type') !== 'seal' &&
    member(last, 'line') === count + 1
  )
    return TRUNCATED
  if (isInOrder) return 'a byte of it was changed: its seal does not match the content before it.'
  const from = count - astray.length + 1
  const all = new Set(astray)
  const isComplete = astray.every((_, index) => all.has(from + index))
  const kind = isComplete ? 'its lines were re-ordered' : 'lines of it are missing, doubled or changed'
  return `${kind}: in place of line ${from} is ${JSON.stringify(astray[0]) ?? 'another'}.`
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
}
