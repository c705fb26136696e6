import { createServer } from 'node:http'

/**
 * The smallest server that gives the answers of the mock: node:http and a Map. It compares the key and parses the body.
 * It validates nothing, records nothing, and knows one partner and one card. What the mock does beyond this is what the
 * bench measures. `node build/bare-server.js KEY` starts it, and prints `ready` with its address, as the mock does.
 */

const orders = new Map()
const authorization = `Bearer ${process.argv[2]}`

/** The mock names its assumptions in a header. */
const ASSUMPTIONS = 'key-transport=assumed, success-status=assumed, ping-position=assumed'

function buy(body) {
  const { partnerReference, sku } = JSON.parse(body)
  if (!orders.has(partnerReference)) orders.set(partnerReference, { sku })
  return JSON.stringify({ data: { order: { order: { status: 'COMPLETED' } } } })
}

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  const { method, url } = request
  if (request.headers.authorization !== authorization) return refuse(response, 401)
  if (method === 'POST' && url === '/orders') return withBody(request, (body) => answer(response, buy(body)))
  if (url === '/ping') return answer(response, JSON.stringify({ data: { status: 'ok', mode: 'TEST' } }))
  if (url.startsWith('/orders/') && orders.has(decodeURIComponent(url.slice('/orders/'.length))))
    return answer(response, JSON.stringify({ data: { order: { status: 'COMPLETED' } } }))
  return refuse(response, 404)
})

function answer(response, body) {
  response.writeHead(200, {
    'content-type': 'application/json',
    'mock-assumptions': ASSUMPTIONS,
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function refuse(response, status) {
  response.writeHead(status, { 'content-length': 0 })
  response.end()
}

function withBody(request, take) {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => take(Buffer.concat(chunks).toString()))
}

server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`))
