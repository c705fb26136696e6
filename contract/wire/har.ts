import type { Exchange } from './exchange.ts'

/**
 * What stands before the entries of an HTTP Archive (HAR 1.2), and what after them; commas are between.
 *
 * @param version of this package, where it is known: a mock in a web page can't read it.
 */
export function harFrame(version = ''): { readonly begins: string; readonly ends: string } {
  const creator = { name: 'partner-purchase-kit', version }
  const whole = JSON.stringify({ log: { version: '1.2', creator, pages: [], entries: [] } })
  return { begins: whole.slice(0, -3), ends: ']}}' }
}

/**
 * Exchanges as an HTTP Archive, version 1.2, which developer tools open: what the client sent, and what it got. Its
 * members that begin with an underscore say the rest.
 */
export function harOf(exchanges: readonly Exchange[], version?: string): string {
  const { begins, ends } = harFrame(version)
  return `${begins}${exchanges.map(harEntry).join(',')}${ends}`
}

export function harEntry(exchange: Exchange): string {
  return JSON.stringify(entryOf(exchange))
}

function entryOf(exchange: Exchange) {
  const { at, arrivedMs, request, response, delivery, fault, order, partner, operation } = exchange
  const endedMs = delivery?.atMs ?? response?.answeredMs ?? arrivedMs
  const waitedMs = Math.max(0, (response?.answeredMs ?? endedMs) - arrivedMs)
  const url = `http://${request.headers.host ?? 'localhost'}${request.target}`
  const mimeType = request.headers['content-type'] ?? 'application/json'
  return {
    startedDateTime: at,
    time: Math.max(0, endedMs - arrivedMs),
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: pairs(Object.fromEntries(URL.parse(url)?.searchParams ?? [])),
      ...(request.body !== null && { postData: { mimeType, text: request.body } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body ?? ''),
    },
    response: answerOf(delivery?.outcome === 'delivered' ? response : null),
    cache: {},
    timings: { send: 0, wait: waitedMs, receive: Math.max(0, endedMs - arrivedMs - waitedMs) },
    // A member that begins with an underscore is one that readers leave alone (HAR 1.2).
    _operation: operation,
    _partner: partner,
    _delivery: delivery?.outcome ?? null,
    _fault: fault,
    _order: order,
  }
}

/** Status 0 is what browsers write where no answer arrived. */
function answerOf(response: Exchange['response']) {
  const { status = 0, headers = {}, body: text = '' } = response ?? {}
  return {
    status,
    statusText: '',
    httpVersion: status === 0 ? '' : 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: { size: Buffer.byteLength(text), mimeType: headers['content-type'] ?? 'x-unknown', text },
    redirectURL: '',
    headersSize: -1,
    bodySize: status === 0 ? -1 : Buffer.byteLength(text),
  }
}

function pairs(members: Readonly<Record<string, string>>) {
  return Object.entries(members).map(([name, value]) => ({ name, value }))
}
