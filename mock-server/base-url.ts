/** The base address of a mock: only requests below it are for the mock. */
export type BaseUrl = {
  /** As it was given, without a slash at its end. */
  readonly url: string
  /** Path and query below the base; `undefined` for an address outside it. */
  below(address: string): string | undefined
}

/**
 * Reads a base address. Scheme, host, port and every segment of its path must match.
 *
 * @throws {TypeError} when it is not an http(s) address, or has credentials, a query or a fragment.
 *
 * @example
 * readBaseUrl('https://host/v1').below('https://host/v1/ping?x=1') // '/ping?x=1'
 */
export function readBaseUrl(text: string): BaseUrl {
  const base = URL.canParse(text) ? new URL(text) : undefined
  const found = faultOf(base)
  if (base === undefined || found !== undefined) throw new TypeError(schemaError(found))
  const prefix = base.pathname.replace(/\/+$/, '')
  return {
    url: base.origin + prefix,
    below(address) {
      const { origin, pathname, search } = new URL(address)
      if (origin !== base.origin || !`${pathname}/`.startsWith(`${prefix}/`)) return undefined
      return `${pathname.slice(prefix.length) || '/'}${search}`
    },
  }
}

function faultOf(url: URL | undefined): string | undefined {
  if (url === undefined) return 'a text that is not an absolute URL'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `the protocol ${url.protocol}`
  if (url.username !== '' || url.password !== '') return 'credentials in it'
  if (url.search !== '') return 'a query in it'
  return url.hash === '' ? undefined : 'a fragment in it'
}

/** The text is not quoted: it may contain a secret. */
function schemaError(found = 'something else'): string {
  return `An in-process mock needs a baseUrl with http: or https:, a host and at most a path; found ${found}. Give an address such as https://host/v1; in a page, new URL('/api', location.href).href.`
}
