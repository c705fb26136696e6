import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A purchase as it goes over the wire, changed by the given members. `{key}` stands for the key. */
export type WireRequest = {
  readonly method?: string
  readonly target?: string
  /** They replace the ordinary ones: null leaves one out, a list sends several with one name. */
  readonly headers?: Readonly<Record<string, string | null | readonly string[]>>
  readonly body?: string | Uint8Array
  /** All bytes of the request, instead of the above. The caller closes its side after them. */
  readonly raw?: string
}

/** A response as it came over the wire. */
export type WireResponse = { readonly status: number; readonly contentType: string; readonly body: string }

const PURCHASE = '{"partnerReference":"TEST:1","sku":"SCENARIO-AT-ONCE"}'

/** The bytes of a request: Latin-1, and the body in UTF-8. */
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

/** Sends bytes to a server, and reads in Latin-1 until it closes. With `end`, closes its own side first. */
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

/** The final response in what came over a connection, up to its end or the end of its length. */
export function parseResponse(text: string): WireResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const after = rest.join('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
  if (status < 200) return parseResponse(after)
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]
  const length = Number(field('content-length') ?? after.length)
  const body = field('transfer-encoding') === 'chunked' ? unchunked(after) : after.slice(0, length)
  return { status, contentType: field('content-type') ?? '', body: Buffer.from(body, 'latin1').toString() }
}

function unchunked(text: string): string {
  const [size = ''] = text.split('\r\n', 1)
  const [start, length] = [size.length + 2, Number.parseInt(size, 16)]
  return length > 0 ? text.slice(start, start + length) + unchunked(text.slice(start + length + 2)) : ''
}

/** A connection to a mock: its caller decides when it sends, and when it closes its side. */
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
    /** Everything that came, once the mock has closed its side. */
    ended,
    /** What came so far, as soon as it matches. */
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
