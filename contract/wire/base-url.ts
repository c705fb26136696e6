/**
 * Why a text is not the base address of an API, as what was found; undefined where it is one: of http or https, with a
 * host and at most a path. It is not quoted: it may hold a secret.
 */
export function baseUrlFault(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null) return 'a text that is not an absolute URL'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `the protocol ${url.protocol}`
  if (url.username !== '' || url.password !== '') return 'credentials in it'
  if (url.search !== '' || text.includes('?')) return 'a query in it'
  return text.includes('#') ? 'a fragment in it' : undefined
}

/** A base address without a slash at its end, so that a path can follow it. */
export function withoutEndSlash(text: string): string {
  const { origin, pathname } = new URL(text)
  return origin + pathname.replace(/\/+$/, '')
}
