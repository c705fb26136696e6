import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import {
  ASSUMPTIONS_HEADER,
  assumptionsHeader,
  OPERATION_GAPS,
} from '../mock-server/sandbox/assumptions-header.ts'
import { HEADERS } from './operations.ts'

/**
 * The least that a server of these answers can be: node:http, a Map, the key compared and the body parsed. Its answers
 * are the mock's, header by header. It validates nothing, records nothing and knows one partner and one card: the
 * mock's ratio to it is the cost of what the mock does in addition.
 */
export function bareServer() {
  const orders = new Map<string, { readonly sku: string }>()

  const buy = (body: string): string => {
    const { partnerReference, sku } = JSON.parse(body) as { partnerReference: string; sku: string }
    if (!orders.has(partnerReference)) orders.set(partnerReference, { sku })
    return JSON.stringify({ data: { order: { order: { status: 'COMPLETED' } } } })
  }

  return createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const { method, url = '' } = request
    if (request.headers.authorization !== HEADERS.Authorization) return refuse(response, 401)
    if (method === 'POST' && url === '/orders')
      return withBody(request, (body) => answer(response, 'createOrder', buy(body)))
    if (url === '/ping')
      return answer(response, 'ping', JSON.stringify({ data: { status: 'ok', mode: 'TEST' } }))
    if (url.startsWith('/orders/') && orders.has(decodeURIComponent(url.slice('/orders/'.length))))
      return answer(response, 'lookupOrder', JSON.stringify({ data: { order: { status: 'COMPLETED' } } }))
    return refuse(response, 404)
  })
}

const ASSUMPTIONS = {
  ping: assumptionsHeader(DEFAULT_PROFILE, OPERATION_GAPS.ping),
  createOrder: assumptionsHeader(DEFAULT_PROFILE, OPERATION_GAPS.createOrder),
  lookupOrder: assumptionsHeader(DEFAULT_PROFILE, OPERATION_GAPS.lookupOrder),
}

function answer(response: ServerResponse, operation: keyof typeof ASSUMPTIONS, body: string): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    [ASSUMPTIONS_HEADER.toLowerCase()]: ASSUMPTIONS[operation],
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 })
  response.end()
}

function withBody(request: IncomingMessage, take: (body: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => take(Buffer.concat(chunks).toString()))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  bareServer().listen(Number(process.argv[2]), '127.0.0.1')
}
