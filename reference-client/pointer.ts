/**
 * The value at a JSON Pointer (RFC 6901), or `undefined` where there is none.
 *
 * @example
 * valueAt({ data: { products: [{ sku: 'CARD-25' }] } }, '/data/products/0/sku') // 'CARD-25'
 */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document
  for (const token of pointer.split('/').slice(1)) value = member(value, unescapeToken(token))
  return value
}

/** A JSON object, as `JSON.parse` gives it. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function unescapeToken(token: string): string {
  return token.replace(/~[01]/g, (escaped) => (escaped === '~1' ? '/' : '~'))
}
