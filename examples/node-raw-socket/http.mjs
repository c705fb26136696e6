import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

const TIMEOUT_MS = 5_000

/**
 * One HTTP/1.1 request on its own connection.
 *
 * @throws {Error} when no whole answer arrived: the connection broke, or nothing more came in time.
 */
export async function request(url, { method, headers, body = '', timeoutMs = TIMEOUT_MS }) {
  const { protocol, hostname, host, port, pathname, search } = new URL(url)
  const isSecure = protocol === 'https:'
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isSecure ? 443 : 80)) }
  const lines = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const open = () => (isSecure ? connectSecurely({ ...address, servername: hostname }) : connect(address))
  return parseResponse(await converse(open, `${lines.join('\r\n')}\r\n\r\n${body}`, timeoutMs))
}

/** Sends a text, and gives all that comes back until the other side ends. */
function converse(open, text, timeoutMs) {
  return new Promise((resolve, reject) => {
    const chunks = []
    const socket = open()
    const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), timeoutMs)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('end', () => resolve(Buffer.concat(chunks)))
    socket.once('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error('the connection broke'))
    })
    socket.write(text)
  })
}

function parseResponse(bytes) {
  const headEnds = bytes.indexOf('\r\n\r\n')
  if (headEnds < 0) throw new Error('the answer ended in its head')
  const [statusLine, ...lines] = bytes.toString('latin1', 0, headEnds).split('\r\n')
  const headers = new Map(
    lines.map((line) => line.split(/:\s*(.*)/, 2)).map(([n, v]) => [n.toLowerCase(), v]),
  )
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: wholeBody(headers, bytes.subarray(headEnds + 4)).toString('utf8'),
  }
}

/** The body, if it is whole: by its length, or by the chunk of no bytes that ends it (RFC 9112, section 6.3). */
function wholeBody(headers, bytes) {
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return joinChunks(bytes)
  const length = Number(headers.get('content-length') ?? bytes.length)
  if (bytes.length < length) throw new Error('the answer ended in its body')
  return bytes.subarray(0, length)
}

function joinChunks(bytes) {
  const parts = []
  for (let at = 0; ; ) {
    const lineEnds = bytes.indexOf('\r\n', at)
    const size = lineEnds < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, lineEnds), 16)
    if (size === 0) return Buffer.concat(parts)
    at = lineEnds + 2 + size + 2
    if (!(at <= bytes.length)) throw new Error('the answer ended in its body')
    parts.push(bytes.subarray(lineEnds + 2, lineEnds + 2 + size))
  }
}
