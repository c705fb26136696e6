// Breaks its purchase off in the middle of the body, by a reset, and ends.
import { once } from 'node:events'
import { connect } from 'node:net'

const { SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY, SERVICE_SKU } = process.env
const { hostname, port, pathname } = new URL(SERVICE_BASE_URL)
const body = JSON.stringify({ partnerReference: 'SHOP:broken-off', sku: SERVICE_SKU })
const head = [
  `POST ${pathname.replace(/\/$/, '')}/orders HTTP/1.1`,
  'Host: service',
  `Authorization: Bearer ${SERVICE_PARTNER_API_KEY}`,
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
]

const socket = connect(Number(port), hostname)
await once(socket, 'connect')
await new Promise((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`, sent))
// The head is given time to arrive, so that the reset strikes in the body.
await new Promise((resolve) => setTimeout(resolve, 200))
socket.resetAndDestroy()
process.exitCode = 1
