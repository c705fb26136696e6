/** What proxies add to a request, by the standard (RFC 7239; RFC 9110, section 7.6.3) and by custom. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-original-.+|x-envoy-.+|(?:.+-)?(?:client|connecting)-?ip)$/i

/**
 * Whether a header says that a request came through a proxy: its peer is that proxy then, and not the caller.
 *
 * @example
 * isProxyHeader('X-Forwarded-For') // true
 */
export function isProxyHeader(name: string): boolean {
  return PROXY_HEADER.test(name)
}
