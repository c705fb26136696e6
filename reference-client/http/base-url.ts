import { UsageError } from '../errors.ts'

/**
 * The base address without a slash at its end, so that a path can follow it.
 *
 * @throws {UsageError} when it is not an http(s) address, or contains credentials, a query, a fragment or the key.
 */
export function parseBaseUrl(text: string, apiKey: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const found = faultOf(text, url, apiKey)
  if (url !== undefined && found === undefined) return url.origin + url.pathname.replace(/\/+$/, '')
  throw new UsageError('createClient', {
    asked: 'createClient needs a baseUrl with http: or https:, a host and at most a path',
    found: found ?? 'something else',
    // The text is not quoted: it may hold a secret.
    remedy: 'Give an address such as https://host/v1; the key belongs in apiKey.',
  })
}

function faultOf(text: string, url: URL | undefined, apiKey: string): string | undefined {
  if (url === undefined) return 'a text that is not an absolute URL'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `the protocol ${url.protocol}`
  if (url.username !== '' || url.password !== '') return 'credentials in it'
  if (text.includes('?')) return 'a query in it'
  if (text.includes('#')) return 'a fragment in it'
  return text.includes(apiKey) ? 'the key in it' : undefined
}
