/** A JSON Pointer, RFC 6901: `/data/products`, with `~0` for `~` and `~1` for `/`. */
export type JsonPointer = string

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/

/** Whether a text is a JSON Pointer in the sense of RFC 6901, section 3. */
export function isJsonPointer(text: string): boolean {
  return POINTER.test(text)
}

/** Unescaped (RFC 6901, section 4): `data` and `a/b` of `/data/a~1b`. */
function pointerTokens(pointer: JsonPointer): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The pointer to a member of what a pointer names (RFC 6901, section 3). */
export function childPointer(pointer: JsonPointer, name: string): JsonPointer {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The value that a pointer names in a JSON document, or `undefined` when there is none. */
export function readPointer(document: unknown, pointer: JsonPointer): unknown {
  return pointerTokens(pointer).reduce<unknown>(childOf, document)
}

/** Whether a value is a JSON object, as `JSON.parse` makes one: no array, and not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function childOf(node: unknown, token: string): unknown {
  if (Array.isArray(node)) return ARRAY_INDEX.test(token) ? node[Number(token)] : undefined
  return isObject(node) && Object.hasOwn(node, token) ? node[token] : undefined
}

/**
 * Whether no document can hold a value at both pointers: one leads through the other, or what is an array for
 * one is an object for the other.
 */
export function pointersClash(one: JsonPointer, other: JsonPointer): boolean {
  const left = pointerTokens(one)
  const right = pointerTokens(other)
  const parting = left.findIndex((token, depth) => token !== right[depth])
  const [leftToken, rightToken] = [left[parting], right[parting]]
  if (leftToken === undefined || rightToken === undefined) return true
  return ARRAY_INDEX.test(leftToken) !== ARRAY_INDEX.test(rightToken)
}

/**
 * The document that holds each value at its pointer, and nothing else. A token that is a number makes an array.
 *
 * @throws {TypeError} when two of the pointers clash, see {@link pointersClash}.
 */
export function documentOf(entries: readonly (readonly [JsonPointer, unknown])[]): unknown {
  refuseClashes(entries.map(([pointer]) => pointer))
  return entries.reduce<unknown>(
    (document, [pointer, value]) => withValueAt(document, pointerTokens(pointer), value),
    undefined,
  )
}

function refuseClashes(pointers: readonly JsonPointer[]): void {
  for (const [index, pointer] of pointers.entries()) {
    const other = pointers.slice(0, index).find((earlier) => pointersClash(earlier, pointer))
    if (other === undefined) continue
    throw new TypeError(
      `No document holds a value at both ${other} and ${pointer}: give them places apart from each other.`,
    )
  }
}

function withValueAt(node: unknown, [token, ...rest]: readonly string[], value: unknown): unknown {
  if (token === undefined) return value
  const container = node ?? (ARRAY_INDEX.test(token) ? [] : {})
  const child = withValueAt(childOf(container, token), rest, value)
  // Defined, not assigned: a token may be `__proto__`.
  return Object.defineProperty(container, token, {
    value: child,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}
