import { REFERENCE_VERSION } from '../../contract/report/report.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import { JOURNAL_SCHEMA } from './journal-schema.ts'
import { sealLine } from '../../contract/judging/seal.ts'

const NEWLINE = 0x0a

/** The lines of a journal whose seal holds, as JSON, without the seal; or what is wrong with it, as a sentence. */
export type SealedLines = { readonly lines: readonly unknown[] } | { readonly fault: string }

/** Splits a journal into lines, after its format, completeness and seal have been checked. */
export function sealedLines(bytes: Uint8Array): SealedLines {
  if (bytes.at(-1) !== NEWLINE) return { fault: TRUNCATED }
  const sealAt = bytes.lastIndexOf(NEWLINE, -2) + 1
  const body = new TextDecoder().decode(bytes.subarray(0, sealAt))
  const texts = body.split('\n').slice(0, -1)
  const lines = texts.map(parseJson)
  const headFault = faultOfHead(lines[0] ?? parseJson(new TextDecoder().decode(bytes.subarray(sealAt))))
  if (headFault !== undefined) return { fault: headFault }
  const seal = Buffer.from(bytes.subarray(sealAt)).toString('latin1')
  if (seal === sealLine(texts.length + 1, bytes.subarray(0, sealAt))) return { lines }
  return { fault: faultOfBody(lines, parseJson(seal)) }
}

const TRUNCATED = 'it is incomplete: it does not end with its seal.'

function faultOfHead(head: unknown): string | undefined {
  if (head === undefined) return 'line 1 is not JSON: it is not a journal, or was changed.'
  if (member(head, 'type') !== 'run')
    return 'its head is missing: the first line of a journal describes the run.'
  const [schema, reference] = [member(head, 'schema'), member(head, 'reference')]
  if (schema !== JOURNAL_SCHEMA)
    return `its schema is ${JSON.stringify(schema)}, and this kit reads ${JSON.stringify(JOURNAL_SCHEMA)}.`
  if (reference !== REFERENCE_VERSION)
    return `it is about version ${JSON.stringify(reference)} of the reference, and this kit judges by ${JSON.stringify(REFERENCE_VERSION)}.`
  return undefined
}

/** Why a seal does not match: as precisely as the rest of the journal shows. */
function faultOfBody(lines: readonly unknown[], seal: unknown): string {
  const numbers = lines.map((line) => member(line, 'line'))
  if (lines.some((line) => member(line, 'type') === 'seal')) return 'something follows its seal.'
  const unreadable = lines.indexOf(undefined)
  if (unreadable >= 0) return `line ${unreadable + 1} was changed: it is not JSON.`
  if (member(seal, 'type') !== 'seal' && seal !== undefined && isInOrder([...numbers, member(seal, 'line')]))
    return TRUNCATED
  const misplaced = numbers.findIndex((number, index) => number !== index + 1)
  if (misplaced < 0) return 'a byte of it was changed: its seal does not match the content before it.'
  const isComplete = new Set(numbers).size === numbers.length && isInOrder(numbers.toSorted(ascending))
  const kind = isComplete ? 'its lines were re-ordered' : 'lines of it are missing, doubled or changed'
  return `${kind}: in place of line ${misplaced + 1} is ${JSON.stringify(numbers[misplaced]) ?? 'another'}.`
}

function ascending(one: unknown, other: unknown): number {
  return Number(one) - Number(other)
}

function isInOrder(numbers: readonly unknown[]): boolean {
  return numbers.every((number, index) => number === index + 1)
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
}
