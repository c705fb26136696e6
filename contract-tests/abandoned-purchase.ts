import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { authHeaderValue } from '../contract/auth.ts'
import type { Exchange } from '../contract/exchange.ts'
import type { Recorder } from './recorder.ts'
import type { Target } from './target.ts'

/**
 * A client timeout made real: the purchase is written whole, and its connection closed before an answer is read.
 *
 * @param afterMs how long after the last byte was written; 0 closes at once.
 */
export function abandonPurchase(
  target: Target,
  recorder: Recorder,
  { body, afterMs }: { readonly body: string; readonly afterMs: number },
): Promise<Exchange> {
  const { auth } = target.profile
  const headers = {
    'Content-Type': 'application/json',
    [auth.header]: authHeaderValue(auth, target.apiKey),
  }
  const finish = recorder.send({ operation: 'createOrder', method: 'POST', target: '/orders', headers, body })
  const open = target.baseUrl.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    // A connection of its own: what is closed here must not be another check's.
    const request = open(`${target.baseUrl}/orders`, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
    })
    const done = () => resolve(finish(null))
    request.on('close', done).on('error', done)
    request.on('finish', () => setTimeout(() => request.destroy(), afterMs))
    request.end(body)
  })
}
