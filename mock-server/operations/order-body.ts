import type { Profile } from '../../contract/profile/profile.ts'
import { characterClass } from '../../contract/profile/reference-limits.ts'
import { brokenPlace } from '../../contract/text/json-file.ts'
import { parseJson } from '../../contract/text/parse-json.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import { isObject } from '../../contract/wire/json-pointer.ts'
import type { RequestBody } from '../message/request.ts'
import { fieldMeantBy, quoted } from '../near-miss.ts'
import type { Refused } from '../refusals.ts'

export type OrderMessage = {
  readonly contentType: string | undefined
  readonly transferEncoding: string | undefined
  readonly body: RequestBody
  readonly redact: (text: string) => string
}

type Limits = Pick<Profile, 'limits' | 'references' | 'requests'>

/** Reads the two fields of a purchase, or says why the request is refused. */
export function readOrderRequest(message: OrderMessage, profile: Limits): OrderRequest | Refused {
  const { contentType, body, redact } = message
  const unreadable = unreadableBody(body, profile.limits, redact)
  if (unreadable !== undefined) return unreadable
  const text = body.kind === 'text' ? body.text : ''
  const document = parseJson(text)
  const problems = document === undefined ? [notJson(text)] : documentProblems(document, redact)
  if (!isJsonType(contentType)) return wrongBody([mediaTypeProblem(contentType, redact), ...problems])
  if (problems.length > 0) return wrongBody(problems)
  // Nothing differs: both fields are there, both are strings, and there is no other.
  const order = document as OrderRequest
  return outsideLimits(order, message, profile) ?? order
}

function isJsonType(contentType: string | undefined): boolean {
  // As nearly every client sends it.
  if (contentType === 'application/json') return true
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean)
  return type.trim() === 'application/json' && (charset ?? 'utf-8') === 'utf-8'
}

/** Why the limits of the profile refuse a purchase; undefined if they don't. */
function outsideLimits(
  order: OrderRequest,
  { contentType, transferEncoding }: OrderMessage,
  { limits: { fieldCharacters }, references: { characters, longest }, requests }: Limits,
): Refused | undefined {
  const { partnerReference } = order
  for (const field of ['partnerReference', 'sku'] as const)
    if (order[field].length > fieldCharacters)
      return tooLarge(`The field "${field}" has more than ${fieldCharacters} characters.`, field)
  if (longest !== null && partnerReference.length > longest)
    return refused(`The partnerReference has more than ${longest} characters.`, 'reference-limits')
  if (characters !== null && !characterClass(characters).test(partnerReference))
    return refused(`The partnerReference has characters other than ${characters}.`, 'reference-limits')
  if (!requests.charset && /;\s*charset=/i.test(contentType ?? ''))
    return refused('The Content-Type names a charset.', 'request-forms', 'Content-Type')
  if (!requests.chunked && /chunked/i.test(transferEncoding ?? ''))
    return refused('The body is chunked.', 'request-forms', 'Transfer-Encoding')
  return undefined
}

function refused(
  text: string,
  gap: 'reference-limits' | 'request-forms',
  field = 'partnerReference',
): Refused {
  return {
    code: 'invalid-body',
    detail: `${text} The limits are those of the profile.`,
    field,
    nearMiss: { operation: 'createOrder', differs: [text], clause: null, gap },
  }
}

/** One thing that is wrong with the body of a purchase, and the field or header that it is about. */
type BodyProblem = { readonly text: string; readonly field?: string | undefined }

const REMEDY = 'Send a JSON object with exactly two fields, partnerReference and sku, both non-empty strings.'
const FIELDS: readonly (keyof OrderRequest)[] = ['partnerReference', 'sku']

/** A longer text is not searched for the place where it stops being JSON: an order is shorter. */
const MOST_READ = 2000

const MOST_NAMES = 20

/** Removes secrets from a text before it is shortened, since half a secret is not recognised. */
type Redact = (text: string) => string

function wrongBody(problems: readonly BodyProblem[]): Refused {
  const differs = problems.map(({ text }) => text)
  const nearMiss = { differs, clause: 'exactly-two-fields', gap: null }
  return { ...refusedFor(problems), nearMiss: { operation: 'createOrder', ...nearMiss } }
}

/** The refusal of an unreadable body, without a near miss. `undefined` for a readable one. */
function unreadableBody(body: RequestBody, limits: Profile['limits'], redact: Redact): Refused | undefined {
  switch (body.kind) {
    case 'too-large':
      return tooLarge(`The body has more than ${limits.bodyBytes} bytes.`)
    case 'encoded':
      return refusedFor([
        { text: `The body is encoded as ${quoted(redact(body.encoding))}.`, field: 'Content-Encoding' },
      ])
    case 'cut':
      return refusedFor([{ text: 'The body broke off.' }])
    case 'not-utf8':
      return refusedFor([{ text: 'The body is not UTF-8.' }])
    default:
      return undefined
  }
}

/** A limit is the profile's answer to a gap, not a clause of the reference. */
function tooLarge(text: string, field?: string): Refused {
  const detail = `${text} Send less; the limits are those of the profile.`
  const nearMiss = { differs: [text], clause: null, gap: 'size-limits' }
  return {
    code: 'too-large',
    detail,
    ...(field !== undefined && { field }),
    nearMiss: { operation: 'createOrder', ...nearMiss },
  }
}

function refusedFor(problems: readonly BodyProblem[]): Refused {
  const detail = [...problems.map(({ text }) => text), REMEDY].join(' ')
  const field = problems.find((problem) => problem.field !== undefined)?.field
  return { code: 'invalid-body', detail, clause: 'exactly-two-fields', ...(field !== undefined && { field }) }
}

function mediaTypeProblem(contentType: string | undefined, redact: Redact): BodyProblem {
  const found = contentType === undefined ? 'is missing' : `is ${quoted(redact(contentType))}`
  return { text: `The Content-Type header ${found}; a JSON body is application/json.`, field: 'Content-Type' }
}

function notJson(text: string): BodyProblem {
  if (text.trim() === '') return { text: 'The body is empty; a JSON object belongs there.' }
  if (text.startsWith('\ufeff'))
    return {
      text: 'The body begins with a byte-order mark; no JSON that is sent may (RFC 8259, section 8.1).',
    }
  const isForm = /^[\w.%[\]-]{1,60}=/.test(text)
  const found = isForm ? 'encoded as a form' : `not JSON${placeIn(text)}`
  return { text: `The body is ${found}; a JSON object belongs there.` }
}

function placeIn(text: string): string {
  if (text.length > MOST_READ) return ''
  const { line, column } = brokenPlace(text)
  return `: it breaks at line ${line}, column ${column}`
}

/** How a JSON document differs from the two fields; empty if it does not. */
function documentProblems(document: unknown, redact: Redact): readonly BodyProblem[] {
  if (Array.isArray(document))
    return [{ text: 'The body is an array; each purchase is a request of its own.' }]
  if (!isObject(document)) return [{ text: `The body is ${kindOf(document)}, not a JSON object.` }]
  const names = Object.keys(document)
  if (names.length === 2 && isFilled(document.partnerReference) && isFilled(document.sku)) return []
  const others = names.filter((name) => !FIELDS.some((field) => field === name))
  const nested = others.slice(0, MOST_NAMES).find((name) => holdsFields(document[name]))
  if (nested === undefined) return fieldProblems(document, others, redact)
  const text = `The fields stand below ${quoted(redact(nested))}; they belong at the top of the body.`
  return [{ text, field: nested }]
}

function fieldProblems(
  document: Readonly<Record<string, unknown>>,
  others: readonly string[],
  redact: Redact,
): readonly BodyProblem[] {
  const taken = new Set<string>()
  const problems = FIELDS.flatMap((field): readonly BodyProblem[] => {
    if (Object.hasOwn(document, field)) return valueProblems(field, document[field])
    const name = others.slice(0, MOST_NAMES).find((other) => fieldMeantBy(other) === field)
    if (name === undefined) return [{ text: `The field "${field}" is missing.`, field }]
    taken.add(name)
    return [{ text: `The field ${quoted(redact(name))} stands where "${field}" belongs.`, field: name }]
  })
  const extra = others.filter((name) => !taken.has(name))
  return [...problems, ...extraProblems(extra, redact)]
}

function valueProblems(field: string, value: unknown): readonly BodyProblem[] {
  if (typeof value !== 'string')
    return [{ text: `The field "${field}" is ${kindOf(value)}, not a string.`, field }]
  return value.trim() === '' ? [{ text: `The field "${field}" is blank.`, field }] : []
}

function extraProblems([first, ...more]: readonly string[], redact: Redact): readonly BodyProblem[] {
  if (first === undefined) return []
  const name = quoted(redact(first))
  const text =
    more.length === 0
      ? `The field ${name} is one too many.`
      : `The field ${name} and ${more.length} more are too many.`
  return [{ text, field: first }]
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function holdsFields(value: unknown): boolean {
  const names = isObject(value) ? Object.keys(value).slice(0, MOST_NAMES) : []
  return names.some((name) => fieldMeantBy(name) !== undefined)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
