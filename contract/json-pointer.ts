/** A JSON Pointer, RFC 6901: `/data/products`, with `~0` for `~` and `~1` for `/`. */
export type JsonPointer = string

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/

/** Whether a text is a JSON Pointer in the sense of RFC 6901, section 3. */
export function isJsonPointer(text: string): boolean {
  return POINTER.test(text)
}

/**
 * The reference tokens of a pointer, unescaped (RFC 6901, section 4).
 *
 * @example
 * pointerTokens('/data/a~1b') // ['data', 'a/b']
 */
export function pointerTokens(pointer: JsonPointer): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * The value that a pointer names in a JSON document, or `undefined` where there is none.
 *
 * @example
 * readPointer({ data: { price: { amount: '25.00' } } }, '/data/price/amount') // '25.00'
 */
export function readPointer(document: unknown, pointer: JsonPointer): unknown {
  return pointerTokens(pointer).reduce<unknown>(childOf, document)
}

function childOf(node: unknown, token: string): unknown {
  if (typeof node !== 'object' || node === null) return undefined
  if (Array.isArray(node)) return ARRAY_INDEX.test(token) ? node[Number(token)] : undefined
  return Object.hasOwn(node, token) ? (node as Record<string, unknown>)[token] : undefined
}

/**
 * The document that holds each value at its pointer, and nothing else. A token that is a number makes an array.
 *
 * @throws {TypeError} when one pointer leads through the value of another.
 *
 * @example
 * documentOf([['/data/price/amount', '25.00'], ['/data/price/currency', 'USD']])
 * // { data: { price: { amount: '25.00', currency: 'USD' } } }
 */
export function documentOf(entries: readonly (readonly [JsonPointer, unknown])[]): unknown {
  return entries.reduce<unknown>((document, [pointer, value]) => {
    return withValueAt(document, pointerTokens(pointer), value, pointer)
  }, undefined)
}

function withValueAt(
  node: unknown,
  tokens: readonly string[],
  value: unknown,
  pointer: JsonPointer,
): unknown {
  const [token, ...rest] = tokens
  if (token === undefined) return value
  if (node !== undefined && (typeof node !== 'object' || node === null)) {
    throw new TypeError(`The JSON Pointer ${pointer} leads through a value that another pointer set.`)
  }
  const container = node ?? (ARRAY_INDEX.test(token) ? [] : {})
  const child = withValueAt(childOf(container, token), rest, value, pointer)
  // Defined, not assigned: a token may be `__proto__`.
  return Object.defineProperty(container, token, {
    value: child,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}
