/** The headers that proxies add to a request, by the standard (RFC 7239; RFC 9110, section 7.6.3) and by custom. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-original-.+|x-envoy-.+|(?:.+-)?(?:client|connecting)-?ip)$/i

/**
 * Whether a header shows that a request came through a proxy: then its peer is the proxy, not the caller.
 *
 * @example
 * isProxyHeader('X-Forwarded-For') // true
 */
export function isProxyHeader(name: string): boolean {
  return PROXY_HEADER.test(name)
}
