import { type Asked, quoted } from './asked.ts'
import { type FieldName, fieldMeantBy } from './field-names.ts'

/** A longer one is hardly two fields that were misspelt, and costs more to read than a hint is worth. */
const LONGEST_BODY = 4096

const FIELDS: readonly FieldName[] = ['partnerReference', 'sku']

type Fields = Readonly<Record<string, unknown>> & { readonly sku?: unknown }

/** What differs between the body of a purchase and the two fields of the reference; empty where nothing does. */
export function orderBodyDifferences(asked: Asked): readonly string[] {
  const { body, headers } = asked
  if (body === null || body.length > LONGEST_BODY) return []
  const document = parsedJson(body)
  if (document === undefined) return [notJson(body)]
  return [...mediaTypeDifferences(headers['content-type']), ...documentDifferences(document)]
}

/** The SKU of a body that is a purchase, so far as it has one. */
export function skuOf({ body }: Asked): string | undefined {
  if (body === null || body.length > LONGEST_BODY) return undefined
  const document = parsedJson(body)
  const sku = isObject(document) ? document.sku : undefined
  return typeof sku === 'string' ? sku : undefined
}

function mediaTypeDifferences(type: string | undefined): readonly string[] {
  if (type === undefined)
    return ['No Content-Type says that the body is JSON: that of JSON is application/json.']
  if (/^\s*application\/json\s*(?:;|$)/i.test(type)) return []
  return [`The Content-Type is ${quoted(type)}; that of a JSON body is application/json.`]
}

function notJson(body: string): string {
  if (body.trim() === '') return 'The body is empty; a JSON object with the two fields belongs there.'
  if (/^[\w.%[\]-]{1,60}=/.test(body)) return 'The body is encoded as a form; a JSON object belongs there.'
  return 'The body is not JSON; a JSON object with the two fields belongs there.'
}

function documentDifferences(document: unknown): readonly string[] {
  if (Array.isArray(document)) return ['The body is a list; each purchase is a request of its own.']
  if (typeof document === 'string' && isObject(parsedJson(document)))
    return ['The body is JSON within a JSON string; the object itself belongs there.']
  if (!isObject(document)) return ['The body is not a JSON object; one with the two fields belongs there.']
  const nested = Object.keys(document).find((name) => !isField(name) && holdsFields(document[name]))
  if (nested !== undefined)
    return [`The fields stand below ${quoted(nested)}; they belong at the top of the body.`]
  return fieldDifferences(document)
}

function fieldDifferences(document: Fields): readonly string[] {
  const others = Object.keys(document).filter((name) => !isField(name))
  const missing = FIELDS.filter((field) => !Object.hasOwn(document, field))
  const misspelt = missing.map(
    (field) => [field, others.find((name) => fieldMeantBy(name) === field)] as const,
  )
  const taken = misspelt.map(([, name]) => name)
  return [
    ...misspelt.map(([field, name]) =>
      name === undefined
        ? `The field "${field}" is missing.`
        : `The field ${quoted(name)} stands where "${field}" belongs.`,
    ),
    ...FIELDS.flatMap((field) => (missing.includes(field) ? [] : valueDifferences(field, document[field]))),
    ...extraDifferences(others.filter((name) => !taken.includes(name))),
  ]
}

function valueDifferences(field: FieldName, value: unknown): readonly string[] {
  if (typeof value !== 'string') return [`The field "${field}" is ${kindOf(value)}; a string belongs there.`]
  return value.trim() === '' ? [`The field "${field}" is blank.`] : []
}

function extraDifferences([first, ...more]: readonly string[]): readonly string[] {
  if (first === undefined) return []
  if (more.length === 0) return [`The field ${quoted(first)} is one too many.`]
  return [`The field ${quoted(first)} and ${more.length} more are too many.`]
}

function holdsFields(value: unknown): boolean {
  return isObject(value) && Object.keys(value).some((name) => fieldMeantBy(name) !== undefined)
}

function isField(name: string): boolean {
  return FIELDS.some((field) => field === name)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
