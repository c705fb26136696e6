/**
 * The headers that proxies and tunnels add to a request, by the standard (RFC 7239; RFC 8586; RFC 9110, section 7.6.3) and
 * by custom: those of Cloudflare, ngrok, Amazon, Google and Tailscale among them.
 */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-original-.+|x-envoy-.+|cdn-loop|cf-.+|ngrok-.+|x-amzn-.+|x-amz-cf-.+|x-cloud-trace-context|tailscale-.+|(?:.+-)?(?:client|connecting)-?ip)$/i

/**
 * Whether a header shows that a request came through a proxy: then its peer is the proxy, not the caller.
 *
 * @example
 * isProxyHeader('X-Forwarded-For') // true
 */
export function isProxyHeader(name: string): boolean {
  return PROXY_HEADER.test(name)
}
