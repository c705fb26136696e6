/** Where the mock's own surface begins; no path of the API does. */
export const ADMIN_PREFIX = '/__mock'

/** Empty segments and dots before it change nothing about where a path leads. */
const OWN_SURFACE = /^\/(?:\.?\/)*__mock(?=\/|$)/i
/** How the path to it can begin: that of nearly no other request does. */
const BEGINNING = /^\/[_./%]/
/** An escape, also one whose percent sign was itself escaped, any number of times. */
const ESCAPE = /%(?:25)*([0-9a-f]{2})/gi

/**
 * The path of a request to the mock's own surface in its plain form; undefined for any other request. It alone decides
 * what is such a request: every request that it recognises is guarded, and no other is answered there.
 *
 * @param path without a query.
 */
export function adminPath(path: string): string | undefined {
  if (!BEGINNING.test(path)) return undefined
  const plain = path.replace(ESCAPE, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  const [found] = OWN_SURFACE.exec(plain) ?? []
  return found === undefined ? undefined : ADMIN_PREFIX + plain.slice(found.length)
}
