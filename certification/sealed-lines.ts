import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { REFERENCE_VERSION } from '../contract/report/report.ts'
import { parseJson } from '../contract/text/parse-json.ts'

export type RecordingFormat = {
  readonly schema: string
  /** Makes the error that refuses a recording. @param fault what is wrong, as a sentence in lower case. */
  readonly refuse: (fault: string) => Error
}

const NEWLINE = 0x0a

/**
 * The lines of a recording without its seal, parsed. A line that is not JSON is undefined.
 *
 * @throws {Error} the format's own error, if the seal does not match, or the head has another format.
 */
export function sealedLines(recording: Uint8Array, format: RecordingFormat): readonly unknown[] {
  const lines = linesOf(recording)
  const last = lines.at(-1)
  const jsons = lines.slice(0, -1).map(jsonOf)
  const above = new LinesRead()
  for (const json of jsons) above.add(json)
  const content = recording.subarray(0, recording.length - (last?.length ?? 0))
  const fault = faultOf(above, last, sealOf(jsons.length + 1, sealDigest(content)), format)
  if (fault !== undefined) throw format.refuse(fault)
  return jsons
}

/** Splits into lines, each with its line feed. The last line may have none. */
function linesOf(recording: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let from = 0; from < recording.length; ) {
    const feed = recording.indexOf(NEWLINE, from)
    const end = feed < 0 ? recording.length : feed + 1
    lines.push(recording.subarray(from, end))
    from = end
  }
  return lines
}

function jsonOf(line: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(line))
}

const PROTOTYPE = '__proto__'

/**
 * True if some member has a name that assignment drops on the way to the rules. Inside a string the name is harmless.
 */
function hasPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, PROTOTYPE) || Object.values(value).some(hasPrototype)
}

/** Finds out how a recording was damaged: the first line that is not JSON, and the lines that are out of place. */
class LinesRead {
  count = 0
  head: unknown
  hasSeal = false
  unreadable: number | undefined
  /** The numbers in all lines, from the first line that is out of place. */
  readonly astray: (number | undefined)[] = []
  /** The first line with a member that no run writes, and that rules would not see. */
  unseen: number | undefined

  add(json: unknown): void {
    this.count += 1
    if (hasPrototype(json)) this.unseen ??= this.count
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
  { head, hasSeal, unreadable, unseen, astray, count }: LinesRead,
  last: Uint8Array | undefined,
  seal: string,
  { schema: known }: RecordingFormat,
): string | undefined {
  if (last?.at(-1) !== NEWLINE) return TRUNCATED
  const end = jsonOf(last)
  const first = head ?? end
  if (first === undefined) return `line 1 is not JSON: it is not a journal, or was changed.`
  if (member(first, 'type') !== 'run')
    return `its head is missing: the first line of a journal describes the run.`
  const [schema, reference] = [member(first, 'schema'), member(first, 'reference')]
  if (schema !== known)
    return `its schema is ${JSON.stringify(schema)}, and this kit reads ${JSON.stringify(known)}.`
  if (reference !== REFERENCE_VERSION)
    return `it is about version ${JSON.stringify(reference)} of the reference, and this kit judges by ${JSON.stringify(REFERENCE_VERSION)}.`
  if (unseen !== undefined)
    return `line ${unseen} has a member ${JSON.stringify(PROTOTYPE)}, which no run writes.`
  if (Buffer.from(last).toString('latin1') === seal) return undefined
  // The seal does not match. Say why, as precisely as the lines allow.
  if (hasSeal) return 'something follows its seal.'
  if (unreadable !== undefined) return `line ${unreadable} was changed: it is not JSON.`
  if (astray.length === 0) {
    const isLine = member(end, 'line') === count + 1 && member(end, 'type') !== 'seal'
    return isLine ? TRUNCATED : 'a byte of it was changed: its seal does not match the content before it.'
  }
  const from = count - astray.length + 1
  const all = new Set(astray)
  const isComplete = astray.every((_, index) => all.has(from + index))
  const found = isComplete ? 'its lines were re-ordered' : 'some of its lines are missing, doubled or changed'
  return `${found}: in place of line ${from} is ${astray[0] === undefined ? 'another one' : `line ${astray[0]}`}.`
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
}

/** @throws {Error} the format's own error. */
export function parsedLine<Schema extends z.ZodType>(
  schema: Schema,
  line: unknown,
  number: number,
  { refuse }: RecordingFormat,
): z.infer<Schema> {
  const parsed = schema.safeParse(line)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') ?? ''
  throw refuse(`line ${number} is invalid${place === '' ? '' : ` at ${place}`}: ${issue?.message}.`)
}

const VERSION = /^\d{1,9}$/

/**
 * Says that the rules have changed since a recording; null if they have not.
 *
 * @throws {Error} the format's own error, if the recording's rules are newer.
 */
export function noteOnRules(recorded: string, rules: string, { refuse }: RecordingFormat): string | null {
  if (!VERSION.test(recorded)) throw refuse('the version of its rules is not a number.')
  const order = Number(recorded) - Number(rules)
  if (order > 0)
    throw refuse(
      `it was judged by rules ${recorded} when it was recorded, and this kit has ${rules}. Judge it with a newer kit.`,
    )
  if (order === 0) return null
  return `Recorded under rules ${recorded}, judged by rules ${rules}: verdicts may differ from those of the recording.`
}

type Line = { readonly type: string; readonly [member: string]: unknown }

/** Such as `sha256-e3b0c442…`. */
export function sealDigest(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `sha256-${hash.digest('hex')}`
}

/** The last line of a recording, which holds the digest of all bytes before it. There is only one way to write it. */
export function sealOf(line: number, digest: string): string {
  return `${JSON.stringify({ type: 'seal', line, digest })}\n`
}

export function* sealed(lines: Iterable<Line>): Generator<string> {
  const hash = createHash('sha256')
  let line = 0
  for (const { type, ...rest } of lines) {
    line += 1
    const text = `${JSON.stringify({ type, line, ...rest })}\n`
    hash.update(text)
    yield text
  }
  yield sealOf(line + 1, `sha256-${hash.digest('hex')}`)
}
