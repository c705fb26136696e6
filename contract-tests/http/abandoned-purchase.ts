import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Recorder, SentRequest } from '../run/recorder.ts'
import type { Target } from '../run/target.ts'

/** Writes a request whole, and closes its connection so many milliseconds later; 0 closes at once. */
export type Cut = (baseUrl: string, sent: SentRequest, afterMs: number) => Promise<void>

/**
 * A client timeout made real: the purchase is written whole, and its connection closed before an answer is read.
 *
 * @param afterMs how long after the last byte was written; 0 closes at once.
 */
export async function abandonPurchase(
  target: Target,
  recorder: Recorder,
  { body, afterMs }: { readonly body: string; readonly afterMs: number },
  cut: Cut = cutSocket,
): Promise<Exchange> {
  const { auth } = target.profile
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    [auth.header]: authHeaderValue(auth, target.apiKey),
  }
  const sent = { operation: 'createOrder', method: 'POST', target: '/orders', headers, body } as const
  const finish = recorder.send(sent)
  await cut(target.baseUrl, sent, afterMs)
  return finish(null)
}

function cutSocket(
  baseUrl: string,
  { method, target, headers, body }: SentRequest,
  afterMs: number,
): Promise<void> {
  const open = baseUrl.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    // A connection of its own: what is closed here must not be another check's.
    const request = open(`${baseUrl}${target}`, { method, headers, agent: false })
    request.on('close', resolve).on('error', () => resolve())
    request.on('finish', () => setTimeout(() => request.destroy(), afterMs))
    request.end(body)
  })
}
