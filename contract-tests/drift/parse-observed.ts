import { parseJson } from '../../contract/text/parse-json.ts'
import { redact } from '../../contract/text/redact.ts'
import { isObject } from '../../contract/wire/json-pointer.ts'
import { OBSERVED_SCHEMA, type Observed, observedSchema } from './observed-schema.ts'

/** A file of an earlier run that can't be used. The message names the file, what was found, and what is valid. */
export class ObservedError extends Error {
  override readonly name = 'ObservedError'
}

const FITS = `an observed.json with the schema ${OBSERVED_SCHEMA}, as verify --report writes it`
const FAMILY = /^partner-purchase\/observed@\d+$/
const REPORT = /^partner-purchase\/report@\d+$/

/**
 * Reads what an earlier run observed.
 *
 * @param file its name in an error.
 * @throws {ObservedError} when it is not JSON, of another schema, or does not fit its schema.
 *
 * @example
 * parseObserved(await readFile(file, 'utf8'), file).operations
 */
export function parseObserved(text: string, file: string): Observed {
  // The parser's own message is not shown: it quotes the text, which may contain a key.
  const json = parseJson(text.replace(/^\uFEFF/, ''))
  if (json === undefined) throw new ObservedError(`${file}: found text that is not JSON, expected ${FITS}.`)
  const schema = isObject(json) ? json.schema : undefined
  if (schema !== OBSERVED_SCHEMA) {
    throw new ObservedError(`${file}: found ${foundSchema(schema)}, expected ${FITS}.${remedyFor(schema)}`)
  }
  const parsed = observedSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.map(String).join(' › ') ?? ''
  const wrong = redact(`${shown(place)} wrong (${issue?.message})`)
  throw new ObservedError(`${file}: found ${wrong}, expected ${FITS}.`)
}

function foundSchema(schema: unknown): string {
  return schema === undefined ? 'JSON without a schema' : `the schema ${shown(schema)}`
}

function remedyFor(schema: unknown): string {
  if (typeof schema !== 'string') return ''
  if (REPORT.test(schema)) return ' Use the file next to that report.'
  if (FAMILY.test(schema))
    return ' Another version of the kit wrote it: let this one write a new file, and compare with that.'
  return ''
}

const LONGEST_SHOWN = 80

function shown(value: unknown): string {
  const json = redact(JSON.stringify(value) ?? 'nothing')
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN - 1)}…` : json
}
