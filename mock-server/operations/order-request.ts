import type { Profile } from '../../contract/profile/profile.ts'
import type { OrderRequest } from '../../contract/wire/bodies.ts'
import type { RequestBody } from '../message/request-body.ts'
import type { Refused } from '../prepared/problem-types.ts'

const FIELDS: readonly string[] = ['partnerReference', 'sku'] satisfies (keyof OrderRequest)[]
const REMEDY = 'Send a JSON object with exactly two fields, partnerReference and sku, both non-empty strings.'

type Limits = Profile['limits']

/** Takes what must not be quoted out of a text: before it is shortened, since half a secret is seen no more. */
type Clean = (text: string) => string

/** The two fields of a purchase, or why the request is refused. Nothing is recorded for a refused one. */
export function readOrderRequest(
  contentType: string | undefined,
  body: RequestBody,
  limits: Limits,
  clean: Clean = (text) => text,
): OrderRequest | Refused {
  const shown: Clean = (text) => quoted(clean(text))
  const refusal = mediaTypeRefusal(contentType, shown) ?? unreadableRefusal(body, limits, shown)
  if (refusal !== undefined) return refusal
  const document = parsedJson(body.kind === 'text' ? body.text : '')
  return document === undefined ? refuse('The body is not JSON.') : readFields(document, limits, shown)
}

function mediaTypeRefusal(contentType: string | undefined, shown: Clean): Refused | undefined {
  // As nearly everybody sends it.
  if (contentType === 'application/json') return undefined
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean)
  if (type.trim() === 'application/json' && (charset ?? 'utf-8') === 'utf-8') return undefined
  const found = contentType === undefined ? 'is missing' : `is ${shown(contentType)}`
  return refuse(`The Content-Type header ${found}; a JSON body is application/json.`, 'Content-Type')
}

function unreadableRefusal(body: RequestBody, limits: Limits, shown: Clean): Refused | undefined {
  if (body.kind === 'too-large') return tooLarge(`The body has more than ${limits.bodyBytes} bytes.`)
  if (body.kind === 'encoded')
    return refuse(`The body is encoded as ${shown(body.encoding)}.`, 'Content-Encoding')
  if (body.kind === 'cut') return refuse('The body broke off.')
  return body.kind === 'not-utf8' ? refuse('The body is not UTF-8.') : undefined
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readFields(document: unknown, limits: Limits, shown: Clean): OrderRequest | Refused {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return refuse(`The body is ${kindOf(document)}, not a JSON object.`)
  }
  const extra = Object.keys(document).find((name) => !FIELDS.includes(name))
  if (extra !== undefined) return refuse(`The body has a field ${shown(extra)}.`, extra)
  for (const name of FIELDS) {
    const value = Object.hasOwn(document, name) ? (document as Record<string, unknown>)[name] : undefined
    const problem = fieldProblem(value)
    if (problem !== undefined) return refuse(`The field ${name} ${problem}.`, name)
    if (String(value).length > limits.fieldCharacters)
      return tooLarge(`The field ${name} has more than ${limits.fieldCharacters} characters.`, name)
  }
  // Both are there, both are strings, and there is no other: so it was found above.
  return document as OrderRequest
}

function fieldProblem(value: unknown): string | undefined {
  if (value === undefined) return 'is missing'
  if (typeof value !== 'string') return `is ${kindOf(value)}, not a string`
  return value.trim() === '' ? 'is blank' : undefined
}

/** A reference is kept, looked up by URL and written into logs: a key in it would go all these ways (§5.1). */
export function keyInReference(authHeader: string): Refused {
  const detail = `The field partnerReference holds the key, which belongs in the header ${authHeader} alone. Choose a reference of your own, such as SHOP:1.`
  return { code: 'invalid-body', detail, field: 'partnerReference', clause: 'key-stays-on-server' }
}

/** A limit is the profile's answer to a gap: no clause of the reference says it. */
function tooLarge(problem: string, field?: string): Refused {
  const detail = `${problem} Send less; the limits are those of the profile.`
  return { code: 'too-large', detail, ...(field !== undefined && { field }) }
}

function refuse(problem: string, field?: string): Refused {
  const detail = `${problem} ${REMEDY}`
  return { code: 'invalid-body', detail, clause: 'exactly-two-fields', ...(field !== undefined && { field }) }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text)
}
