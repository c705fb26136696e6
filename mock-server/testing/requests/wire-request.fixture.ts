import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A request as it goes over the wire: an ordinary purchase, but for what is given. `{key}` stands for the key. */
export type WireRequest = {
  readonly method?: string
  readonly target?: string
  /** In place of the ordinary ones: null leaves one out, a list sends several of a name. */
  readonly headers?: Readonly<Record<string, string | null | readonly string[]>>
  readonly body?: string | Uint8Array
  /** Every byte of it, instead of all the above; the caller has no more to say after the last. */
  readonly raw?: string
}

/** A response as it came over the wire. */
export type WireResponse = { readonly status: number; readonly contentType: string; readonly body: string }

const PURCHASE = '{"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}'

/** The bytes of a request. Its text is Latin-1, but for the body: that is UTF-8. */
export function encodeRequest({ raw, ...request }: WireRequest, key: string): Buffer {
  const head = raw ?? headOf(request)
  const body = raw === undefined ? Buffer.from(request.body ?? PURCHASE) : ''
  return Buffer.concat([Buffer.from(head.replaceAll('{key}', key), 'latin1'), Buffer.from(body)])
}

function headOf({ method = 'POST', target = '/orders', headers = {}, body = PURCHASE }: WireRequest): string {
  const ordinary = {
    Host: 'localhost',
    Authorization: 'Bearer {key}',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const lines = Object.entries<string | null | readonly string[]>({ ...ordinary, ...headers }).flatMap(
    ([name, values]) => [values ?? []].flat().map((value) => `${name}: ${value}`),
  )
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`
}

/** Sends bytes to a server, then ends if told so, and reads until it closes the connection, in Latin-1. */
export async function sendBytes(url: string, bytes: Uint8Array, end = false): Promise<string> {
  const socket = await openSocket(url)
  socket.send(bytes)
  if (end) socket.end()
  return socket.ended.finally(socket.destroy)
}

export async function exchangeOverWire(
  url: string,
  request: WireRequest,
  key: string,
): Promise<WireResponse> {
  return parseResponse(await sendBytes(url, encodeRequest(request, key), request.raw !== undefined))
}

export function parseResponse(text: string): WireResponse {
  const final = readResponses(text).find(({ status }) => status >= 200)
  return {
    status: final?.status ?? Number.NaN,
    contentType: final?.headers.get('content-type') ?? '',
    body: Buffer.from(final?.body ?? '', 'latin1').toString(),
  }
}

/** A connection to a mock whose caller says when it sends, and never closes its side by itself. */
export async function openSocket(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  // A mock resets a connection when more is sent than it reads.
  socket.on('error', () => socket.destroy())
  const ended = new Promise<string>((resolve) => {
    for (const event of ['end', 'close']) socket.once(event, () => resolve(text))
  })
  await once(socket, 'connect')
  return {
    send: (more: string | Uint8Array) => void socket.write(more),
    /** What has come so far, once the mock has closed its side. */
    ended,
    /** What has come so far, once it fits. */
    async received(expected: RegExp): Promise<string> {
      while (!expected.test(text)) {
        if (socket.readableEnded || socket.destroyed) throw new Error(`The mock closed after: ${text}`)
        await Promise.race([once(socket, 'data'), ended])
      }
      return text
    },
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
    reset: () => void socket.resetAndDestroy(),
  }
}

/** An IPv4 address of this machine that is not loopback; undefined if it has none. */
export const OWN_ADDRESS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

export function reachedAt(address: string, url: string): string {
  return `http://${address}:${new URL(url).port}`
}

export type ReadResponse = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** Whether it was there to its end. */
  readonly isWhole: boolean
}

type Read = { readonly response: ReadResponse; readonly rest: string }

/**
 * Reads all responses in what came over a connection, by their framing alone (RFC 9112, section 6.3).
 *
 * @param text in Latin-1.
 * @param bodiless whether the response of that index answers a HEAD.
 * @throws {Error} where something else stands between them.
 */
export function readResponses(
  text: string,
  bodiless: (index: number) => boolean = () => false,
): ReadResponse[] {
  const responses: ReadResponse[] = []
  let finals = 0
  for (let rest = text; rest !== ''; ) {
    const read = readResponse(rest, bodiless(finals))
    responses.push(read.response)
    if (read.response.status >= 200) finals += 1
    rest = read.rest
  }
  return responses
}

function readResponse(text: string, isBodiless: boolean): Read {
  const end = text.indexOf('\r\n\r\n')
  const [line = '', ...fields] = text.slice(0, end === -1 ? undefined : end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/.exec(line)?.[1])
  const headers = new Map(fields.map(fieldOf))
  if (end === -1) return { response: { status, headers, body: '', isWhole: false }, rest: '' }
  if (Number.isNaN(status)) throw new Error(`This is no status line: ${JSON.stringify(line.slice(0, 200))}`)
  const after = text.slice(end + 4)
  const head = { status, headers }
  if (isBodiless || status < 200 || status === 204 || status === 304)
    return { response: { ...head, body: '', isWhole: true }, rest: after }
  if (headers.get('transfer-encoding') === 'chunked') return readChunked(head, after)
  // What node:http itself answers before it closes a connection has no body, and no length.
  const length = Number(headers.get('content-length') ?? (status < 500 ? 0 : Number.NaN))
  if (!Number.isSafeInteger(length)) throw new Error(`A ${status} of unknown length.`)
  const body = after.slice(0, length)
  return { response: { ...head, body, isWhole: body.length === length }, rest: after.slice(length) }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function readChunked(head: Pick<ReadResponse, 'status' | 'headers'>, text: string): Read {
  let body = ''
  let rest = text
  while (rest !== '') {
    const [size = '', digits = ''] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? []
    if (size === '') throw new Error(`This is no chunk: ${JSON.stringify(rest.slice(0, 200))}`)
    const length = Number.parseInt(digits, 16)
    const chunk = rest.slice(size.length, size.length + length)
    body += chunk
    rest = rest.slice(size.length + length + 2)
    if (length === 0) return { response: { ...head, body, isWhole: true }, rest }
    if (chunk.length < length) break
  }
  return { response: { ...head, body, isWhole: false }, rest: '' }
}
